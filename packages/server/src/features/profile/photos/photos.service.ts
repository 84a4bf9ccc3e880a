import { randomUUID } from 'node:crypto';
import { AppError } from '@soulsight/contract/errors';
import { PHOTOS_MAX } from '@soulsight/contract/limits';
import { isVariantVisible, PHOTO_VARIANTS, type PhotoVariant, revealStage } from '@soulsight/contract/reveal-stages';
import type { Photo } from '@soulsight/contract/user';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { PairFacts } from '../../match/pair-facts.service.ts';
import type { TrustService } from '../../trust/trust.service.ts';
import {
  deletePhoto,
  findAccount,
  findPhoto,
  insertPhoto,
  listPhotos,
  lockProfile,
  type PhotoRow,
  updatePhotoOrder,
} from '../profile.store.ts';
import { createPhotoLinks, type PhotoLink } from './photo-links.ts';
import { makePictures } from './pictures.ts';

/** Pictures are stored encrypted. */
const ENCRYPTED_TYPE = 'application/octet-stream';

/** The services that photos use. */
export interface PhotosDeps {
  pairs: Pick<PairFacts, 'stageBetween'>;
  trust: Pick<TrustService, 'mainPhotoChanged'>;
}

export interface PhotosService {
  /** Stores an upload as the last photo. @throws image_too_large, invalid_image, conflict when the user has the maximum */
  add(userId: string, upload: Buffer): Promise<Photo>;
  remove(userId: string, id: string): Promise<void>;
  /** Reorders the photos. @throws not_found, validation_failed unless each photo is named once */
  reorder(userId: string, ids: readonly string[]): Promise<Photo[]>;
  listOwn(userId: string, db?: Db): Promise<Photo[]>;
  /** Photos that the viewer may see, by owner; owners whose stage shows none are absent. */
  listVisible(
    viewerId: string,
    owners: readonly { id: string; stage: number }[],
    db?: Db,
  ): Promise<Map<string, Photo[]>>;
  /** A link with which a moderator can view one photo. */
  createModeratorLink(moderatorId: string, photoId: string): Promise<string>;
  /** The picture of a link, if the viewer may still see it. @throws not_found */
  getPicture(token: string, viewerId: string): Promise<Buffer>;
  /** All photos of a user, unblurred. */
  listOriginals(userId: string): Promise<{ id: string; bytes: Buffer }[]>;
  deleteAll(userId: string): Promise<void>;
}

export function createPhotosService(
  deps: Pick<Core, 'db' | 'clock' | 'vault' | 'storage'>,
  { pairs, trust }: PhotosDeps,
): PhotosService {
  const { db, clock, vault, storage } = deps;
  const links = createPhotoLinks(deps);

  async function add(userId: string, upload: Buffer): Promise<Photo> {
    if ((await listPhotos(db, [userId])).length >= PHOTOS_MAX) throw tooManyPhotos();
    const pictures = await makePictures(upload);
    const id = randomUUID();
    const keys = toStorageKeys(userId, id);
    for (const variant of PHOTO_VARIANTS) {
      const text = pictures[variant].toString('base64');
      await storage.put(keys[variant], await vault.seal(db, `user:${userId}`, text, `photo:${id}`), ENCRYPTED_TYPE);
    }
    try {
      const row = await db.transaction(async (tx) => {
        await lockProfile(tx, userId);
        const position = (await listPhotos(tx, [userId])).length;
        if (position >= PHOTOS_MAX) throw tooManyPhotos();
        const { width, height } = pictures;
        const inserted = await insertPhoto(tx, {
          id,
          userId,
          position,
          width,
          height,
          ...keys,
          createdAt: clock.now(),
        });
        if (position === 0) await trust.mainPhotoChanged(tx, userId);
        return inserted;
      });
      return await presentOne(userId, row);
    } catch (error) {
      await deletePictures(keys);
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
      if (rows[0]?.id === id) await trust.mainPhotoChanged(tx, userId);
      return row;
    });
    await deletePictures(removed);
  }

  async function reorder(userId: string, ids: readonly string[]): Promise<Photo[]> {
    await db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      const rows = await listPhotos(tx, [userId]);
      if (ids.some((id) => !rows.some((row) => row.id === id))) throw new AppError('not_found');
      if (new Set(ids).size !== ids.length || ids.length !== rows.length)
        throw new AppError('validation_failed', undefined, { fields: { ids: 'Name each of your photos once.' } });
      await updatePhotoOrder(tx, ids);
      if (rows[0]?.id !== ids[0]) await trust.mainPhotoChanged(tx, userId);
    });
    return listOwn(userId);
  }

  async function listOwn(userId: string, handle: Db = db): Promise<Photo[]> {
    return present(handle, userId, await listPhotos(handle, [userId]), 'original');
  }

  async function listVisible(viewerId: string, owners: readonly { id: string; stage: number }[], handle: Db = db) {
    const seen = owners.flatMap(({ id, stage }) => {
      const { photo, allPhotos } = revealStage(stage);
      return photo ? [{ id, variant: photo, allPhotos }] : [];
    });
    const found = new Map<string, Photo[]>();
    if (seen.length === 0) return found;
    const rows = Map.groupBy(
      await listPhotos(
        handle,
        seen.map(({ id }) => id),
      ),
      (row) => row.userId,
    );
    for (const { id, variant, allPhotos } of seen) {
      const photos = (rows.get(id) ?? []).slice(0, allPhotos ? PHOTOS_MAX : 1);
      found.set(id, await present(handle, viewerId, photos, variant));
    }
    return found;
  }

  async function present(handle: Db, viewerId: string, rows: readonly PhotoRow[], variant: PhotoVariant) {
    if (rows.length === 0) return [];
    const urls = await links.sign(
      handle,
      rows.map((row): PhotoLink => ({ viewerId, photoId: row.id, variant })),
    );
    return rows.map(({ id, width, height }, position) => ({ id, url: urls[position] ?? '', width, height, position }));
  }

  async function presentOne(userId: string, row: PhotoRow): Promise<Photo> {
    const [photo] = await present(db, userId, [row], 'original');
    return { ...(photo as Photo), position: row.position };
  }

  async function getPicture(token: string, viewerId: string): Promise<Buffer> {
    const link = await links.read(db, token);
    const row = link.viewerId === viewerId ? await findPhoto(db, link.photoId) : undefined;
    if (!row || !(await mayView(link, row.userId))) throw new AppError('not_found');
    return readPicture(row, link.variant);
  }

  /** Checked on every request: after a block or a lower stage, existing links show nothing. */
  async function mayView({ viewerId, variant }: PhotoLink, ownerId: string): Promise<boolean> {
    if (viewerId === ownerId) return true;
    const stage = await pairs.stageBetween(viewerId, ownerId);
    if (stage !== null && isVariantVisible(variant, stage)) return true;
    return (await findAccount(db, viewerId))?.isModerator ?? false;
  }

  async function readPicture(row: PhotoRow, variant: PhotoVariant): Promise<Buffer> {
    const sealed = await storage.get(row[variant]);
    if (!sealed) throw new AppError('not_found');
    return Buffer.from(await vault.open(db, `user:${row.userId}`, sealed, `photo:${row.id}`), 'base64');
  }

  async function listOriginals(userId: string) {
    const rows = await listPhotos(db, [userId]);
    return Promise.all(rows.map(async (row) => ({ id: row.id, bytes: await readPicture(row, 'original') })));
  }

  async function deleteAll(userId: string): Promise<void> {
    for (const row of await listPhotos(db, [userId])) {
      // The row is deleted last, so that a retry still finds the pictures.
      await deletePictures(row);
      await deletePhoto(db, row.id);
    }
  }

  async function deletePictures(keys: Record<PhotoVariant, string>): Promise<void> {
    await Promise.all(PHOTO_VARIANTS.map((variant) => storage.delete(keys[variant])));
  }

  return {
    add,
    remove,
    reorder,
    listOwn,
    listVisible,
    createModeratorLink: async (viewerId, photoId) =>
      (await links.sign(db, [{ viewerId, photoId, variant: 'original' }]))[0] ?? '',
    getPicture,
    listOriginals,
    deleteAll,
  };
}

function toStorageKeys(userId: string, photoId: string): Record<PhotoVariant, string> {
  const key = (variant: PhotoVariant) => `photos/${userId}/${photoId}/${variant}`;
  return { original: key('original'), glimpse: key('glimpse'), silhouette: key('silhouette') };
}

function tooManyPhotos(): AppError {
  return new AppError('conflict', `You can have up to ${PHOTOS_MAX} photos. Delete one to add another.`);
}
