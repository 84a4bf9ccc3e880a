import { AppError } from '@soulsight/contract/errors';
import { PHOTO_VARIANTS, type PhotoVariant } from '@soulsight/contract/reveal-stages';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { PhotoRow } from '../profile.store.ts';
import type { Pictures } from './decode-picture.ts';

/** The storage key of each variant. */
export type PhotoKeys = Record<PhotoVariant, string>;

/** Pictures are stored encrypted. */
const ENCRYPTED_TYPE = 'application/octet-stream';

/** Reads and writes the stored pictures of photos, encrypted with the owner's key. */
export function createPhotoFiles({ vault, storage }: Pick<Core, 'vault' | 'storage'>) {
  async function write(db: Db, userId: string, photoId: string, pictures: Pictures): Promise<PhotoKeys> {
    const keys = toStorageKeys(userId, photoId);
    for (const variant of PHOTO_VARIANTS) {
      const text = Buffer.from(pictures[variant]).toString('base64');
      const sealed = await vault.seal(db, `user:${userId}`, text, `photo:${photoId}`);
      await storage.put(keys[variant], sealed, ENCRYPTED_TYPE);
    }
    return keys;
  }

  /** @throws not_found when the picture is not in storage */
  async function read(db: Db, row: PhotoRow, variant: PhotoVariant): Promise<Buffer> {
    const sealed = await storage.get(row[variant]);
    if (!sealed) throw new AppError('not_found');
    return Buffer.from(await vault.open(db, `user:${row.userId}`, sealed, `photo:${row.id}`), 'base64');
  }

  async function remove(keys: PhotoKeys): Promise<void> {
    await Promise.all(PHOTO_VARIANTS.map((variant) => storage.delete(keys[variant])));
  }

  return { write, read, remove };
}

export type PhotoFiles = ReturnType<typeof createPhotoFiles>;

function toStorageKeys(userId: string, photoId: string): PhotoKeys {
  const key = (variant: PhotoVariant) => `photos/${userId}/${photoId}/${variant}`;
  return { original: key('original'), glimpse: key('glimpse'), silhouette: key('silhouette') };
}
