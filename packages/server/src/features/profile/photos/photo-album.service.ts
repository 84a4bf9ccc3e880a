import { randomUUID } from 'node:crypto';
import { AppError } from '@soulsight/contract/errors';
import { PHOTOS_MAX } from '@soulsight/contract/limits';
import type { Core } from '../../../core/core.ts';
import { afterCommit } from '../../../core/db/commit-hooks.ts';
import type { Tx } from '../../../core/db/types.ts';
import { deletePhoto, insertPhoto, listPhotos, lockProfile, updatePhotoOrder } from '../profile.store.ts';
import type { PhotoFiles } from './photo-files.ts';
import type { PhotosDeps } from './photos.deps.ts';
import { makePictures } from './pictures.ts';

/** Runs in the transaction that stores a new photo. */
export type PhotoAdded = (tx: Tx, userId: string, fingerprint: readonly string[]) => Promise<void>;
type Parts = Pick<PhotosDeps, 'trust'> & { files: PhotoFiles };

/** Changes to a user's photos. The first photo is the main one. */
export function createPhotoAlbum({ db, clock }: Pick<Core, 'db' | 'clock'>, { trust, files }: Parts) {
  const listeners: PhotoAdded[] = [];

  /** Returns the id of the new photo, or of the one that was uploaded with this key. */
  async function add(userId: string, upload: Buffer, uploadKey: string | null): Promise<string> {
    if ((await listPhotos(db, [userId])).length >= PHOTOS_MAX) throw tooManyPhotos();
    const pictures = await makePictures(upload);
    const { width, height } = pictures;
    const id = randomUUID();
    const keys = await files.write(db, userId, id, pictures);
    try {
      const stored = await db.transaction(async (tx) => {
        await lockProfile(tx, userId);
        const rows = await listPhotos(tx, [userId]);
        // The same upload may have arrived twice at once.
        const same = uploadKey && rows.find((row) => row.uploadKey === uploadKey);
        if (same) return same.id;
        const position = rows.length;
        if (position >= PHOTOS_MAX) throw tooManyPhotos();
        await insertPhoto(tx, { id, userId, position, width, height, ...keys, createdAt: clock.now(), uploadKey });
        await trust.photosChanged(tx, userId);
        for (const listener of listeners) await listener(tx, userId, pictures.fingerprint);
        return id;
      });
      if (stored !== id) await files.remove(keys);
      return stored;
    } catch (error) {
      await files.remove(keys);
      throw error;
    }
  }

  async function remove(userId: string, id: string): Promise<void> {
    const removed = await db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      const rows = await listPhotos(tx, [userId]);
      const row = rows.find((photo) => photo.id === id);
      if (!row) throw new AppError('not_found');
      await deletePhoto(tx, id);
      await updatePhotoOrder(
        tx,
        rows.filter((photo) => photo.id !== id).map((photo) => photo.id),
      );
      if (rows[0]?.id === id) await trust.photosChanged(tx, userId);
      return row;
    });
    await files.remove(removed);
  }

  async function reorder(userId: string, ids: readonly string[]): Promise<void> {
    await db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      const rows = await listPhotos(tx, [userId]);
      if (ids.some((id) => !rows.some((row) => row.id === id))) throw new AppError('not_found');
      if (new Set(ids).size !== ids.length || ids.length !== rows.length)
        throw new AppError('validation_failed', undefined, { fields: { ids: 'Name each of your photos once.' } });
      await updatePhotoOrder(tx, ids);
      if (rows[0]?.id !== ids[0]) await trust.photosChanged(tx, userId);
    });
  }

  async function deleteAll(userId: string): Promise<void> {
    for (const row of await listPhotos(db, [userId])) {
      // The row is deleted last, so that a retry still finds the pictures.
      await files.remove(row);
      await deletePhoto(db, row.id);
    }
  }

  async function deleteWithin(tx: Tx, userId: string): Promise<void> {
    const rows = await listPhotos(tx, [userId]);
    if (rows.length === 0) return;
    for (const { id } of rows) await deletePhoto(tx, id);
    await trust.photosChanged(tx, userId);
    afterCommit(tx, async () => {
      for (const row of rows) await files.remove(row);
    });
  }

  return {
    add,
    remove,
    reorder,
    deleteAll,
    deleteWithin,
    onAdded: (listener: PhotoAdded) => void listeners.push(listener),
  };
}

function tooManyPhotos(): AppError {
  return new AppError('conflict', `You can have up to ${PHOTOS_MAX} photos. Delete one to add another.`);
}
