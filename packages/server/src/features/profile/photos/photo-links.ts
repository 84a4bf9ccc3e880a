import { AppError } from '@soulsight/contract/errors';
import { PHOTO_LINK_TTL_S } from '@soulsight/contract/limits';
import { PHOTO_VARIANTS, type PhotoVariant } from '@soulsight/contract/reveal-stages';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';

/** The URL path under which pictures are served. */
export const PHOTOS_PATH = '/photos';
const OWNER = 'system:photo-links';

/** A selfie that waits for a moderator has its own links. */
export type LinkedPicture = PhotoVariant | 'selfie';
const LINKED_PICTURES: readonly LinkedPicture[] = [...PHOTO_VARIANTS, 'selfie'];

/** Access to one picture for one viewer. */
export type PhotoLink = {
  viewerId: string;
  /** The id of a photo, or of a selfie check. */
  photoId: string;
  variant: LinkedPicture;
  /** A moderator's link shows a picture whatever the stage; one that a moderator got as a member does not. */
  forModerator: boolean;
};

const FOR_MODERATOR = 'moderator';

/**
 * Creates and reads encrypted links to pictures. A link contains the viewer, the picture and the expiry; clients can neither
 * read nor forge it, and every node can verify it.
 */
export function createPhotoLinks({ vault, clock }: Pick<Core, 'vault' | 'clock'>) {
  async function sign(db: Db, links: readonly PhotoLink[]): Promise<string[]> {
    const until = clock.now().getTime() + PHOTO_LINK_TTL_S * 1_000;
    const texts = links.map((link) =>
      [link.viewerId, link.photoId, link.variant, until, link.forModerator ? FOR_MODERATOR : ''].join(' '),
    );
    const sealed = await vault.sealMany(db, OWNER, texts);
    return sealed.map((bytes) => `${PHOTOS_PATH}/${bytes.toString('base64url')}`);
  }

  /** @throws not_found when the token is forged, altered or older than a minute */
  async function read(db: Db, token: string): Promise<PhotoLink> {
    const text = await vault.open(db, OWNER, Buffer.from(token, 'base64url')).catch(() => '');
    const [viewerId, photoId, variant, until, role] = text.split(' ');
    const known = LINKED_PICTURES.find((name) => name === variant);
    if (!viewerId || !photoId || !known || !(Number(until) > clock.now().getTime())) throw new AppError('not_found');
    return { viewerId, photoId, variant: known, forModerator: role === FOR_MODERATOR };
  }

  return { sign, read };
}
