import { postMatchAccept, postMatchFind, postMatchLikes } from '@soulsight/contract/match';
import { getMe, patchMe, type SearchFilters } from '@soulsight/contract/profile';
import { DAY_MS } from '@soulsight/contract/time';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { givePremium, signInAgain } from '../../testing/test-users.ts';
import { buildTown } from '../../testing/town.ts';
import type { BuiltDater } from '../demo/builders/dater.builder.ts';
import { profiles } from '../profile/profile.tables.ts';
import { trustProfiles } from '../trust/trust.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
afterAll(() => app.stop());

const { woman, man, premiumWoman, likeOpenly } = buildTown(() => app);
const NO_FILTERS: SearchFilters = { photos_checked: false, recently_active: false };
const setFilters = (as: BuiltDater, filters: Partial<SearchFilters>) =>
  app.call(patchMe, { as, body: { filters: { ...NO_FILTERS, ...filters } } });
const find = (as: BuiltDater) => app.call(postMatchFind, { as });

async function checkPhotos({ id }: BuiltDater): Promise<void> {
  const now = app.clock.now();
  const checked = { photoVerified: true, alpha: 1, beta: 1, fadedAt: now, updatedAt: now };
  await app.database.db
    .insert(trustProfiles)
    .values({ userId: id, ...checked })
    .onConflictDoUpdate({ target: trustProfiles.userId, set: { photoVerified: true } });
}
async function setActive({ id }: BuiltDater, daysAgo: number): Promise<void> {
  const lastActiveAt = new Date(app.clock.now().getTime() - daysAgo * DAY_MS);
  await app.database.db.update(profiles).set({ lastActiveAt }).where(eq(profiles.userId, id));
}

it('[6.3] need premium on the server; turning them off does not', async () => {
  const mia = await woman();
  (await setFilters(mia, { photos_checked: true })).refused('premium_required');
  (await setFilters(mia, { recently_active: true })).refused('premium_required');
  (await setFilters(mia, {})).ok();
  await givePremium(app, mia);
  expect((await setFilters(mia, { photos_checked: true })).ok().filters).toEqual({
    ...NO_FILTERS,
    photos_checked: true,
  });
});

it('[6.3] narrow the own search, count no longer when premium ends, and hide the user from nobody', async () => {
  const [mia, tom] = [await premiumWoman(), await man()];
  (await setFilters(mia, { photos_checked: true })).ok();
  (await find(mia)).refused('nobody_left');
  expect((await find(tom)).ok().person.id).toBe(mia.id);
  app.clock.advance(60 * DAY_MS);
  const later = await signInAgain(app, mia);
  expect((await app.call(getMe, { as: later })).ok().filters).toEqual(NO_FILTERS);
  expect((await find(later)).ok().person.id).toBe(tom.id);
});

it('[6.3] keep users with checked photos, and those who were here this week or hide being online', async () => {
  const [mia, old, recent, hidden] = [await premiumWoman(), await man(), await man(), await man()];
  await setActive(old, 8);
  await setActive(recent, 6);
  await setActive(hidden, 30);
  await app.features.profile.updatePreferences(hidden.id, { show_online: false });
  (await setFilters(mia, { recently_active: true })).ok();
  const met = [];
  for (let n = 0; n < 2; n++) {
    const { id, person } = (await find(mia)).ok();
    met.push(person.id);
    (await app.call(postMatchAccept, { as: mia, params: { id }, body: {} })).ok();
  }
  expect(met.sort()).toEqual([recent.id, hidden.id].sort());
  (await find(mia)).refused('nobody_left');
  await checkPhotos(old);
  (await setFilters(mia, { photos_checked: true })).ok();
  expect((await find(mia)).ok().person.id).toBe(old.id);
});

it('[6.3] also decide which open likes are shown', async () => {
  const [mia, tom, max] = [await premiumWoman(), await man(), await man()];
  await checkPhotos(max);
  (await setFilters(mia, { photos_checked: true })).ok();
  for (const as of [tom, max]) await likeOpenly(as, mia);
  const { matches } = (await app.call(postMatchLikes, { as: mia })).ok();
  expect(matches.map(({ person }) => person.id)).toEqual([max.id]);
});

it('give no hint on the day that they changed, and then speak of at least five people', async () => {
  const mia = await premiumWoman();
  for (let n = 0; n < 5; n++) await man();
  (await setFilters(mia, { photos_checked: true })).ok();
  (await setFilters(mia, { photos_checked: true, recently_active: true })).ok();
  (await setFilters(mia, { photos_checked: true })).ok();
  const hint = async () => (await find(await signInAgain(app, mia))).refused('nobody_left').detail;
  expect(await hint()).not.toContain('photos');
  app.clock.advance(DAY_MS);
  expect(await hint()).toContain('people whose photos were not checked');
});
