import { SELFIE_CHALLENGE_MS } from '@soulsight/contract/limits';
import { getNotifications } from '@soulsight/contract/notifications';
import { deletePhoto, getExport, getPublicProfile, putPhotoOrder } from '@soulsight/contract/profile';
import { getAudit } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';
import {
  deleteSelfie,
  getSelfieChecks,
  getTrustProfile,
  postSelfieChallenge,
  postSelfieDecision,
  postTrustVerify,
  SELFIE_POSES,
  type SelfieRefusal,
} from '@soulsight/contract/trust';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { signInAgain } from '../../testing/test-users.ts';
import { uploadPicture } from '../../testing/upload.ts';
import { type BuiltUser, buildPair, buildUser } from '../demo/builders/user.builder.ts';

const METRICS_TOKEN = 'metrics-token-of-this-test';
let app: TestApp;
let moderator: BuiltUser;
let picture: Buffer;
/** A new pair for each test; the first one takes the selfie. */
let ann: BuiltUser;
let ben: BuiltUser;
let photoIds: string[];
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false, env: { METRICS_TOKEN } });
  moderator = await buildUser(app.features, { firstName: 'Mo', isModerator: true });
  const create = { width: 300, height: 300, channels: 3, background: '#a44' } as const;
  const exif = { IFD0: { Software: 'camera of ann' } };
  picture = await sharp({ create }).withExif(exif).jpeg().toBuffer();
});
beforeEach(async () => {
  moderator = { ...moderator, ...(await signInAgain(app, moderator)) };
  ({ one: ann, other: ben } = await buildPair(app.features));
  photoIds = [(await app.features.photos.add(ann.id, picture)).id, (await app.features.photos.add(ann.id, picture)).id];
});
afterAll(() => app.stop());

const draw = (as: BuiltUser) => app.call(postSelfieChallenge, { as });
const submit = (as: BuiltUser, id: string, bytes = picture) =>
  uploadPicture(app, `/api/trust/selfie/${id}`, { as, bytes });
const decide = (id: string, refusal: SelfieRefusal | null = null, compared = photoIds) =>
  app.call(postSelfieDecision, { as: moderator, params: { id }, body: { photo_ids: compared, refusal } });
const look = (url: string, as: BuiltUser) => app.http.inject({ url, headers: { authorization: `Bearer ${as.token}` } });
const findCheck = async (id: string) =>
  (await app.call(getSelfieChecks, { as: moderator })).ok().checks.find((check) => check.id === id);
const getProfile = async () => (await app.call(getTrustProfile, { as: ann })).ok();
const hasBadge = async () =>
  (await app.call(getPublicProfile, { as: ben, params: { id: ann.id } })).ok().photos_checked;
const countPictures = async () =>
  (await queryRows(app, sql`select id from selfie_checks where user_id = ${ann.id} and picture is not null`)).length;
const newest = async () =>
  (await app.call(getNotifications, { as: ann })).ok().notifications.find(({ kind }) => kind === 'trust');

async function takeSelfie(): Promise<string> {
  const { id } = (await draw(ann)).ok();
  expect((await submit(ann, id)).statusCode).toBe(200);
  return id;
}

describe('the selfie check', () => {
  it('[7.24] shows a badge once a moderator compared the selfie with the photos, and deletes the selfie', async () => {
    const id = await takeSelfie();
    expect(await getProfile()).toMatchObject({ selfie: { status: 'waiting' }, verifications: { photo: false } });
    expect(await hasBadge()).toBe(false);
    const check = await findCheck(id);
    expect(check).toMatchObject({ user_id: ann.id, pose: expect.toBeOneOf([...SELFIE_POSES]) });
    expect(check?.photos.map((photo) => photo.id)).toEqual(photoIds);
    const seen = await look(check?.selfie_url ?? '', moderator);
    expect(seen.statusCode).toBe(200);
    expect(seen.rawPayload.includes('camera of ann')).toBe(false);
    const before = (await getProfile()).trust_score;
    (await decide(id)).ok();
    expect(await getProfile()).toMatchObject({ selfie: { status: 'none' }, verifications: { photo: true } });
    expect((await getProfile()).trust_score).toBeGreaterThan(before);
    expect(await hasBadge()).toBe(true);
    expect(await countPictures()).toBe(0);
    expect((await look(check?.selfie_url ?? '', moderator)).statusCode).toBe(404);
    expect((await newest())?.title).toBe('Your photos are checked');
    (await decide(id)).refused('not_found');
    (await draw(ann)).refused('conflict');
    const [entry] = (await app.call(getAudit, { as: moderator })).ok().entries;
    expect(entry).toMatchObject({ moderator: 'Mo', action: 'selfie_accepted' });
  });

  it('is counted in the metrics of the moderators while it waits, with its age', async () => {
    const measure = async (name: string) => {
      const { body } = await app.http.inject({
        url: '/metrics',
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      });
      return Number(body.match(new RegExp(`^moderation_${name} (\\d+)$`, 'm'))?.[1]);
    };
    const [waiting, id] = [await measure('waiting_selfies'), await takeSelfie()];
    app.clock.advance(DAY_MS);
    moderator = { ...moderator, ...(await signInAgain(app, moderator)) };
    expect(await measure('waiting_selfies')).toBe(waiting + 1);
    expect(await measure('oldest_waiting_seconds{queue="selfies"}')).toBeGreaterThanOrEqual(DAY_MS / 1_000);
    (await decide(id)).ok();
    expect(await measure('waiting_selfies')).toBe(waiting);
  });

  it('refuses with a reason, deletes the selfie, and may be repeated with a new pose', async () => {
    const id = await takeSelfie();
    (await decide(id, 'pose_missing')).ok();
    expect(await getProfile()).toMatchObject({
      selfie: { status: 'refused', refusal: 'pose_missing' },
      verifications: { photo: false },
    });
    expect((await newest())?.body).toContain('does not show the pose');
    expect([await countPictures(), await hasBadge()]).toEqual([0, false]);
    expect((await submit(ann, id)).statusCode).toBe(409);
    const again = await takeSelfie();
    expect(again).not.toBe(id);
    (await decide(again)).ok();
    expect(await hasBadge()).toBe(true);
  });

  it('needs a photo, and one pose holds until it expires and takes one picture', async () => {
    (await draw(ben)).refused('conflict');
    const challenge = (await draw(ann)).ok();
    expect((await draw(ann)).ok()).toEqual(challenge);
    expect((await submit(ben, challenge.id)).statusCode).toBe(404);
    expect((await submit(ann, challenge.id, Buffer.from('no picture'))).statusCode).toBe(415);
    app.clock.advance(SELFIE_CHALLENGE_MS);
    ann = { ...ann, ...(await signInAgain(app, ann)) };
    expect((await submit(ann, challenge.id)).json()).toMatchObject({ code: 'conflict' });
    const { id } = (await draw(ann)).ok();
    const twice = await Promise.all([submit(ann, id), submit(ann, id)]);
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    (await draw(ann)).refused('conflict');
    expect((await app.call(postTrustVerify, { as: ann, body: { kind: 'photo' } })).ok().status).toBe('requested');
  });

  it('counts only for the photos that the moderator compared', async () => {
    const id = await takeSelfie();
    const added = await app.features.photos.add(ann.id, picture);
    (await decide(id)).refused('conflict');
    expect(await getProfile()).toMatchObject({ selfie: { status: 'waiting' }, verifications: { photo: false } });
    (await decide(id, null, [...photoIds, added.id])).ok();
    expect(await hasBadge()).toBe(true);
  });

  it.each([
    ['a new photo', true, async () => void (await app.features.photos.add(ann.id, picture))],
    ['another main photo', true, () => app.call(putPhotoOrder, { as: ann, body: { ids: photoIds.toReversed() } })],
    ['without the main photo', true, () => app.call(deletePhoto, { as: ann, params: { id: photoIds[0] ?? '' } })],
    ['without a further photo', false, () => app.call(deletePhoto, { as: ann, params: { id: photoIds[1] ?? '' } })],
  ])('%s: the badge ends: %s', async (_what, ends, change) => {
    (await decide(await takeSelfie())).ok();
    const { trust_score } = await getProfile();
    await change();
    expect(await hasBadge()).toBe(!ends);
    expect((await getProfile()).trust_score < trust_score).toBe(ends);
    expect((await newest())?.title).toBe(ends ? 'Your photos changed' : 'Your photos are checked');
  });

  it('shows the selfie to moderators only, and to its owner in the export', async () => {
    const id = await takeSelfie();
    const url = (await findCheck(id))?.selfie_url ?? '';
    for (const user of [ann, ben]) expect((await look(url, user)).statusCode).toBe(404);
    const other = await buildUser(app.features, { isModerator: true });
    expect((await look(url, other)).statusCode).toBe(404);
    expect((await look(url, moderator)).statusCode).toBe(200);
    const setModerator = (is: boolean) =>
      queryRows(app, sql`update users set is_moderator = ${is} where id = ${moderator.id} returning 1`);
    await setModerator(false);
    expect((await look(url, moderator)).statusCode).toBe(404);
    await setModerator(true);
    const stored = await queryRows(app, sql`select picture from selfie_checks where id = ${id}`);
    expect(Buffer.from(stored[0]?.picture as Uint8Array).includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    const files = unzipSync((await look(getExport.path, ann)).rawPayload);
    expect((await sharp(Buffer.from(files['photos/selfie.jpg'] as Uint8Array)).metadata()).width).toBe(300);
  });

  it('ends with its deletion by the owner, with the last photo, with the account, and after 30 days', async () => {
    await takeSelfie();
    expect((await app.call(deleteSelfie, { as: ann })).ok().selfie.status).toBe('none');
    expect(await countPictures()).toBe(0);
    await takeSelfie();
    for (const id of photoIds) (await app.call(deletePhoto, { as: ann, params: { id } })).ok();
    expect(await countPictures()).toBe(0);
    await app.features.photos.add(ann.id, picture);
    await takeSelfie();
    await app.features.privacy.requestDeletion(ann.id, null);
    expect(await countPictures()).toBe(0);
    ({ one: ann } = await buildPair(app.features));
    await app.features.photos.add(ann.id, picture);
    await takeSelfie();
    app.clock.advance(31 * DAY_MS);
    await app.features.trust.sweepSelfies();
    expect(await countPictures()).toBe(0);
  });
});
