import { AppError } from '@soulsight/contract/errors';
import { PHOTOS_MAX } from '@soulsight/contract/limits';
import type { Photo, SeenPhoto } from '@soulsight/contract/profile';
import { isVariantVisible, type PhotoVariant, revealStage } from '@soulsight/contract/reveal-stages';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import { countPhotos, findAccount, findPhoto, listPhotos, type PhotoRow } from '../profile.store.ts';
import type { PhotoFiles } from './photo-files.ts';
import { createPhotoLinks, type PhotoLink } from './photo-links.ts';
import type { PhotosDeps } from './photos.deps.ts';

type Parts = Pick<PhotosDeps, 'pairs' | 'trust'> & { files: Pick<PhotoFiles, 'read'> };

/** Photos as their viewers see them. */
export function createPhotoView(core: Pick<Core, 'db' | 'clock' | 'vault'>, { pairs, trust, files }: Parts) {
  const { db } = core;
  const links = createPhotoLinks(core);

  async function listOwn(userId: string, handle: Db = db): Promise<Photo[]> {
    return present(handle, userId, await listPhotos(handle, [userId]), 'original');
  }

  async function listForModerator(moderatorId: string, ownerId: string): Promise<Photo[]> {
    return present(db, moderatorId, await listPhotos(db, [ownerId]), 'original', true);
  }

  async function createSelfieLink(viewerId: string, checkId: string): Promise<string> {
    return (await links.sign(db, [{ viewerId, photoId: checkId, variant: 'selfie', forModerator: true }]))[0] ?? '';
  }

  /** A viewer without a photo sees none of others, whatever the stage: with the last one of their own, those go, too. */
  async function listVisible(viewerId: string, owners: readonly { id: string; stage: number }[], handle: Db = db) {
    const visible = owners.flatMap(({ id, stage }) => {
      const { photo, allPhotos } = revealStage(stage);
      return photo ? [{ id, variant: photo, allPhotos }] : [];
    });
    const found = new Map<string, SeenPhoto[]>();
    if (visible.length === 0) return found;
    const rows = await listPhotos(handle, [viewerId, ...visible.map(({ id }) => id)]);
    const byOwner = Map.groupBy(rows, (row) => row.userId);
    const hasPhoto = byOwner.has(viewerId);
    for (const { id, variant, allPhotos } of visible) {
      const photos = ((hasPhoto && byOwner.get(id)) || []).slice(0, allPhotos ? PHOTOS_MAX : 1);
      const seen = await present(handle, viewerId, photos, variant);
      found.set(
        id,
        seen.map(({ width: _, height: __, ...photo }) => photo),
      );
    }
    return found;
  }

  async function present(
    handle: Db,
    viewerId: string,
    rows: readonly PhotoRow[],
    variant: PhotoVariant,
    forModerator = false,
  ) {
    if (rows.length === 0) return [];
    const urls = await links.sign(
      handle,
      rows.map((row): PhotoLink => ({ viewerId, photoId: row.id, variant, forModerator })),
    );
    return rows.map(({ id, width, height }, position) => ({ id, url: urls[position] ?? '', width, height, position }));
  }

  async function getPicture(token: string, viewerId: string): Promise<Buffer> {
    const link = await links.read(db, token);
    if (link.viewerId !== viewerId) throw new AppError('not_found');
    if (link.variant === 'selfie') {
      if (!(await isModerator(viewerId))) throw new AppError('not_found');
      return trust.readSelfie(link.photoId);
    }
    const row = await findPhoto(db, link.photoId);
    if (!row || !(await mayView(link, link.variant, row.userId))) throw new AppError('not_found');
    return files.read(db, row, link.variant);
  }

  async function isModerator(userId: string): Promise<boolean> {
    return (await findAccount(db, userId))?.isModerator ?? false;
  }

  /** Checked on every request: after a block, a lower stage or the viewer's last photo, existing links show nothing. */
  async function mayView(
    { viewerId, forModerator }: PhotoLink,
    variant: PhotoVariant,
    ownerId: string,
  ): Promise<boolean> {
    if (viewerId === ownerId) return true;
    const stage = await pairs.stageBetween(viewerId, ownerId);
    if (stage !== null && isVariantVisible(variant, stage) && (await countPhotos(db, viewerId)) > 0) return true;
    return forModerator && (await isModerator(viewerId));
  }

  return { listOwn, listForModerator, listVisible, getPicture, createSelfieLink };
}
