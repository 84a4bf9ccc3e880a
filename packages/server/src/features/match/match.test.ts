import { updateExposure } from '@soulsight/affinity/exposure';
import { ITEMS } from '@soulsight/affinity/questionnaire';
import { postBgpCompatibility } from '@soulsight/contract/bgp';
import { FREE_DAILY_MATCHES, PASS_UNDO_MS } from '@soulsight/contract/limits';
import {
  deleteMatch,
  getMatch,
  getMatches,
  getMatchPassed,
  getMatchPotential,
  postMatchAccept,
  postMatchFind,
  postMatchLike,
  postMatchPass,
  postMatchReject,
  postMatchUndo,
} from '@soulsight/contract/match';
import { GENDERS, INTENTS, type Intent, type Place, patchMe, postDeleteMe } from '@soulsight/contract/profile';
import { postBlock } from '@soulsight/contract/safety';
import { DAY_MS, MINUTE_MS, toUtcDay } from '@soulsight/contract/time';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withFailingQuery } from '../../testing/failing-query.ts';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildPreferences, farPlace, givePremium, signInAgain } from '../../testing/test-users.ts';
import { users } from '../auth/auth.tables.ts';
import { bgpProfiles } from '../bgp/bgp.tables.ts';
import { type BuiltDater, buildDater, buildMutualMatch, type DaterOptions } from '../demo/builders/dater.builder.ts';
import { exposureExcessSql, recordShowing } from './exposure.store.ts';
import { SWEEP_JOB } from './match.jobs.ts';
import { PASS_UNDO_PREMIUM_MS, SUGGESTION_LIFE_MS } from './match.rules.ts';
import { createMatchService } from './match.service.ts';
import { configureSearch } from './match.store.ts';
import { discovery } from './match.tables.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
let place: Place;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(() => {
  place = farPlace();
});
afterAll(() => app.stop());

const user = ({ profile, ...options }: DaterOptions = {}) =>
  buildDater(app.features, { ...options, profile: { place, ...profile } });
const woman = (options: DaterOptions = {}) => user({ gender: 'woman', ...options });
const man = (options: DaterOptions = {}) => user({ gender: 'man', ...options });
const find = (as: BuiltDater) => app.call(postMatchFind, { as });
const mutual = (one: BuiltDater, other: BuiltDater) => buildMutualMatch(app.features, one, other);
const signedInAgain = (someone: BuiltDater) => signInAgain(app, someone);
const makePremium = (someone: BuiltDater) => givePremium(app, someone);

async function suspend({ id }: BuiltDater): Promise<void> {
  const bannedUntil = new Date(app.clock.now().getTime() + DAY_MS);
  await app.database.db.update(users).set({ bannedUntil }).where(eq(users.id, id));
}

const today = () => toUtcDay(app.clock.now());
const dayAfter = (days: number) => toUtcDay(new Date(app.clock.now().getTime() + days * DAY_MS));

async function findDiscovery({ id }: BuiltDater) {
  const [row] = await app.database.db.select().from(discovery).where(eq(discovery.userId, id));
  return row!;
}

async function findModel({ id }: BuiltDater) {
  const [row] = await app.database.db.select().from(bgpProfiles).where(eq(bgpProfiles.userId, id));
  return row!;
}

describe('finding', () => {
  it('[1.3][3.10][7.8] introduces someone with compatibility, trust, no guess about the connection, reasons and two things to talk about', async () => {
    const [mia, tom] = [await woman({ name: 'Mia' }), await man({ name: 'Tom' })];
    const match = (await find(mia)).ok();
    expect(match).toMatchObject({
      status: 'suggested',
      mutual_match: false,
      conversation_id: null,
      emotional_connection_score: null,
      emotional_connection_expected: null,
      reveal_status: 'aura',
      person: { id: tom.id, stage: 0 },
    });
    expect(match.compatibility_score).toBeGreaterThan(0);
    expect(match.trust_score).toBeGreaterThanOrEqual(85);
    expect(match.reasons.length).toBeGreaterThan(0);
    expect(match.talking_points).toHaveLength(2);
    expect(JSON.stringify(match)).not.toContain('Tom');
    expect(JSON.stringify(match)).not.toContain('bakes bread');
  });

  it('returns an undecided suggestion again, without using the allowance', async () => {
    const mia = await woman();
    await man();
    await man();
    const first = (await find(mia)).ok();
    expect((await find(mia)).ok().id).toBe(first.id);
    const { usage_limits } = (await app.call(getMatches, { as: mia })).ok();
    expect(usage_limits).toMatchObject({ daily_matches_used: 1, daily_matches_limit: FREE_DAILY_MATCHES });
  });

  it('[5.2][1.8][3.13] rejects a free user over the daily limit until local midnight', async () => {
    const mia = await woman({ profile: { timezone: 'America/New_York' } });
    await man();
    await man();
    app.clock.set(new Date('2027-11-20T23:00:00Z'));
    const mia2 = await signedInAgain(mia);
    const first = (await find(mia2)).ok();
    (await app.call(postMatchReject, { as: mia2, params: { id: first.id }, body: {} })).ok();
    const refusal = (await find(mia2)).refused('daily_match_limit');
    expect(refusal.detail).toBe('Daily match limit reached. Upgrade to Premium for unlimited matches.');
    const { usage_limits } = (await app.call(getMatches, { as: mia2 })).ok();
    expect(usage_limits.next_match_available).toBe('2027-11-21T05:00:00.000Z');
    app.clock.set(new Date('2027-11-21T04:59:00Z'));
    const late = await signedInAgain(mia);
    (await find(late)).refused('daily_match_limit');
    app.clock.set(new Date('2027-11-21T05:00:00Z'));
    expect((await find(late)).ok().id).not.toBe(first.id);
  });

  it('[5.2] moving west does not reset the limit, and the time of the next match is right', async () => {
    const mia = await woman({ profile: { timezone: 'Pacific/Kiritimati' } });
    await man();
    await man();
    app.clock.set(new Date('2028-02-10T12:00:00Z'));
    const as = await signedInAgain(mia);
    const { id } = (await find(as)).ok();
    (await app.call(postMatchReject, { as, params: { id }, body: {} })).ok();
    (await app.call(patchMe, { as, body: { timezone: 'Pacific/Pago_Pago' } })).ok();
    const { usage_limits } = (await app.call(getMatches, { as })).ok();
    app.clock.set(new Date(Date.parse(usage_limits.next_match_available ?? '') - MINUTE_MS));
    (await find(await signedInAgain(mia))).refused('daily_match_limit');
    app.clock.advance(MINUTE_MS);
    (await find(await signedInAgain(mia))).ok();
  });

  it('[6.3] premium has no daily limit', async () => {
    const mia = await woman();
    await makePremium(mia);
    for (let i = 0; i < 3; i++) await man();
    const met = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const match = (await find(mia)).ok();
      met.add(match.person.id);
      (await app.call(postMatchPass, { as: mia, body: { match_id: match.id } })).ok();
    }
    expect(met.size).toBe(3);
    const { usage_limits } = (await app.call(getMatches, { as: mia })).ok();
    expect(usage_limits).toMatchObject({ daily_matches_used: 3, daily_matches_limit: null, conversation_limit: null });
  });

  it('suggests what to widen when nobody is left, without using the allowance', async () => {
    const mia = await woman({ profile: { wishes: buildPreferences({ max_distance_km: 20 }) } });
    for (let n = 0; n < 5; n++) {
      expect((await find(mia)).refused('nobody_left').detail).not.toContain('distance');
      await man({
        profile: {
          place: { ...place, lat: place.lat + 1 },
          wishes: buildPreferences({ genders: ['woman'], max_distance_km: null }),
        },
      });
    }
    const { detail } = (await find(mia)).refused('nobody_left');
    expect(detail).toContain('a greater distance');
    const { usage_limits } = (await app.call(getMatches, { as: mia })).ok();
    expect(usage_limits).toMatchObject({ daily_matches_used: 0, next_match_available: null });
  });

  it('asks a user with an incomplete profile to complete it, and tells a paused user so', async () => {
    const fresh = await user({ profile: { wishes: undefined as never, place: undefined as never } });
    await man();
    (await find(fresh)).refused('onboarding_incomplete');
    const paused = await woman({ profile: { paused: true } });
    expect((await find(paused)).refused('nobody_left').detail).toContain('paused');
  });

  it.each([
    ['gender', { profile: { wishes: buildPreferences({ genders: ['man'] }) } }],
    ['age', { profile: { wishes: buildPreferences({ genders: ['woman'], age_range: { min: 40, max: 60 } }) } }],
    ['distance', { profile: { place: { name: 'The pole', lat: 89, lon: 0 } } }],
    ['intent', { intent: 'friendship' }],
    ['a pause', { profile: { paused: true } }],
    ['an unverified email', { verified: false }],
    ['a suspension', { suspended: true }],
  ] as [string, DaterOptions & { suspended?: boolean }][])(
    'never crosses %s, for either user',
    async (_what, { suspended, ...options }) => {
      const mia = await woman();
      const tom = await man(options);
      if (suspended) await suspend(tom);
      (await find(mia)).refused('nobody_left');
      expect((await find(tom)).status).toBeGreaterThanOrEqual(400);
    },
  );

  it('never introduces the same two users again after a pass', async () => {
    const [mia, tom] = [await woman(), await man()];
    await makePremium(mia);
    const match = (await find(mia)).ok();
    (await app.call(postMatchReject, { as: mia, params: { id: match.id }, body: { reason: 'Not for me' } })).ok();
    (await find(mia)).refused('nobody_left');
    (await find(tom)).refused('nobody_left');
  });

  it('includes users who already liked the seeker, without revealing it', async () => {
    const mia = await woman();
    const tom = await man();
    const liked = (await find(tom)).ok();
    (await app.call(postMatchAccept, { as: tom, params: { id: liked.id }, body: {} })).ok();
    const found = (await find(mia)).ok();
    expect(found.person.id).toBe(tom.id);
    expect(found).toMatchObject({ status: 'suggested', mutual_match: false });
    expect(Object.keys(found).sort()).toEqual(Object.keys(liked).sort());
  });

  it('shows nobody more often per day than the cap', async () => {
    const tom = await man();
    const women = [await woman(), await woman(), await woman()];
    const answers = [];
    for (const each of women) answers.push(await find(each));
    expect(answers.map((a) => a.status)).toEqual([200, 200, 404]);
    expect(answers[2]?.refused('nobody_left').detail).toContain('Nobody new fits');
    app.clock.advance(DAY_MS);
    expect((await find(await signedInAgain(women[2]!))).ok().person.id).toBe(tom.id);
  });
});

describe('a search that takes too long', () => {
  it('is reported as unavailable, and uses nothing up', async () => {
    const mia = await woman();
    await man();
    const db = withFailingQuery(app.core.db, /with best as materialized/, 'queryCanceled');
    const match = createMatchService({ ...app.core, db }, app.features);
    await expect(match.find(mia.id)).rejects.toMatchObject({ code: 'unavailable' });
    const { usage_limits } = (await app.call(getMatches, { as: mia })).ok();
    expect(usage_limits.daily_matches_used).toBe(0);
    expect((await find(mia)).ok().status).toBe('suggested');
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)('is cancelled by the database server', async () => {
    const slow = app.database.db.transaction(async (tx) => {
      await configureSearch(tx, 40);
      await tx.execute(sql`select pg_sleep(5)`);
    });
    await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
  });
});

describe('the discovery row of a user', () => {
  it('follows the profile and the behaviour, with one bit for each gender and intent', async () => {
    for (const [n, gender] of GENDERS.entries()) {
      const someone = await user({
        gender,
        intent: INTENTS[n] as Intent,
        profile: { wishes: buildPreferences({ genders: [...GENDERS], intents: [...INTENTS] }) },
      });
      expect(await findDiscovery(someone)).toMatchObject({
        ...{ findable: true, gender: 1 << n, wantsGenders: 7, intent: 1 << n, wantsIntents: 15, born: '1994-06-15' },
        reach: expect.closeTo(100 ** 2, 0),
      });
    }
    const mia = await woman({ intent: 'friendship' });
    expect((await findDiscovery(mia)).intent).toBe(8);
    const before = (await findDiscovery(mia)).offer;
    await app.features.bgp.answer(mia.id, [{ id: ITEMS[0]!.id, answer: 5 }]);
    expect((await findDiscovery(mia)).offer).not.toEqual(before);
    const { offer } = await findModel(mia);
    expect((await findDiscovery(mia)).offer).toEqual(offer?.map((number) => expect.closeTo(number, 2)));
    await app.features.profile.update(mia.id, { paused: true });
    expect((await findDiscovery(mia)).findable).toBe(false);
  });
});

describe('exposure', () => {
  it('has no price for a newcomer, a price for a user shown often, and a bonus for one who is overlooked', async () => {
    const showing = { userId: NOBODY, today: today(), cap: null, fairShare: 2 };
    const [newcomer, shown, overlooked] = [await man(), await man(), await man()];
    const excess = async ({ id }: BuiltDater, day: string) => {
      const fair = sql`ln(2::float8)`;
      const { rows } = await app.database.db.execute<{ excess: number }>(
        sql`select ${exposureExcessSql(sql`${day}::date`, fair)}::float8 as excess from discovery d where user_id = ${id}::uuid`,
      );
      return rows[0]?.excess ?? Number.NaN;
    };
    expect(await excess(newcomer, today())).toBe(0);
    for (let n = 0; n < 6; n++) await recordShowing(app.database.db, { ...showing, userId: shown.id });
    const [day1, day6] = [dayAfter(1), dayAfter(6)];
    const moved = updateExposure(2, 6);
    expect(await excess(shown, today())).toBeCloseTo(0, 6);
    expect(await excess(shown, day1)).toBeCloseTo(Math.log(moved / 2), 4);
    expect(await excess(shown, day6)).toBeCloseTo(Math.log(updateExposure(moved, 0, 5) / 2), 4);
    expect(await excess(overlooked, day6)).toBeCloseTo(Math.log(updateExposure(2, 0, 6) / 2), 4);
    expect(await recordShowing(app.database.db, { ...showing, userId: shown.id, today: day6, cap: 1 })).toBe(true);
    expect(await recordShowing(app.database.db, { ...showing, userId: shown.id, today: day6, cap: 1 })).toBe(false);
    expect(await excess(shown, dayAfter(7))).toBeCloseTo(
      Math.log(updateExposure(updateExposure(moved, 0, 5), 1) / 2),
      4,
    );
  });
});

describe('a suggestion', () => {
  it('of a user who left is replaced without using the allowance again', async () => {
    const mia = await woman();
    const [tom, ben] = [await man(), await man()];
    const first = (await find(mia)).ok();
    const [gone, left] = first.person.id === tom.id ? [tom, ben] : [ben, tom];
    const socket = await app.socket(mia);
    await socket.next('auth_success');
    await app.features.profile.update(gone.id, { paused: true });
    const second = (await find(mia)).ok();
    expect(second.person.id).toBe(left.id);
    expect((await socket.next('match_expired')).payload).toEqual({ match_id: first.id });
    const { matches, usage_limits } = (await app.call(getMatches, { as: mia })).ok();
    expect(matches.map(({ id }) => id)).toEqual([second.id]);
    expect(usage_limits.daily_matches_used).toBe(1);
    await app.features.profile.update(gone.id, { paused: false });
    (await app.call(postMatchPass, { as: mia, body: { match_id: second.id } })).ok();
    app.clock.advance(DAY_MS);
    expect((await find(await signedInAgain(mia))).ok().person.id).toBe(gone.id);
  });

  it('[4.19] expires when undecided, but not when liked', async () => {
    const [mia, ann] = [await woman(), await woman()];
    const [tom] = [await man()];
    const ignored = (await find(mia)).ok();
    const liked = (await find(ann)).ok();
    expect([ignored.person.id, liked.person.id]).toEqual([tom.id, tom.id]);
    (await app.call(postMatchAccept, { as: ann, params: { id: liked.id }, body: {} })).ok();
    app.clock.advance(SUGGESTION_LIFE_MS + 1);
    const later = await signedInAgain(mia);
    const socket = await app.socket(later);
    await socket.next('auth_success');
    await app.core.jobs.send(SWEEP_JOB, {});
    await app.drain();
    expect((await socket.next('match_expired')).payload).toEqual({ match_id: ignored.id });
    (await app.call(getMatch, { as: later, params: { id: ignored.id } })).refused('match_gone');
    expect((await app.call(getMatch, { as: await signedInAgain(ann), params: { id: liked.id } })).ok().status).toBe(
      'liked',
    );
  });

  it('has the same current score for both users everywhere', async () => {
    const [mia, tom] = [await woman(), await man()];
    const { id } = (await find(mia)).ok();
    const scores = async (...who: BuiltDater[]) => {
      const seen = [];
      for (const as of who) {
        const [match, other] = [(await app.call(getMatch, { as, params: { id } })).ok(), as === mia ? tom : mia];
        const body = { user_bgp: as.id, other_bgp: other.id };
        seen.push(match.compatibility_score, (await app.call(postBgpCompatibility, { as, body })).ok().overall_score);
      }
      return new Set(seen);
    };
    const first = await scores(mia);
    expect(first.size).toBe(1);
    for (const { id: userId } of [mia, tom])
      await app.database.db.update(bgpProfiles).set({ a: 2, va: 0.1 }).where(eq(bgpProfiles.userId, userId));
    expect((await find(tom)).ok().id).toBe(id);
    const after = await scores(mia, tom);
    expect(after.size).toBe(1);
    expect(after).not.toEqual(first);
  });

  it('has a score that no like, match or nightly fit of the two moves', async () => {
    const [mia, tom] = [await woman(), await man()];
    const { id } = (await find(mia)).ok();
    const see = async (as: BuiltDater, other: BuiltDater) => {
      const session = await signedInAgain(as);
      const match = (await app.call(getMatch, { as: session, params: { id } })).ok();
      const body = { user_bgp: as.id, other_bgp: other.id };
      const { overall_score, range, reasons } = (await app.call(postBgpCompatibility, { as: session, body })).ok();
      expect([match.compatibility_score, match.compatibility_range, match.reasons]).toEqual([
        ...[overall_score, range, reasons],
      ]);
      return { overall_score, range, reasons };
    };
    const before = await see(mia, tom);
    const like = async (as: BuiltDater) => {
      (await app.call(postMatchAccept, { as: await signedInAgain(as), params: { id }, body: {} })).ok();
      await app.drain();
    };
    await like(mia);
    const [readiness] = await app.database.db.select().from(bgpProfiles).where(eq(bgpProfiles.userId, mia.id));
    expect(readiness?.a).toBeGreaterThan(0.1);
    expect(await see(mia, tom)).toEqual(before);
    expect((await find(tom)).ok().id).toBe(id);
    expect(await see(tom, mia)).toEqual(before);
    await like(tom);
    expect([await see(mia, tom), await see(tom, mia)]).toEqual([before, before]);
    expect(await app.features.bgp.learn()).toMatchObject({ estimated: expect.any(Number) });
    const [estimated] = await app.database.db.select().from(bgpProfiles).where(eq(bgpProfiles.userId, mia.id));
    expect(estimated?.a).not.toBe(readiness?.a);
    expect([await see(mia, tom), await see(tom, mia)]).toEqual([before, before]);
  });

  it('says that it is too early between two newcomers, and gives no number with a reason', async () => {
    const [mia, tom] = [await woman(), await man()];
    const match = (await find(mia)).ok();
    expect(match.person.id).toBe(tom.id);
    expect(match.compatibility_range.too_early).toBe(true);
    for (const reason of match.reasons) {
      expect(Object.values(reason).every((value) => typeof value === 'string')).toBe(true);
      expect(reason.text).not.toMatch(/\d/);
    }
  });

  it('[4.19] gets a new score when the profiles change, and both users are notified', async () => {
    const [mia, tom] = [await woman(), await man()];
    const id = await mutual(mia, tom);
    const before = (await app.call(getMatch, { as: mia, params: { id } })).ok();
    const socket = await app.socket(mia);
    await socket.next('auth_success');
    for (const { id: userId } of [mia, tom]) {
      await app.database.db.update(bgpProfiles).set({ a: 3, va: 0.1 }).where(eq(bgpProfiles.userId, userId));
    }
    await app.features.match.refreshScores(id);
    const event = (await socket.next('compatibility_update')).payload;
    const after = (await app.call(getMatch, { as: mia, params: { id } })).ok();
    expect(after.compatibility_score).toBeGreaterThan(before.compatibility_score);
    expect(event).toEqual({ match_id: id, compatibility_score: after.compatibility_score });
    expect((await app.call(getMatch, { as: tom, params: { id } })).ok().compatibility_score).toBe(
      after.compatibility_score,
    );
  });
});

describe('concurrent requests', () => {
  it('two users who find each other get the same match', async () => {
    for (let round = 0; round < 4; round++) {
      place = farPlace();
      const [mia, tom] = [await woman(), await man()];
      const [one, other] = await Promise.all([find(mia), find(tom)]);
      expect(one.ok().id).toBe(other.ok().id);
    }
  });

  it('one user who searches several times at once uses the allowance once', async () => {
    const mia = await woman();
    for (let i = 0; i < 4; i++) await man();
    const answers = await Promise.all(Array.from({ length: 8 }, () => find(mia)));
    expect(new Set(answers.map((answer) => answer.ok().id)).size).toBe(1);
    const { usage_limits, matches } = (await app.call(getMatches, { as: mia })).ok();
    expect(usage_limits.daily_matches_used).toBe(1);
    expect(matches).toHaveLength(1);
  });

  it('many searches at once respect the cap and never fail', async () => {
    const women = await Promise.all(Array.from({ length: 6 }, () => woman()));
    const men = await Promise.all(Array.from({ length: 6 }, () => man()));
    const answers = await Promise.all([...women, ...men].map(find));
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    const shown = Map.groupBy(
      answers.filter((a) => a.status === 200).map((a) => a.ok()),
      (m) => m.person.id,
    );
    for (const times of shown.values()) expect(times.length).toBeLessThanOrEqual(2);
  });

  it('two users who accept at once become mutual once', async () => {
    const [mia, tom] = [await woman(), await man()];
    const { id } = (await find(mia)).ok();
    (await find(tom)).ok();
    const accept = (as: BuiltDater) => app.call(postMatchAccept, { as, params: { id }, body: {} });
    const [one, other] = await Promise.all([accept(mia), accept(tom)]);
    expect([one.ok().mutual_match, other.ok().mutual_match].filter(Boolean)).toHaveLength(1);
    expect((await app.call(getMatch, { as: mia, params: { id } })).ok().mutual_match).toBe(true);
  });
});

describe('deciding', () => {
  it('[4.22][7.9][4.19] accepting likes; when the other accepts too it is mutual, and both are notified without a reload', async () => {
    const [mia, tom] = [await woman({ name: 'Mia' }), await man()];
    const [miaSocket, tomSocket] = [await app.socket(mia), await app.socket(tom)];
    for (const socket of [miaSocket, tomSocket]) await socket.next('auth_success');
    const { id } = (await find(mia)).ok();
    const liked = (await app.call(postMatchAccept, { as: mia, params: { id }, body: { decision_time: 4_000 } })).ok();
    expect(liked).toMatchObject({ mutual_match: false, match: { status: 'liked', mutual_match: false } });
    expect((await miaSocket.next('match_liked')).payload).toEqual({});

    (await find(tom)).ok();
    const mutual = (await app.call(postMatchLike, { as: tom, body: { match_id: id } })).ok();
    expect(mutual).toMatchObject({ mutual_match: true, match: { status: 'liked', mutual_match: true } });
    expect((await miaSocket.next('match_mutual')).payload).toEqual({ match_id: id });
    expect((await tomSocket.next('new_match')).payload).toEqual({ match_id: id });
    const event = await miaSocket.next('notification');
    expect(JSON.stringify(event.payload)).not.toContain(tom.name);
    expect((await app.call(getMatches, { as: mia })).ok().matches[0]).toMatchObject({ mutual_match: true });
  });

  it('[7.10][4.22] a pass removes the match for the user; the other keeps theirs, and their like is never mutual', async () => {
    const [mia, tom] = [await woman(), await man()];
    const { id } = (await find(mia)).ok();
    (await find(tom)).ok();
    (await app.call(postMatchReject, { as: mia, params: { id }, body: { reason: 'No spark' } })).ok();
    expect((await app.call(getMatches, { as: mia })).ok().matches).toEqual([]);
    (await app.call(getMatch, { as: mia, params: { id } })).refused('match_gone');
    (await app.call(postMatchAccept, { as: mia, params: { id }, body: {} })).refused('match_gone');
    const liked = (await app.call(postMatchAccept, { as: tom, params: { id }, body: {} })).ok();
    expect(liked).toMatchObject({ mutual_match: false, match: { status: 'liked', mutual_match: false } });
    (await app.call(postMatchReject, { as: mia, params: { id }, body: {} })).ok();
    (await app.call(postBlock, { as: mia, params: { id: tom.id } })).ok();
    (await app.call(getMatch, { as: tom, params: { id } })).refused('match_gone');
  });

  it('[7.19] after an undone pass a like can still become mutual', async () => {
    const [mia, tom] = [await woman(), await man()];
    const { id } = (await find(mia)).ok();
    (await find(tom)).ok();
    (await app.call(postMatchReject, { as: mia, params: { id }, body: {} })).ok();
    (await app.call(postMatchAccept, { as: tom, params: { id }, body: {} })).ok();
    (await app.call(postMatchUndo, { as: mia, params: { id } })).ok();
    expect((await app.call(postMatchAccept, { as: mia, params: { id }, body: {} })).ok().mutual_match).toBe(true);
  });

  it('[7.19] a pass can be undone for a short time only', async () => {
    const mia = await woman();
    await man();
    const { id } = (await find(mia)).ok();
    const pass = () => app.call(postMatchReject, { as: mia, params: { id }, body: {} });
    (await pass()).ok();
    expect((await app.call(postMatchUndo, { as: mia, params: { id } })).ok()).toMatchObject({
      id,
      status: 'suggested',
    });
    expect((await app.call(getMatchPotential, { as: mia })).ok().matches).toHaveLength(1);
    await app.drain();
    (await pass()).ok();
    app.clock.advance(PASS_UNDO_MS + 1);
    await app.drain();
    (await app.call(postMatchUndo, { as: mia, params: { id } })).refused('match_gone');
  });

  it('[6.3] with premium a pass can be undone for a day, and is listed until then; it is learned afterwards', async () => {
    const [mia, tom] = [await woman(), await man()];
    await makePremium(mia);
    const { id } = (await find(mia)).ok();
    const passed = async (as: BuiltDater) =>
      (await app.call(getMatchPassed, { as: await signedInAgain(as) })).ok().matches.map(({ id: one }) => one);
    (await app.call(postMatchReject, { as: mia, params: { id }, body: {} })).ok();
    app.clock.advance(DAY_MS - 1);
    await app.drain();
    expect([await passed(mia), await passed(tom)]).toEqual([[id], []]);
    const as = await signedInAgain(mia);
    expect((await app.call(postMatchUndo, { as, params: { id } })).ok().status).toBe('suggested');
    const before = await findModel(mia);
    (await app.call(postMatchReject, { as, params: { id }, body: {} })).ok();
    app.clock.advance(PASS_UNDO_PREMIUM_MS + 1);
    await app.drain();
    expect((await findModel(mia)).a).toBeLessThan(before.a);
    expect(await passed(mia)).toEqual([]);
    (await app.call(postMatchUndo, { as: await signedInAgain(mia), params: { id } })).refused('match_gone');
  });

  it('[7.26] a pass cannot be undone after the other user blocked the caller or left', async () => {
    for (const leave of [
      (tom: BuiltDater, mia: BuiltDater) => app.call(postBlock, { as: tom, params: { id: mia.id } }),
      (tom: BuiltDater) => app.call(postDeleteMe, { as: tom, body: { confirm: 'DELETE' } }),
    ]) {
      const [mia, tom] = [await woman(), await man()];
      const { id } = await app.features.match.introduce(mia.id, tom.id);
      await app.features.match.introduce(tom.id, mia.id);
      (await app.call(postMatchAccept, { as: tom, params: { id }, body: {} })).ok();
      (await app.call(postMatchReject, { as: mia, params: { id }, body: {} })).ok();
      (await leave(tom, mia)).ok();
      (await app.call(postMatchUndo, { as: mia, params: { id } })).refused('match_gone');
      (await app.call(postMatchAccept, { as: mia, params: { id }, body: {} })).refused('match_gone');
    }
  });

  it('[3.8] a decision is learned once, a pass only when it can no longer be undone', async () => {
    const mia = await woman();
    const tom = await man();
    const before = await findModel(mia);
    const { id } = (await find(mia)).ok();
    (await app.call(postMatchReject, { as: mia, params: { id }, body: { decision_time: 2_500 } })).ok();
    await app.drain();
    expect((await findModel(mia)).a).toBe(before.a);
    app.clock.advance(PASS_UNDO_MS);
    await app.drain();
    await app.drain();
    const after = await findModel(mia);
    expect(after.a).toBeLessThan(before.a);
    expect((await findModel(tom)).b).toBeLessThan(before.b);
    const events = (await app.features.bgp.profile(mia.id)).recent_events;
    expect(events.find(({ type }) => type === 'match_passed')?.metadata).toEqual({ decision_time: 2.5 });
    expect(events.filter(({ type }) => type === 'match_passed')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'profile_viewed')).toHaveLength(1);
  });

  it('that nobody made in time ends the suggestion, however many there are after an outage', async () => {
    const own = await buildTestApp();
    const shownAt = new Date(own.clock.now().getTime() - SUGGESTION_LIFE_MS - DAY_MS).toISOString();
    try {
      await own.core.db.execute(sql`
        with people as (insert into users (id, created_at, updated_at) select gen_random_uuid(), now(), now() from generate_series(1, 33) returning id),
          pairs as (insert into matches (id, lo, hi, compatibility_score, created_at, updated_at)
            select gen_random_uuid(), a.id, b.id, 50, now(), now() from people a join people b on a.id < b.id returning id, lo, hi)
        insert into match_sides (match_id, user_id, other_id, shown_at) select id, lo, hi, ${shownAt}::timestamptz from pairs`);
      await own.core.jobs.send(SWEEP_JOB, {});
      await own.drain();
      expect(await queryRows(own, sql`select decision, count(*)::int as n from match_sides group by 1`)).toEqual([
        { decision: 'expired', n: (33 * 32) / 2 },
      ]);
    } finally {
      await own.stop();
    }
  });

  it('may take longer than a day on a page that stays open', async () => {
    const [mia] = [await woman(), await man()];
    const { id } = (await find(mia)).ok();
    (await app.call(postMatchReject, { as: mia, params: { id }, body: { decision_time: 40 * DAY_MS } })).ok();
    const rows = await queryRows(app, sql`select decision_ms from match_sides where match_id = ${id}`);
    expect(rows).toEqual([{ decision_ms: DAY_MS }]);
  });

  it('a reason that arrives after the pass was undone passes nobody', async () => {
    const [mia] = [await woman(), await man()];
    const { id } = (await find(mia)).ok();
    const body = { reason: 'Too far away', explains: true as const };
    const reject = (of: object) => app.call(postMatchReject, { as: mia, params: { id }, body: of });
    (await reject(body)).refused('match_gone');
    (await reject({})).ok();
    (await reject(body)).ok();
    (await app.call(postMatchUndo, { as: mia, params: { id } })).ok();
    (await reject(body)).refused('match_gone');
    expect((await app.call(getMatch, { as: mia, params: { id } })).ok().status).toBe('suggested');
  });

  it('unmatching closes the match for both at once and notifies their open pages', async () => {
    const [mia, tom] = [await woman(), await man()];
    const id = await mutual(mia, tom);
    const socket = await app.socket(tom);
    await socket.next('auth_success');
    (await app.call(deleteMatch, { as: mia, params: { id } })).ok();
    expect((await socket.next('match_expired')).payload).toEqual({ match_id: id });
    (await app.call(getMatch, { as: tom, params: { id } })).refused('match_gone');
    (await app.call(deleteMatch, { as: tom, params: { id } })).refused('match_gone');
  });
});

describe('others', () => {
  it('cannot see or change a match that is not theirs, or was never shown to them', async () => {
    const [mia, tom, eve] = [await woman(), await man(), await woman()];
    const { id } = (await find(mia)).ok();
    for (const as of [tom, eve]) {
      (await app.call(getMatch, { as, params: { id } })).refused('match_gone');
      (await app.call(postMatchAccept, { as, params: { id }, body: {} })).refused('match_gone');
      (await app.call(postMatchReject, { as, params: { id }, body: {} })).refused('match_gone');
      (await app.call(postMatchUndo, { as, params: { id } })).refused('match_gone');
      (await app.call(deleteMatch, { as, params: { id } })).refused('match_gone');
    }
    expect((await app.call(getMatch, { as: mia, params: { id } })).ok().status).toBe('suggested');
  });

  it('[6.2] are rejected when signed out or unverified, and invalid input is rejected', async () => {
    const unverified = await woman({ verified: false });
    const mia = await woman();
    const id = NOBODY;
    for (const call of [
      (as: BuiltDater | null) => app.call(getMatches, { as }),
      (as: BuiltDater | null) => app.call(postMatchFind, { as }),
      (as: BuiltDater | null) => app.call(getMatchPotential, { as }),
      (as: BuiltDater | null) => app.call(getMatch, { as, params: { id } }),
      (as: BuiltDater | null) => app.call(postMatchAccept, { as, params: { id }, body: {} }),
      (as: BuiltDater | null) => app.call(postMatchLike, { as, body: { match_id: id } }),
      (as: BuiltDater | null) => app.call(postMatchPass, { as, body: { match_id: id } }),
      (as: BuiltDater | null) => app.call(deleteMatch, { as, params: { id } }),
    ]) {
      (await call(null)).refused('not_signed_in');
      (await call(unverified)).refused('email_not_verified');
    }
    (await app.call(getMatch, { as: mia, params: { id: 'nonsense' } })).refused('validation_failed');
    (await app.call(postMatchAccept, { as: mia, params: { id }, body: { decision_time: -1 } })).refused(
      'validation_failed',
    );
    (await app.call(postMatchLike, { as: mia, body: { match_id: 7 } as never })).refused('validation_failed');
    (await app.call(postMatchReject, { as: mia, params: { id }, body: { x: 1 } as never })).refused(
      'validation_failed',
    );
    (await app.call(getMatch, { as: mia, params: { id } })).refused('match_gone');
  });
});
