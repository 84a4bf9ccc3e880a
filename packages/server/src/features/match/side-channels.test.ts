import { getMatches, getMatchPotential, postMatchAccept, postMatchFind } from '@soulsight/contract/match';
import { type Place, patchMe } from '@soulsight/contract/profile';
import { DAY_MS, HOUR_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildPreferences, farPlace, givePremium, signInAgain } from '../../testing/test-users.ts';
import { type BuiltDater, buildDater, type DaterOptions } from '../demo/builders/dater.builder.ts';
import { SWEEP_JOB } from './match.jobs.ts';
import { SUGGESTION_LIFE_MS } from './match.rules.ts';

let app: TestApp;
let place: Place;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(() => {
  place = farPlace();
});
afterAll(() => app.stop());

const user = (gender: 'woman' | 'man', { profile, ...options }: DaterOptions = {}) =>
  buildDater(app.features, { gender, ...options, profile: { place, ...profile } });
const find = (as: BuiltDater) => app.call(postMatchFind, { as });
const like = (as: BuiltDater, id: string) => app.call(postMatchAccept, { as, params: { id }, body: {} });
const move = (as: BuiltDater, degrees: number) =>
  app.call(patchMe, { as, body: { place: { ...place, lat: place.lat + degrees } } });

describe('where somebody is', () => {
  it('cannot be measured by moving about: the distance stays what it was at the introduction', async () => {
    const [mia, tom] = [await user('woman'), await user('man')];
    const match = (await find(mia)).ok();
    expect(match.person).toMatchObject({ id: tom.id, distance_band: 'very_near' });
    for (const degrees of [0.5, 1, 3]) {
      (await move(mia, degrees)).ok();
      const { matches } = (await app.call(getMatches, { as: mia })).ok();
      expect(matches.map(({ person }) => person.distance_band)).toEqual(['very_near']);
    }
    expect((await app.features.match.introduce(tom.id, mia.id)).person.distance_band).toBe('farther');
  });

  it('changes at most three times a week, and saving the same place again is no change', async () => {
    const mia = await user('woman');
    for (const degrees of [0.5, 0.5, 1, 1, 2]) (await move(mia, degrees)).ok();
    const refusal = (await move(mia, 3)).refused('validation_failed');
    expect(refusal.detail).toMatch(
      /^You can change your place 3 times a week\. You can change it again from \d+ \w+\.$/,
    );
    expect(refusal.fields).toHaveProperty('place');
    (await move(mia, 2)).ok();
    app.clock.advance(7 * DAY_MS);
    (await move(await signInAgain(app, mia), 3)).ok();
  });
});

describe('how old somebody is', () => {
  it('stays the band of the introduction, whatever the viewer looks for later', async () => {
    const mia = await user('woman', { profile: { wishes: buildPreferences({ age_range: { min: 30, max: 40 } }) } });
    await user('man');
    const band = (await find(mia)).ok().person.age_band;
    expect(band).toBe('30-34');
    for (const min of [28, 29, 31, 32]) {
      await app.features.profile.update(mia.id, { wishes: buildPreferences({ age_range: { min, max: min + 4 } }) });
      expect((await find(mia)).ok().person.age_band).toBe(band);
    }
  });

  it('nor what they look for follows from narrow preferences', async () => {
    const mia = await user('woman');
    const refusal = async (wishes: ReturnType<typeof buildPreferences>) =>
      Object.keys((await app.call(patchMe, { as: mia, body: { wishes } })).refused('validation_failed').fields ?? {});
    expect(await refusal(buildPreferences({ age_range: { min: 30, max: 33 } }))).toEqual(['wishes.age_range.max']);
    expect(await refusal(buildPreferences({ intents: ['friendship'] }))).toEqual(['wishes.intents']);
    expect(await refusal(buildPreferences({ intents: ['friendship', 'friendship'] }))).toEqual(['wishes.intents']);
  });
});

describe('a search without a result', () => {
  it('gives no hint on the day that the preferences or the place changed', async () => {
    const mia = await user('woman', { profile: { wishes: buildPreferences({ max_distance_km: 20 }) } });
    for (let n = 0; n < 5; n++) {
      const wishes = buildPreferences({ genders: ['woman'], max_distance_km: null });
      await user('man', { profile: { place: { ...place, lat: place.lat + 1 }, wishes } });
    }
    const hint = async () => (await find(await signInAgain(app, mia))).refused('nobody_left').detail;
    expect(await hint()).toContain('a greater distance');
    await app.features.profile.update(mia.id, { wishes: buildPreferences({ max_distance_km: 25 }) });
    expect(await hint()).toBe('Nobody new fits for now. Please look again tomorrow.');
    app.clock.advance(DAY_MS);
    expect(await hint()).toContain('a greater distance');
  });
});

/** What Mia sees of Tom, who saw her first and liked her or not, while the same things happen to both. */
async function watch(
  isLiked: boolean,
  then: (people: { mia: BuiltDater; tom: BuiltDater; reconnect: () => Promise<void> }) => Promise<void>,
) {
  place = farPlace();
  const [mia, tom] = [await user('woman'), await user('man')];
  await givePremium(app, mia);
  const theirs = (await find(tom)).ok();
  if (isLiked) (await like(tom, theirs.id)).ok();
  app.clock.advance(HOUR_MS);
  const seen: unknown[] = [];
  const look = async () => {
    const as = await signInAgain(app, mia);
    const found = await find(as);
    const [listed, potential] = [await app.call(getMatches, { as }), await app.call(getMatchPotential, { as })];
    const { matches } = listed.ok();
    const ages = matches.map(({ created_at }) => app.clock.now().getTime() - Date.parse(created_at));
    const isSame = matches.every(({ id }) => id === theirs.id);
    const statuses = [...matches, ...potential.ok().matches].map(({ status, mutual_match }) => [status, mutual_match]);
    seen.push([found.status, ages, isSame, statuses]);
  };
  const connect = async () => {
    const made = await app.socket(await signInAgain(app, mia));
    await made.next('auth_success');
    return made;
  };
  let socket = await connect();
  const reconnect = async () => {
    await socket.close();
    socket = await connect();
  };
  await look();
  await then({ mia, tom, reconnect });
  await look();
  await app.features.profile.update(tom.id, { paused: false });
  await look();
  await app.drain();
  // Its answer comes after everything that was sent before.
  await socket.request('heartbeat');
  seen.push(socket.pending().map(({ type }) => type));
  await socket.close();
  return seen;
}

describe('a like before it is mutual', () => {
  it.each([
    ['nothing else happens', async () => {}],
    ['they pause', ({ tom }) => app.features.profile.update(tom.id, { paused: true }).then(() => {})],
    [
      'the suggestion grows old',
      async ({ reconnect }) => {
        app.clock.advance(SUGGESTION_LIFE_MS + HOUR_MS);
        // The session is over, and its socket closes at some moment.
        await reconnect();
        await app.core.jobs.send(SWEEP_JOB, {});
        await app.drain();
      },
    ],
  ] as [string, Parameters<typeof watch>[1]][])('shows nowhere when %s', async (_what, then) => {
    const [liked, seen] = [await watch(true, then), await watch(false, then)];
    expect(liked).toEqual(seen);
  });

  it('sends the other person nothing', async () => {
    const [mia, tom] = [await user('woman'), await user('man')];
    const { id } = (await find(mia)).ok();
    (await find(tom)).ok();
    const socket = await app.socket(tom);
    await socket.next('auth_success');
    await socket.next('bgp_sync');
    (await like(mia, id)).ok();
    await app.drain();
    await socket.request('heartbeat');
    expect(socket.pending().map(({ type }) => type)).toEqual([]);
  });

  it('does not move a match in the list of the other person', async () => {
    const mia = await user('woman');
    await givePremium(app, mia);
    const [tom, max] = [await user('man'), await user('man')];
    for (const { id } of [tom, max]) {
      await app.features.match.introduce(mia.id, id);
      await app.features.match.introduce(id, mia.id);
      app.clock.advance(HOUR_MS);
    }
    const order = async () => (await app.features.match.list(mia.id)).map(({ person }) => person.id);
    const before = await order();
    const [first] = await app.features.match.list(tom.id);
    await app.features.match.accept(tom.id, first?.id ?? '');
    expect(await order()).toEqual(before);
  });
});
