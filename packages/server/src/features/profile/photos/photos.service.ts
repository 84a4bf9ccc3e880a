import type { Photo, SeenPhoto } from '@soulsight/contract/profile';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import { listPhotos } from '../profile.store.ts';
import { createPhotoAlbum, type PhotoAdded } from './photo-album.service.ts';
import { createPhotoFiles } from './photo-files.ts';
import { createPhotoView } from './photo-view.service.ts';
import type { PhotosDeps } from './photos.deps.ts';

export interface PhotosService {
  /** The photo that was uploaded with a key, see `add`. */
  findUpload(userId: string, key: string): Promise<Photo | null>;
  /**
   * Stores an upload as the last photo.
   * @param key of the upload; a repeated one returns the photo of the first
   * @throws image_too_large, invalid_image, rate_limited, conflict when the user has the maximum
   */
  add(userId: string, upload: Buffer, key?: string | null): Promise<Photo>;
  /** @throws not_found */
  remove(userId: string, id: string): Promise<void>;
  /** Reorders the photos. @throws not_found, validation_failed unless each photo is named once */
  reorder(userId: string, ids: readonly string[]): Promise<Photo[]>;
  listOwn(userId: string, db?: Db): Promise<Photo[]>;
  /** Photos that the viewer may see, by owner; owners whose stage shows none are absent. */
  listVisible(
    viewerId: string,
    owners: readonly { id: string; stage: number }[],
    db?: Db,
  ): Promise<Map<string, SeenPhoto[]>>;
  /** The photos of a user, with links with which a moderator can view them unblurred. */
  listForModerator(moderatorId: string, ownerId: string): Promise<Photo[]>;
  /** A link with which a moderator can view a selfie that waits. */
  createSelfieLink(moderatorId: string, checkId: string): Promise<string>;
  /** The picture of a link, if the viewer may still see it. @throws not_found */
  getPicture(token: string, viewerId: string): Promise<Buffer>;
  /** All photos of a user, unblurred. */
  listOriginals(userId: string): Promise<{ id: string; bytes: Buffer }[]>;
  deleteAll(userId: string): Promise<void>;
  /** Deletes all photos with the transaction, and their pictures after it. */
  deleteWithin(tx: Tx, userId: string): Promise<void>;
  /** Calls the listener with the fingerprint of each new photo. */
  onAdded(listener: PhotoAdded): void;
}

export function createPhotosService(
  core: Pick<Core, 'db' | 'clock' | 'vault' | 'storage'>,
  deps: PhotosDeps,
): PhotosService {
  const { db } = core;
  const files = createPhotoFiles(core);
  const album = createPhotoAlbum(core, { ...deps, files });
  const view = createPhotoView(core, { ...deps, files });
  const findOwn = async (userId: string, id: string) =>
    (await view.listOwn(userId)).find((photo) => photo.id === id) ?? null;
  return {
    ...view,
    remove: album.remove,
    deleteAll: album.deleteAll,
    deleteWithin: album.deleteWithin,
    onAdded: album.onAdded,
    async findUpload(userId, key) {
      const row = (await listPhotos(db, [userId])).find(({ uploadKey }) => uploadKey === key);
      return row ? await findOwn(userId, row.id) : null;
    },
    async add(userId, upload, key = null) {
      return (await findOwn(userId, await album.add(userId, upload, key))) as Photo;
    },
    async reorder(userId, ids) {
      await album.reorder(userId, ids);
      return view.listOwn(userId);
    },
    async listOriginals(userId) {
      const rows = await listPhotos(db, [userId]);
      return Promise.all(rows.map(async (row) => ({ id: row.id, bytes: await files.read(db, row, 'original') })));
    },
  };
}
