import { randomUUID } from 'node:crypto';
import { INDEX_DIMENSIONS } from '@soulsight/affinity/index-vectors';
import { ITEMS } from '@soulsight/affinity/questionnaire';
import {
  BEHAVIOURAL_EVENTS,
  type BehaviouralEventType,
  bgpProfileSchema,
  getBgpCompatibility,
  getBgpProfile,
  getBgpQuestions,
  getBgpRecommendations,
  postBgpAnalyze,
  postBgpCompatibility,
  postBgpEvent,
  postBgpInsights,
  postBgpQuestions,
  postBgpUpdate,
} from '@soulsight/contract/bgp';
import { READY_MIN_EVENTS, RECENT_EVENTS_MAX } from '@soulsight/contract/limits';
import { patchMe } from '@soulsight/contract/profile';
import { DAY_MS, HOUR_MS } from '@soulsight/contract/time';
import { FALLBACK_TRAITS } from '@soulsight/contract/traits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { type BuiltUser, buildPair, buildUser } from '../demo/builders/user.builder.ts';
import { insertEvents } from './bgp.store.ts';
import { EVENT_CONTEXT } from './events/event-vault.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const QUESTION = { message_length: 60, response_time: 30, emotional_tone: 0.6, is_question: true, vulnerability: 0 };
const getProfile = async (as: BuiltUser) => (await app.call(getBgpProfile, { as })).ok();

async function record(user: BuiltUser, type: BehaviouralEventType, metadata: object = QUESTION, times = 1) {
  await app.database.db.transaction(async (tx) => {
    for (let n = 0; n < times; n++)
      await app.features.bgp.record(tx, {
        userId: user.id,
        type,
        metadata: { ...metadata },
        subjectId: randomUUID(),
      });
  });
  await app.drain();
}

describe('the profile of a new user', () => {
  it('[3.4] [3.5] [3.6] is exactly the fallback, with every field of the specification', async () => {
    const ann = await buildUser(app.features);
    const profile = bgpProfileSchema.parse(await getProfile(ann));
    expect(profile.traits).toEqual({ ...FALLBACK_TRAITS, attachment_style: 'secure' });
    expect(profile).toMatchObject({
      analysis_status: 'fallback',
      needs_analysis: true,
      recent_events: [],
      last_activity: null,
      evolution: [],
      overall_score: Math.round((65 + 70 + 60 + 75 + 40 + 70 + 65) / 7),
    });
    expect(profile.fallback_reason).toMatch(/know nothing about you yet/);
    expect(profile.recommendations.map(({ id }) => id)).toContain('answer-questions');
    expect(profile.readings.every(({ confidence }) => confidence === 0)).toBe(true);
  });

  it('[7.1] is returned only to its owner', async () => {
    (await app.call(getBgpProfile)).refused('not_signed_in');
    (await app.call(getBgpQuestions)).refused('not_signed_in');
    (await app.call(getBgpRecommendations)).refused('not_signed_in');
    (await app.call(postBgpUpdate)).refused('not_signed_in');
    const body = { bgp_id: randomUUID(), timeframe: '30d' as const };
    (await app.call(postBgpInsights, { body })).refused('not_signed_in');
  });
});

describe('an event observed by the server', () => {
  it('[3.8] [3.9] is stored with its features and changes the profile, with a reason', async () => {
    const ann = await buildUser(app.features);
    const socket = await app.socket(ann);
    await socket.next('auth_success');
    await record(ann, 'question_asked', QUESTION, 3);
    await record(ann, 'message_sent', QUESTION);
    const profile = await getProfile(ann);
    expect(profile.recent_events).toHaveLength(4);
    expect(profile.recent_events[0]).toMatchObject({
      type: 'message_sent',
      ...BEHAVIOURAL_EVENTS.message_sent,
      user_id: ann.id,
      metadata: { message_length: 60, response_time: 30, emotional_tone: 0.6 },
    });
    expect(profile.last_activity).toBe(app.clock.now().toISOString());
    expect(profile.traits.conversation_depth).toBeGreaterThan(50);
    const change = profile.evolution.find(({ trait }) => trait === 'conversation_depth');
    expect(change).toMatchObject({ because: 'asking questions in your conversations' });
    expect(change?.to).toBeGreaterThan(change?.from ?? 100);
    expect((await socket.next('bgp_update')).payload).toMatchObject({ needs_refetch: true });
    await socket.close();
  });

  it('is recorded with the category, source and subject of its type', async () => {
    const ann = await buildUser(app.features);
    const kinds = Object.keys(BEHAVIOURAL_EVENTS) as BehaviouralEventType[];
    for (const type of kinds) await record(ann, type, { decision_time: 3, dwell_time: 5, hours_known: 20 });
    const { recent_events } = await getProfile(ann);
    for (const type of kinds)
      expect(recent_events.find((event) => event.type === type)).toMatchObject({ ...BEHAVIOURAL_EVENTS[type] });
  });

  it('[4.25] is shown among the last 50, while all events count', async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'profile_viewed', { dwell_time: 4 }, RECENT_EVENTS_MAX + 7);
    const { recent_events, analysis_status } = await getProfile(ann);
    expect(recent_events).toHaveLength(RECENT_EVENTS_MAX);
    expect(analysis_status).toBe('complete');
    const [row] = await queryRows(app, sql`select count(*)::int as n from bgp_events where user_id = ${ann.id}`);
    expect(row?.n).toBe(RECENT_EVENTS_MAX + 7);
  });

  it('is applied once, however often its job runs', async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'question_asked');
    const before = await getProfile(ann);
    await app.features.bgp.apply(ann.id);
    await Promise.all([app.call(postBgpUpdate, { as: ann }), app.call(postBgpUpdate, { as: ann })]);
    const after = await getProfile(ann);
    expect(after.readings).toEqual(before.readings);
  });

  it('gives the same profile applied one by one and all together, to 1e-9', async () => {
    const subjectId = randomUUID();
    const readingsBy = async (isOneByOne: boolean) => {
      const own = await buildTestApp();
      const { id: userId } = await buildUser(own.features);
      for (let n = 0; n < 60; n++) {
        const metadata = { ...QUESTION, language: 'en', is_question: n % 3 === 0, emotional_tone: (n % 7) / 7 };
        const at = new Date(own.clock.now().getTime() - Math.floor((60 - n) / 10) * DAY_MS);
        const type = n % 3 === 0 ? ('question_asked' as const) : ('message_sent' as const);
        await own.database.db.transaction((tx) =>
          own.features.bgp.record(tx, { userId, type, metadata, subjectId, at }),
        );
        if (isOneByOne) await own.features.bgp.apply(userId);
      }
      await own.features.bgp.apply(userId);
      const row = await queryRows(own, sql`select means, variances from bgp_profiles where user_id = ${userId}`);
      await own.stop();
      return row[0] as { means: number[]; variances: number[] };
    };
    const [oneByOne, together] = [await readingsBy(true), await readingsBy(false)];
    for (const [k, mean] of together.means.entries()) {
      expect(Math.abs(mean - (oneByOne.means[k] ?? Number.NaN))).toBeLessThan(1e-9);
      expect(Math.abs((together.variances[k] ?? 0) - (oneByOne.variances[k] ?? Number.NaN))).toBeLessThan(1e-9);
    }
  });

  it('counts again from all stored events where the tally is missing', async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'question_asked', QUESTION, 5);
    const tally = () => queryRows(app, sql`select tally from bgp_profiles where user_id = ${ann.id}`);
    expect((await tally())[0]?.tally).not.toBeNull();
    await queryRows(app, sql`update bgp_profiles set tally = null where user_id = ${ann.id} returning 1`);
    await record(ann, 'question_asked');
    const archived = (await app.features.bgp.archive(ann.id)) as { behaviour: { counts: Record<string, number> } };
    expect(archived.behaviour.counts['is_question:en']).toBe(6);
  });

  it('a fall has a reason that says so', async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'message_sent', { ...QUESTION, is_question: false }, 12);
    const change = (await getProfile(ann)).evolution.find(({ trait }) => trait === 'conversation_depth');
    expect(change).toMatchObject({ because: 'asking few questions in your conversations' });
    expect(change?.to).toBeLessThan(change?.from ?? 0);
  });

  it('is applied by the sweep when its job was lost', async () => {
    const ann = await buildUser(app.features);
    await app.database.db.transaction((tx) =>
      app.features.bgp.record(tx, { userId: ann.id, type: 'question_asked', metadata: QUESTION }),
    );
    await app.database.db.execute(sql`delete from pgboss.job where name = 'bgp.apply'`);
    app.clock.advance(120_000);
    expect(await app.features.bgp.sweep()).toBe(1);
    expect((await getProfile(ann)).traits.conversation_depth).toBeGreaterThan(50);
  });

  it('fades over time', async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'question_asked', QUESTION, 12);
    const depth = async () => (await app.features.bgp.profile(ann.id)).traits.conversation_depth ?? 0;
    const fresh = await depth();
    app.clock.advance(200 * DAY_MS);
    await app.features.bgp.fade();
    expect(await depth()).toBeLessThan(fresh);
    expect(await depth()).toBeGreaterThanOrEqual(50);
    const { evolution } = await app.features.bgp.profile(ann.id);
    expect(evolution[0]?.because).toBe('no new activity for a while');
    app.clock.advance(-200 * DAY_MS);
  });
});

describe('an event reported by a client', () => {
  const body = (type: BehaviouralEventType, more: object = {}) => {
    const { source, category, subject } = BEHAVIOURAL_EVENTS[type];
    return { type, source, category, subject, metadata: QUESTION, timestamp: new Date().toISOString(), ...more };
  };

  it('[7.3] is accepted and does not count', async () => {
    const ann = await buildUser(app.features);
    for (const type of ['message_sent', 'match_liked', 'reveal_requested'] as const)
      expect((await app.call(postBgpEvent, { as: ann, body: body(type) })).ok()).toEqual({ ok: true });
    await app.drain();
    const profile = await getProfile(ann);
    expect(profile.traits).toEqual({ ...FALLBACK_TRAITS, attachment_style: 'secure' });
    expect(profile.recent_events).toEqual([]);
  });

  it('is rejected for another user, without a session, and when invalid', async () => {
    const ann = await buildUser(app.features);
    (await app.call(postBgpEvent, { as: ann, body: body('message_sent', { user_id: randomUUID() }) })).refused(
      'forbidden',
    );
    (await app.call(postBgpEvent, { body: body('message_sent') })).refused('not_signed_in');
    const refused = async (more: object) =>
      (await app.call(postBgpEvent, { as: ann, body: body('message_sent', more) })).refused('validation_failed');
    await refused({ type: 'sang_a_song' });
    await refused({ metadata: { text: 'a'.repeat(61) } });
    await refused({ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, n])) });
    await refused({ timestamp: 'yesterday' });
  });

  it('is deleted beyond the newest 50', async () => {
    const ann = await buildUser(app.features);
    for (let n = 0; n < RECENT_EVENTS_MAX + 5; n++)
      await app.features.bgp.report(ann.id, { userId: ann.id, type: 'profile_viewed', metadata: {} });
    const [row] = await queryRows(app, sql`select count(*)::int as n from bgp_events where user_id = ${ann.id}`);
    expect(row?.n).toBe(RECENT_EVENTS_MAX);
  });
});

describe('the questionnaire', () => {
  it('[7.23] can be interrupted, resumed, skipped and answered again; the profile changes at once', async () => {
    const ann = await buildUser(app.features);
    const { questions, answered, total } = (await app.call(getBgpQuestions, { as: ann })).ok();
    expect({ answered, total }).toEqual({ answered: 0, total: ITEMS.length });
    expect(questions.every(({ answer, skipped }) => answer === null && !skipped)).toBe(true);
    const outgoing = ITEMS.filter(({ trait }) => trait === 'extraversion');
    const answers = (agree: number) =>
      outgoing.map(({ id, keyed }) => ({ id, answer: keyed === 1 ? agree : 6 - agree }));
    const send = async (list: { id: string; answer: number | null }[]) =>
      (await app.call(postBgpQuestions, { as: ann, body: { answers: list } })).ok();
    expect(await send(answers(5))).toMatchObject({ answered: outgoing.length, total });
    const high = (await getProfile(ann)).traits.extraversion;
    expect(high).toBeGreaterThan(80);
    await send(answers(1));
    expect((await getProfile(ann)).traits.extraversion).toBeLessThan(40);
    await send(answers(5));
    expect((await getProfile(ann)).traits.extraversion).toBe(high);
    await send([{ id: ITEMS[0]!.id, answer: null }]);
    const first = (await app.call(getBgpQuestions, { as: ann })).ok().questions[0];
    expect(first).toMatchObject({ answer: null, skipped: true });
    expect((await getProfile(ann)).evolution[0]?.because).toBe('your answers to the questions');
  });

  it('rejects unknown questions, answers out of range, and users without consent', async () => {
    const ann = await buildUser(app.features);
    const send = (as: BuiltUser | null, list: object[]) =>
      app.call(postBgpQuestions, { as, body: { answers: list as never } });
    (await send(ann, [{ id: 'no-such-item', answer: 3 }])).refused('validation_failed');
    (await send(ann, [{ id: ITEMS[0]!.id, answer: 6 }])).refused('validation_failed');
    (await send(ann, [])).refused('validation_failed');
    (await send(null, [{ id: ITEMS[0]!.id, answer: 3 }])).refused('not_signed_in');
    const eve = await buildUser(app.features, { analysis: false });
    (await send(eve, [{ id: ITEMS[0]!.id, answer: 3 }])).refused('consent_required');
  });
});

describe('the sweep of unapplied events', () => {
  const insertUnapplied = async ({ id: userId }: BuiltUser, features: object | string) => {
    const metadata = await app.core.vault.seal(app.database.db, `user:${userId}`, features, EVENT_CONTEXT);
    const at = new Date(app.clock.now().getTime() - HOUR_MS);
    await insertEvents(app.database.db, [{ userId, type: 'question_asked', metadata, weighs: true, at }]);
  };
  const waiting = ({ id }: BuiltUser) =>
    queryRows(app, sql`select 1 from bgp_events where user_id = ${id} and not applied`);

  it('applies them, and an unreadable event of one user does not block others', async () => {
    const [ann, ben] = [await buildUser(app.features), await buildUser(app.features)];
    await insertUnapplied(ann, 'no features');
    await insertUnapplied(ben, QUESTION);
    await app.features.bgp.sweep();
    expect([(await waiting(ann)).length, (await waiting(ben)).length]).toEqual([1, 0]);
    await queryRows(app, sql`delete from bgp_events where user_id = ${ann.id} returning 1`);
  });

  it('deletes them when consent was withdrawn in the meantime', async () => {
    const eve = await buildUser(app.features, { analysis: false });
    await insertUnapplied(eve, QUESTION);
    await app.features.bgp.sweep();
    expect(await queryRows(app, sql`select 1 from bgp_events where user_id = ${eve.id}`)).toEqual([]);
  });
});

describe('the analysis', () => {
  const analyze = (as: BuiltUser | null, retry_fallback: boolean, user_id = as?.id ?? randomUUID()) =>
    app.call(postBgpAnalyze, { as, body: { user_id, retry_fallback } });

  it('[4.23] [7.4] of a fallback profile completes it when it succeeds', async () => {
    const ann = await buildUser(app.features);
    expect(await getProfile(ann)).toMatchObject({ analysis_status: 'fallback', needs_analysis: true });
    const answers = ITEMS.map(({ id, keyed }) => ({ id, answer: keyed === 1 ? 4 : 2 }));
    (await app.call(postBgpQuestions, { as: ann, body: { answers } })).ok();
    expect(await getProfile(ann)).toMatchObject({ analysis_status: 'fallback', ready_for_matching: true });
    const done = (await analyze(ann, true)).ok();
    expect(done).toMatchObject({ analysis_status: 'complete', needs_analysis: false, fallback_reason: null });
    expect(await getProfile(ann)).toMatchObject({ analysis_status: 'complete', ready_for_matching: false });
  });

  it('[4.23] [4.24] completes by itself with the tenth event, which also makes it ready for matching', async () => {
    const ann = await buildUser(app.features);
    await app.database.db.transaction(async (tx) => {
      for (let n = 0; n < READY_MIN_EVENTS; n++)
        await app.features.bgp.record(tx, { userId: ann.id, type: 'question_asked', metadata: QUESTION });
    });
    await app.drain();
    const done = await getProfile(ann);
    expect(done).toMatchObject({ analysis_status: 'complete', needs_analysis: false, ready_for_matching: true });
    expect(done.recent_events).toHaveLength(READY_MIN_EVENTS);
  });

  it("[5.5] answers 'No fallback profile to retry' when there is none", async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'question_asked', QUESTION, READY_MIN_EVENTS);
    expect((await analyze(ann, true)).refused('no_fallback_profile').detail).toBe('No fallback profile to retry');
    (await analyze(ann, false)).ok();
  });

  it('is allowed only for oneself, with consent and a session', async () => {
    const [ann, eve] = [await buildUser(app.features), await buildUser(app.features, { analysis: false })];
    (await analyze(ann, false, eve.id)).refused('forbidden');
    (await analyze(eve, false)).refused('consent_required');
    (await analyze(null, false)).refused('not_signed_in');
  });
});

describe('insights and recommendations', () => {
  it('[7.2] [7.6] cover the events of the timeframe', async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'message_sent', { ...QUESTION, message_length: 400 }, 12);
    await record(ann, 'question_asked', QUESTION, 6);
    const { id } = await getProfile(ann);
    const insights = async (timeframe?: '7d' | '30d' | '90d') =>
      (await app.call(postBgpInsights, { as: ann, body: { bgp_id: id, timeframe } })).ok().insights;
    expect((await insights()).map((insight) => insight.id)).toContain('talk-recent');
    const { recommendations } = (await app.call(getBgpRecommendations, { as: ann })).ok();
    for (const { href } of recommendations) expect(href).toMatch(/^\/(profile|chat|matching|settings)/);
    const eve = await buildUser(app.features);
    (await app.call(postBgpInsights, { as: eve, body: { bgp_id: id } })).refused('forbidden');
    (await app.call(postBgpInsights, { as: ann, body: { bgp_id: id, timeframe: '1y' as never } })).refused(
      'validation_failed',
    );
  });
});

describe('consent', () => {
  it('withdrawn stops the analysis and deletes everything learned; given again it starts over', async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'question_asked', QUESTION, 12);
    (await app.call(postBgpQuestions, { as: ann, body: { answers: [{ id: ITEMS[0]!.id, answer: 5 }] } })).ok();
    const consents = async (behavioural_analysis: boolean) =>
      (await app.call(patchMe, { as: ann, body: { consents: { behavioural_analysis } } })).ok();
    await app.features.profile.updatePreferences(ann.id, { ai_processing: true });
    await consents(false);
    for (const table of ['bgp_events', 'bgp_answers', 'bgp_evolution']) {
      const [row] = await queryRows(
        app,
        sql`select count(*)::int as n from ${sql.raw(table)} where user_id = ${ann.id}`,
      );
      expect(row?.n).toBe(0);
    }
    await record(ann, 'question_asked');
    const [withoutTally] = await queryRows(app, sql`select tally from bgp_profiles where user_id = ${ann.id}`);
    expect(withoutTally?.tally).toBeNull();
    const erased = await getProfile(ann);
    expect(erased.traits).toEqual({ ...FALLBACK_TRAITS, attachment_style: 'secure' });
    expect(erased.recent_events).toEqual([]);
    expect(erased.fallback_reason).toMatch(/not agreed/);
    await consents(true);
    expect((await app.features.profile.getConsents(ann.id)).ai_processing).toBe(false);
    expect((await getProfile(ann)).fallback_reason).toMatch(/know nothing about you yet/);
    await record(ann, 'question_asked');
    expect((await getProfile(ann)).recent_events).toHaveLength(1);
  });
});

describe('compatibility', () => {
  let own: TestApp;
  let pair: Awaited<ReturnType<typeof buildPair>>;
  let eve: BuiltUser;
  beforeAll(async () => {
    own = await buildTestApp();
    pair = await buildPair(own.features);
    eve = await buildUser(own.features);
  });
  afterAll(() => own.stop());

  it('[3.7] [7.5] of a pair is one score with its reasons, the same for both', async () => {
    const { one, other, matchId } = pair;
    const bgpId = (await own.features.bgp.profile(one.id)).id;
    const post = async (as: BuiltUser, user_bgp: string | { id: string }, other_bgp: string | { id: string }) =>
      own.call(postBgpCompatibility, { as, body: { user_bgp, other_bgp } });
    const here = (await post(one, bgpId, other.id)).ok();
    const there = (await post(other, { id: other.id }, { id: one.id })).ok();
    expect(there.overall_score).toBe(here.overall_score);
    expect(here.overall_score).toBeGreaterThan(0);
    expect(here.reasons.length).toBeGreaterThan(0);
    const byMatch = await own.call(getBgpCompatibility, { as: one, params: { id: matchId } });
    expect(byMatch.ok().overall_score).toBe(here.overall_score);
  });

  it('is refused to strangers and to users outside the pair', async () => {
    const { one, other, matchId } = pair;
    const post = async (as: BuiltUser | null, user_bgp: string, other_bgp: string) =>
      own.call(postBgpCompatibility, { as, body: { user_bgp, other_bgp } });
    (await post(eve, one.id, other.id)).refused('forbidden');
    (await post(eve, eve.id, other.id)).refused('not_found');
    (await post(eve, eve.id, randomUUID())).refused('not_found');
    (await post(eve, eve.id, eve.id)).refused('forbidden');
    (await post(null, one.id, other.id)).refused('not_signed_in');
    (await own.call(getBgpCompatibility, { as: eve, params: { id: matchId } })).refused();
    (await own.call(getBgpCompatibility, { params: { id: matchId } })).refused('not_signed_in');
    (await own.call(postBgpCompatibility, { as: one, body: { user_bgp: one.id } as never })).refused(
      'validation_failed',
    );
  });

  it('[5.6] requires both profiles', async () => {
    const { one, other } = pair;
    await own.database.db.execute(sql`delete from bgp_profiles where user_id = ${other.id}`);
    const body = { user_bgp: one.id, other_bgp: other.id };
    (await own.call(postBgpCompatibility, { as: one, body })).refused('profile_missing');
  });
});

describe('learning from likes and passes', () => {
  it('updates the readiness of one and the popularity of the other, with their vectors, and shows neither', async () => {
    const [ann, ben] = [await buildUser(app.features), await buildUser(app.features)];
    const { bgp } = app.features;
    const both = async () => {
      const found = await bgp.getUserModels(app.database.db, [ann.id, ben.id]);
      return [found.get(ann.id)!, found.get(ben.id)!] as const;
    };
    const [annBefore, benBefore] = await both();
    await app.database.db.transaction((tx) => bgp.learnFromDecision(tx, { by: ann.id, about: ben.id, yes: true }));
    const [annAfter, benAfter] = await both();
    expect(annAfter.a).toBeGreaterThan(annBefore.a);
    expect(annAfter.b).toBe(annBefore.b);
    expect(benAfter.b).toBeGreaterThan(benBefore.b);
    expect(benAfter.vb).toBeLessThan(benBefore.vb);
    const [vectors] = await queryRows(
      app,
      sql`select vector_dims(offer) as o, vector_dims(seek) as s from bgp_profiles where user_id = ${ben.id}`,
    );
    expect(vectors).toEqual({ o: INDEX_DIMENSIONS, s: INDEX_DIMENSIONS });
    expect(JSON.stringify(await getProfile(ben))).not.toContain(`${benAfter.b}`);
  });
});

describe('stored events', () => {
  it('have encrypted features that cannot be read without the key', async () => {
    const ann = await buildUser(app.features);
    await record(ann, 'message_sent', { ...QUESTION, message_length: 987_654 });
    const rows = await queryRows(app, sql`select e::text as row from bgp_events e where user_id = ${ann.id}`);
    expect(String(rows[0]?.row)).not.toContain(Buffer.from('987654').toString('hex'));
    await app.core.vault.shred(app.database.db, `user:${ann.id}`);
    expect((await app.features.bgp.profile(ann.id)).recent_events[0]?.metadata).toEqual({});
  });
});
