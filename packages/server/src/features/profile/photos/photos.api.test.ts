import { crc32, deflateSync } from 'node:zlib';
import { PHOTO_LINK_TTL_S, PHOTOS_MAX, PHOTOS_MAX_UNVERIFIED } from '@soulsight/contract/limits';
import {
  deletePhoto,
  getMe,
  getPublicProfile,
  type Photo,
  photoSchema,
  putPhotoOrder,
} from '@soulsight/contract/profile';
import { PHOTO_VARIANTS } from '@soulsight/contract/reveal-stages';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../core/storage/storage.ts';
import { queryRows } from '../../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { uploadPicture } from '../../../testing/upload.ts';
import { users } from '../../auth/auth.tables.ts';
import { buildPair, buildUser } from '../../demo/builders/user.builder.ts';
import { makePictures } from './pictures.ts';

let app: TestApp;
let ann: Awaited<ReturnType<typeof buildUser>>;
let ben: Awaited<ReturnType<typeof buildUser>>;
let matchId: string;
beforeAll(async () => {
  app = await buildTestApp();
  const pair = await buildPair(app.features);
  [ann, ben, matchId] = [pair.one, pair.other, pair.matchId];
});
afterAll(() => app.stop());

/** Vertical stripes, so that blurring is measurable. */
function striped(width = 800, height = 600) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.fill(Math.floor(x / 8) % 2 === 0 ? 20 : 235, (y * width + x) * 3, (y * width + x) * 3 + 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A black picture with one bit per pixel: few bytes, and as many pixels as wanted. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const jpeg = (width?: number, height?: number) => striped(width, height).jpeg().toBuffer();

it('a repeated upload is the same photo, also when both arrive at once, and leaves no picture without a photo', async () => {
  const user = await buildUser(app.features);
  const bytes = await jpeg();
  const key = crypto.randomUUID();
  const upload = (as: { token: string }) => uploadPicture(app, '/api/user/photos', { as, bytes, key });
  const answers = [...(await Promise.all([upload(user), upload(user)])), await upload(user)];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.json<Photo>().id)).size).toBe(1);
  expect(await app.features.photos.listOwn(user.id)).toHaveLength(1);
  expect(await app.core.storage.list(`photos/${user.id}/`)).toHaveLength(PHOTO_VARIANTS.length);
  const other = await buildUser(app.features);
  expect((await upload(other)).statusCode).toBe(200);
  expect(await app.features.photos.listOwn(other.id)).toHaveLength(1);
});

const send = (as: { token: string } | null, bytes: Buffer, field?: string) =>
  uploadPicture(app, '/api/user/photos', { as, bytes, ...(field && { field }) });

async function upload(as: { token: string }, bytes: Buffer): Promise<Photo> {
  const answer = await send(as, bytes);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return photoSchema.parse(answer.json());
}

const look = (url: string, as?: { token: string }) =>
  app.http.inject({ url, headers: as ? { authorization: `Bearer ${as.token}` } : {} });
const listPhotos = async (viewer: { token: string }, id: string) =>
  (await app.call(getPublicProfile, { as: viewer, params: { id } })).ok().photos;
const openStage = (stage: number) =>
  queryRows(
    app,
    sql`insert into reveals (match_id, stage, updated_at) values (${matchId}, ${stage}, now()) on conflict (match_id) do update set stage = ${stage}`,
  );

describe('an upload', () => {
  it('is re-encoded upright without location, camera or thumbnail, and limited in size', async () => {
    const dave = await buildUser(app.features);
    const bytes = await striped(3000, 1000)
      .withExif({ IFD0: { Model: 'Secret Camera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const photo = await upload(dave, bytes);
    const stored = (await look(photo.url, dave)).rawPayload;
    const { exif, icc, orientation, width, height, format } = await sharp(stored).metadata();
    expect({ exif, icc, orientation, format }).toEqual({
      exif: undefined,
      icc: undefined,
      orientation: undefined,
      format: 'jpeg',
    });
    expect([width, height]).toEqual([533, 1600]);
    expect(stored.includes('Secret Camera')).toBe(false);
  });

  it('is rejected when it is not an image, too large, too small or has too many pixels', async () => {
    const dave = await buildUser(app.features);
    const refusal = async (bytes: Buffer, field?: string) => {
      const { statusCode, body } = await send(dave, bytes, field);
      return `${statusCode} ${JSON.parse(body).code}`;
    };
    expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('415 invalid_image');
    expect(await refusal(Buffer.from('GIF89a and then nothing of the kind'))).toBe('415 invalid_image');
    expect(await refusal((await jpeg()).subarray(0, 2000))).toBe('415 invalid_image');
    expect(await refusal(await jpeg(50, 50))).toBe('415 invalid_image');
    expect(await refusal(Buffer.alloc(11 * 1024 * 1024, 0xff))).toBe('413 image_too_large');
    const vast = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#123' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(await refusal(vast)).toBe('413 image_too_large');
    expect(await refusal(await jpeg(), 'file')).toBe('400 bad_request');
    const json = await app.http.inject({
      method: 'POST',
      url: '/api/user/photos',
      headers: { authorization: `Bearer ${dave.token}` },
      payload: { photo: 'x' },
    });
    expect(json.statusCode).toBe(415);
    expect((await send(null, await jpeg())).statusCode).toBe(401);
    expect((await app.call(getMe, { as: dave })).ok().photos).toEqual([]);
  });

  it('is answered quickly and without a server error, whatever the shape and however broken', async () => {
    const dave = await buildUser(app.features);
    const tall = blackPng(100, 499_999);
    expect(tall.length).toBeLessThan(20_000);
    const shapes = [tall, blackPng(200_000, 100), blackPng(100, 13_800), blackPng(501, 100)];
    for (const answer of await Promise.all(shapes.map((bytes) => send(dave, bytes)))) {
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'invalid_image']);
      expect(answer.json().detail).toContain('not more than 5 times');
    }
    const picture = striped(200, 200);
    const formats = [
      await picture.png().toBuffer(),
      await picture.png({ progressive: true }).toBuffer(),
      await picture.jpeg({ progressive: false }).toBuffer(),
      await picture.jpeg({ progressive: true }).toBuffer(),
      await picture.webp().toBuffer(),
      await picture.gif().toBuffer(),
    ];
    const truncated = formats.flatMap((bytes) =>
      [0.02, 0.3, 0.6].map((part) => bytes.subarray(0, bytes.length * part)),
    );
    for (const bytes of truncated) expect((await send(dave, bytes)).statusCode).toBe(415);
    expect((await app.call(getMe, { as: dave })).ok().photos).toEqual([]);
  });

  it('of the narrowest shape keeps no more detail in its blurred versions than any other', async () => {
    for (const [width, height] of [
      [100, 500],
      [500, 100],
    ] as const) {
      const { glimpse, silhouette } = await makePictures(await striped(width, height).png().toBuffer());
      for (const bytes of [glimpse, silhouette]) {
        const size = await sharp(bytes).metadata();
        expect(Math.max(size.width, size.height)).toBe(480);
      }
    }
  });

  it('is limited to two pictures until the email is verified', async () => {
    const dave = await buildUser(app.features, { verified: false });
    for (let n = 0; n < PHOTOS_MAX_UNVERIFIED; n++) await upload(dave, await jpeg(200, 200));
    const more = await send(dave, await jpeg(200, 200));
    expect([more.statusCode, more.json().code]).toEqual([403, 'email_not_verified']);
  });

  it('is refused with 429 while too many others wait to be decoded', async () => {
    const picture = await jpeg(200, 200);
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => makePictures(picture)));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refusals.length).toBeGreaterThan(0);
    expect(new Set(refusals)).toEqual(new Set(['rate_limited']));
    await expect(makePictures(picture)).resolves.toMatchObject({ width: 200 });
  });

  it('may be PNG, WebP or GIF; a user can have six photos', async () => {
    const dave = await buildUser(app.features);
    await upload(dave, await striped(200, 200).png().toBuffer());
    await upload(dave, await striped(200, 200).webp().toBuffer());
    await upload(dave, await striped(200, 200).gif().toBuffer());
    for (let n = 3; n < PHOTOS_MAX; n++) await upload(dave, await jpeg(200, 200));
    const more = await send(dave, await jpeg(200, 200));
    expect(more.statusCode).toBe(409);
    expect((await app.call(getMe, { as: dave })).ok().photos.map(({ position }) => position)).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
  });

  it('is encrypted in storage', async () => {
    const storage = memoryStorage();
    const own = await buildTestApp({ storage });
    try {
      const dave = await buildUser(own.features);
      await own.features.photos.add(dave.id, await jpeg());
      const keys = await storage.list('photos/');
      expect(keys).toHaveLength(3);
      for (const key of keys) await expect(sharp((await storage.get(key)) ?? undefined).metadata()).rejects.toThrow();
      await own.features.photos.deleteAll(dave.id);
      expect(await storage.list('')).toEqual([]);
    } finally {
      await own.stop();
    }
  });
});

describe('order and deletion', () => {
  it('[7.26] are allowed only to the owner', async () => {
    const dave = await buildUser(app.features);
    const eve = await buildUser(app.features);
    const [one, two] = [await upload(dave, await jpeg(300, 300)), await upload(dave, await jpeg(300, 300))];
    const order = (as: { token: string } | null, ids: string[]) => app.call(putPhotoOrder, { as, body: { ids } });
    const { photos } = (await order(dave, [two.id, one.id])).ok();
    expect(photos.map(({ id }) => id)).toEqual([two.id, one.id]);
    (await order(dave, [two.id])).refused('validation_failed');
    (await order(dave, [two.id, two.id])).refused('validation_failed');
    (await order(eve, [two.id, one.id])).refused('not_found');
    (await order(null, [two.id, one.id])).refused('not_signed_in');
    (await app.call(deletePhoto, { as: eve, params: { id: one.id } })).refused('not_found');
    (await app.call(deletePhoto, { params: { id: one.id } })).refused('not_signed_in');
    (await app.call(deletePhoto, { as: dave, params: { id: two.id } })).ok();
    (await app.call(deletePhoto, { as: dave, params: { id: two.id } })).refused('not_found');
    const left = (await app.call(getMe, { as: dave })).ok().photos;
    expect(left.map(({ id, position }) => ({ id, position }))).toEqual([{ id: one.id, position: 0 }]);
    expect((await look(two.url, dave)).statusCode).toBe(404);
  });
});

describe('photos seen by another user', () => {
  it('[1.5] follow the stage: none, a silhouette, a glimpse, and all photos only at the last stage', async () => {
    await app.features.photos.deleteAll(ann.id);
    await upload(ann, await jpeg());
    await upload(ben, await jpeg());
    await upload(ben, await striped(600, 600).png().toBuffer());
    for (const stage of [0, 1]) {
      await openStage(stage);
      expect(await listPhotos(ann, ben.id)).toBeUndefined();
    }
    const contrast: number[] = [];
    for (const stage of [2, 3, 4]) {
      await openStage(stage);
      const photos = (await listPhotos(ann, ben.id)) ?? [];
      expect(photos).toHaveLength(stage === 4 ? 2 : 1);
      const { rawPayload, headers } = await look(photos[0]?.url ?? '', ann);
      expect(headers['cache-control']).toBe('private, no-store');
      contrast.push((await sharp(rawPayload).greyscale().stats()).channels[0]?.stdev ?? 0);
    }
    const [silhouette = 0, glimpse = 0, revealed = 0] = contrast;
    expect(silhouette).toBeLessThan(10);
    expect(glimpse).toBeLessThan(revealed / 2);
    expect(revealed).toBeGreaterThan(80);
  });

  it('are never shown unblurred below the last stage, by any link', async () => {
    await openStage(4);
    const whole = (await listPhotos(ann, ben.id))?.[0]?.url ?? '';
    expect((await look(whole, ann)).statusCode).toBe(200);
    await openStage(3);
    expect((await look(whole, ann)).statusCode).toBe(404);
    const glimpse = (await listPhotos(ann, ben.id))?.[0]?.url ?? '';
    await openStage(2);
    expect((await look(glimpse, ann)).statusCode).toBe(404);
  });

  it('need the token or browser cookie of the viewer the link was created for', async () => {
    await openStage(4);
    const url = (await listPhotos(ann, ben.id))?.[0]?.url ?? '';
    const eve = await buildUser(app.features);
    expect((await look(url, eve)).statusCode).toBe(404);
    expect((await look(url, ben)).statusCode).toBe(404);
    expect((await look(url)).statusCode).toBe(404);
    const getCookie = async (as: { token: string }) => {
      const { raw } = await app.call(getMe, { as });
      return String(raw.headers['set-cookie']).split(';')[0] ?? '';
    };
    const withCookie = async (cookie: string) => (await app.http.inject({ url, headers: { cookie } })).statusCode;
    expect(await withCookie(await getCookie(ann))).toBe(200);
    expect(await withCookie(await getCookie(eve))).toBe(404);
    expect(await withCookie(`soulsight_viewer=${Buffer.from(ann.id).toString('base64url')}`)).toBe(404);
    const known = await app.http.inject({
      url: '/api/user',
      headers: { authorization: `Bearer ${ann.token}`, cookie: await getCookie(ann) },
    });
    expect(known.headers['set-cookie']).toBeUndefined();
  });

  it('have links that expire within a minute and cannot be altered', async () => {
    await openStage(4);
    const url = (await listPhotos(ann, ben.id))?.[0]?.url ?? '';
    const token = url.split('/').at(-1) ?? '';
    const changed = `/photos/${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    expect((await look(changed, ann)).statusCode).toBe(404);
    expect((await look('/photos/nonsense', ann)).statusCode).toBe(404);
    app.clock.advance((PHOTO_LINK_TTL_S - 1) * 1_000);
    expect((await look(url, ann)).statusCode).toBe(200);
    app.clock.advance(1_001);
    expect((await look(url, ann)).statusCode).toBe(404);
  });

  it('do not tell the size of the original', async () => {
    await openStage(2);
    expect(Object.keys((await listPhotos(ann, ben.id))?.[0] ?? {}).sort()).toEqual(['id', 'position', 'url']);
  });

  it('are refused to a moderator, too, by a link that they got as a member', async () => {
    await openStage(4);
    const url = (await listPhotos(ann, ben.id))?.[0]?.url ?? '';
    await app.database.db.update(users).set({ isModerator: true }).where(eq(users.id, ann.id));
    expect((await look(url, ann)).statusCode).toBe(200);
    await openStage(3);
    expect((await look(url, ann)).statusCode).toBe(404);
    const asModerator = (await app.features.photos.listForModerator(ann.id, ben.id))[0]?.url ?? '';
    expect((await look(asModerator, ann)).statusCode).toBe(200);
    await app.database.db.update(users).set({ isModerator: false }).where(eq(users.id, ann.id));
    expect((await look(asModerator, ann)).statusCode).toBe(404);
  });

  it('are shown only to somebody who shows one: with the last photo of one user goes what they saw of the other', async () => {
    await openStage(4);
    const url = (await listPhotos(ann, ben.id))?.[0]?.url ?? '';
    await app.features.photos.deleteAll(ann.id);
    expect((await look(url, ann)).statusCode).toBe(404);
    expect(await listPhotos(ann, ben.id)).toEqual([]);
    await upload(ann, await jpeg());
    expect((await look(url, ann)).statusCode).toBe(200);
    expect(await listPhotos(ann, ben.id)).toHaveLength(2);
  });

  it('are refused once the match is closed, even with a fresh link', async () => {
    await openStage(4);
    const url = (await listPhotos(ann, ben.id))?.[0]?.url ?? '';
    await app.database.db.transaction((tx) => app.features.match.close(tx, matchId, 'unmatched'));
    expect((await look(url, ann)).statusCode).toBe(404);
  });
});
