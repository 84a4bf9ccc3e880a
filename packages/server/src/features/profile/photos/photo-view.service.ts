import { AppError } from '@soulsight/contract/errors';
import { PHOTOS_MAX } from '@soulsight/contract/limits';
import { isVariantVisible, type PhotoVariant, revealStage } from '@soulsight/contract/reveal-stages';
import type { Photo, SeenPhoto } from '@soulsight/contract/user';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import { findAccount, findPhoto, listPhotos, type PhotoRow } from '../profile.store.ts';
import type { PhotoFiles } from './photo-files.ts';
import { createPhotoLinks, type PhotoLink } from './photo-links.ts';
import type { PhotosDeps } from './photos.deps.ts';

type Parts = Pick<PhotosDeps, 'pairs'> & { files: Pick<PhotoFiles, 'read'> };

/** Photos as their viewers see them. */
export function createPhotoView(core: Pick<Core, 'db' | 'clock' | 'vault'>, { pairs, files }: Parts) {
  const { db } = core;
  const links = createPhotoLinks(core);

  async function listOwn(userId: string, handle: Db = db): Promise<Photo[]> {
    const rows = await listPhotos(handle, [userId]);
    const seen = await present(handle, userId, rows, 'original');
    return rows.map(({ width, height }, n) => ({ ...(seen[n] as SeenPhoto), width, height }));
  }

  async function listVisible(viewerId: string, owners: readonly { id: string; stage: number }[], handle: Db = db) {
    const visible = owners.flatMap(({ id, stage }) => {
      const { photo, allPhotos } = revealStage(stage);
      return photo ? [{ id, variant: photo, allPhotos }] : [];
    });
    const found = new Map<string, SeenPhoto[]>();
    if (visible.length === 0) return found;
    const rows = await listPhotos(
      handle,
      visible.map(({ id }) => id),
    );
    const byOwner = Map.groupBy(rows, (row) => row.userId);
    for (const { id, variant, allPhotos } of visible) {
      const photos = (byOwner.get(id) ?? []).slice(0, allPhotos ? PHOTOS_MAX : 1);
      found.set(id, await present(handle, viewerId, photos, variant));
    }
    return found;
  }

  async function present(
    handle: Db,
    viewerId: string,
    rows: readonly PhotoRow[],
    variant: PhotoVariant,
  ): Promise<SeenPhoto[]> {
    if (rows.length === 0) return [];
    const urls = await links.sign(
      handle,
      rows.map((row): PhotoLink => ({ viewerId, photoId: row.id, variant, forModerator: false })),
    );
    return rows.map(({ id }, position) => ({ id, url: urls[position] ?? '', position }));
  }

  async function getPicture(token: string, viewerId: string): Promise<Buffer> {
    const link = await links.read(db, token);
    const row = link.viewerId === viewerId ? await findPhoto(db, link.photoId) : undefined;
    if (!row || !(await mayView(link, row.userId))) throw new AppError('not_found');
    return files.read(db, row, link.variant);
  }

  /** Checked on every request: after a block or a lower stage, existing links show nothing. */
  async function mayView({ viewerId, variant, forModerator }: PhotoLink, ownerId: string): Promise<boolean> {
    if (viewerId === ownerId) return true;
    const stage = await pairs.stageBetween(viewerId, ownerId);
    if (stage !== null && isVariantVisible(variant, stage)) return true;
    return forModerator && ((await findAccount(db, viewerId))?.isModerator ?? false);
  }

  async function createModeratorLink(viewerId: string, photoId: string): Promise<string> {
    return (await links.sign(db, [{ viewerId, photoId, variant: 'original', forModerator: true }]))[0] ?? '';
  }

  return { listOwn, listVisible, getPicture, createModeratorLink };
}
