import { existsSync } from 'node:fs';
import path from 'node:path';
import { postConversationMessage, postConversationStart } from '@soulsight/contract/chat';
import { getMatch, getMatches, postMatchAccept, postMatchFind } from '@soulsight/contract/match';
import { GENDERS, patchMe } from '@soulsight/contract/profile';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildPreferences } from '../../testing/test-users.ts';
import { type BuiltUser, buildUser, matchUsers } from './builders/user.builder.ts';
import { createDemo, type Demo } from './demo.service.ts';
import { listDemoUsers } from './demo.store.ts';
import { ensureReadyAccounts, READY_ACCOUNTS_FILE } from './ready-accounts.ts';
import { resetDemo } from './reset-demo.ts';
import { retireDemo } from './retire-demo.ts';

/** A busy machine needs more than the one second that is the default. */
const WITHIN = { timeout: 20_000 };
const PEOPLE = 12;
let app: TestApp;
let demo: Demo;
let nora: BuiltUser;

function runSoon(_ms: number, work: () => void): () => void {
  const handle = setImmediate(work);
  return () => clearImmediate(handle);
}

beforeAll(async () => {
  app = await buildTestApp();
  demo = createDemo(app.core, app.features, {
    size: PEOPLE,
    random: () => 0.9,
    later: runSoon,
  });
  await demo.start();
  nora = await buildUser(app.features, { firstName: 'Nora', profile: { gender: 'woman' } });
});
afterAll(async () => {
  demo.stop();
  await app.stop();
});

it('creates the demo users once, marked as such, with a behavioural profile', async () => {
  const users = await listDemoUsers(app.core.db);
  expect(users.size).toBe(PEOPLE);
  const again = createDemo(app.core, app.features, { size: PEOPLE });
  await again.start();
  again.stop();
  expect((await listDemoUsers(app.core.db)).size).toBe(PEOPLE);
  const profile = await app.features.bgp.profile([...users.values()][0] ?? '');
  expect(profile.recent_events.length).toBeGreaterThan(5);
  expect(Math.max(...profile.readings.map(({ confidence }) => confidence))).toBeGreaterThan(0.3);
});

it('demo users move near a new user, like back, and answer', async () => {
  const place = { name: 'Hamburg, Germany', lat: 53.55, lon: 10 };
  const wishes = buildPreferences({ max_distance_km: 25 });
  (await app.call(patchMe, { as: nora, body: { place, wishes } })).ok();
  const socket = await app.socket(nora);
  const found = (await app.call(postMatchFind, { as: nora })).ok();
  expect(found.person.is_demo).toBe(true);
  (await app.call(postMatchAccept, { as: nora, params: { id: found.id }, body: {} })).ok();
  await socket.next('match_mutual');
  expect((await app.call(getMatch, { as: nora, params: { id: found.id } })).ok().mutual_match).toBe(true);

  const { id } = (await app.call(postConversationStart, { as: nora, body: { match_id: found.id } })).ok();
  (
    await app.call(postConversationMessage, { as: nora, params: { id }, body: { content: 'Hi! How was your day?' } })
  ).ok();
  await socket.next('message', ({ payload }) => (payload as { sender_id?: string }).sender_id === found.person.id);
  const messages = await app.features.chat.listLastMessages(nora.id, id, 10);
  expect(messages.map(({ mine }) => mine)).toEqual([true, false]);
  await socket.close();
});

it('[1.5] users who live apart both meet demo users nearby, also the first of them', async () => {
  const wishes = buildPreferences({ genders: [...GENDERS], max_distance_km: 25 });
  const apart: BuiltUser[] = [];
  for (const place of [
    { name: 'Leipzig, Germany', lat: 51.34, lon: 12.37 },
    { name: 'Munich, Germany', lat: 48.14, lon: 11.58 },
  ])
    apart.push(await buildUser(app.features, { profile: { place, wishes } }));
  for (const as of apart) {
    const { person } = (await app.call(postMatchFind, { as })).ok();
    expect(person.is_demo).toBe(true);
  }
});

it('[1.5] a user who saved a place and wishes before there were demo users meets those who fit, nearby', async () => {
  const early = await buildTestApp();
  const size = 24;
  const wishes = buildPreferences({ genders: ['man'], age_range: { min: 30, max: 42 }, max_distance_km: 25 });
  const place = { name: 'Leipzig, Germany', lat: 51.34, lon: 12.37 };
  const user = await buildUser(early.features, { profile: { place, wishes } });
  const elsewhere = await buildUser(early.features, {
    profile: { place: { name: 'Munich, Germany', lat: 48.14, lon: 11.58 }, wishes: { ...wishes, genders: ['woman'] } },
  });
  const lateDemo = createDemo(early.core, early.features, { size, later: () => () => {} });
  await lateDemo.start();
  for (const [as, gender] of [
    [user, 'man'],
    [elsewhere, 'woman'],
  ] as const) {
    const { person } = (await early.call(postMatchFind, { as })).ok();
    const [row] = await queryRows(early, sql`select gender from profiles where user_id = ${person.id}`);
    expect(row?.gender).toBe(gender);
  }
  lateDemo.stop();
  await early.stop();
});

it('[1.5] a user who changes the wishes meets demo users who fit the new ones', async () => {
  const place = { name: 'Oslo, Norway', lat: 59.91, lon: 10.75 };
  const wishes = buildPreferences({ genders: ['nonbinary'], age_range: { min: 18, max: 23 }, max_distance_km: 25 });
  const as = await buildUser(app.features, { profile: { place, wishes } });
  (await app.call(postMatchFind, { as })).refused('nobody_left');
  (
    await app.call(patchMe, {
      as,
      body: { wishes: { ...wishes, genders: ['woman'], age_range: { min: 18, max: 99 } } },
    })
  ).ok();
  expect((await app.call(postMatchFind, { as })).ok().person.is_demo).toBe(true);
});

it('demo users do not say yes to everybody: after the first likes of a user, their own preferences decide', async () => {
  const users = [...(await listDemoUsers(app.core.db)).values()];
  const { matches } = (await app.call(getMatches, { as: nora })).ok();
  const met = new Set(matches.map(({ person }) => person.id));
  const outcomes: unknown[] = [];
  for (const demoId of users.filter((id) => !met.has(id)).slice(0, 4)) {
    const { id } = await app.features.match.introduce(nora.id, demoId);
    (await app.call(postMatchAccept, { as: nora, params: { id }, body: {} })).ok();
    outcomes.push(
      await vi.waitFor(async () => {
        // The API hides a pass from the other user.
        const [side] = await queryRows(
          app,
          sql`select decision from match_sides where match_id = ${id} and user_id = ${demoId} and decision <> 'undecided'`,
        );
        if (!side) throw new Error('not decided yet');
        return side.decision;
      }, WITHIN),
    );
  }
  // `random` always returns .9 here, above the chance of a like after the first one.
  expect(outcomes).toEqual(['passed', 'passed', 'passed', 'passed']);
});

it('after a restart, demo users answer what was open: a like, a message, and the question of a pair', async () => {
  const { core, features } = app;
  demo.stop();
  const user = await buildUser(features, { firstName: 'Olga' });
  const [liked = '', written = '', asked = ''] = [...(await listDemoUsers(core.db)).values()];
  const { id: likedMatch } = await features.match.introduce(user.id, liked);
  await features.match.accept(user.id, likedMatch);
  const { id: conversationId } = await features.chat.start(user.id, await matchUsers(features, user.id, written));
  await features.chat.send({ userId: user.id, conversationId, content: 'Hi! How was your day?' });
  const askedMatch = await matchUsers(features, user.id, asked);
  const { question } = await features.icebreaker.getState(user.id, askedMatch);
  await features.icebreaker.answer(user.id, askedMatch, { question: question?.id ?? '', choice: 0 });

  const again = createDemo(core, features, { size: PEOPLE, random: () => 0.9, later: runSoon });
  await again.start();
  const findAnswers = async () => {
    const [side] = await queryRows(
      app,
      sql`select decision <> 'undecided' as decided from match_sides where match_id = ${likedMatch} and user_id = ${liked}`,
    );
    const messages = await features.chat.listLastMessages(user.id, conversationId, 10);
    const { they_answered } = await features.icebreaker.getState(user.id, askedMatch);
    return { decided: side?.decided, mine: messages.map(({ mine }) => mine), they_answered };
  };
  await vi.waitFor(
    async () => expect(await findAnswers()).toEqual({ decided: true, mine: [true, false], they_answered: true }),
    WITHIN,
  );
  again.stop();
});

it('a start without the demo hides demo users and revokes the roles of ready accounts, with one warning; a start with it restores both', async () => {
  const { core, features } = app;
  const countMet = async () => {
    const [row] = await queryRows(
      app,
      sql`select (select count(*)::int from profiles p join users u on u.id = p.user_id where u.is_demo and p.discoverable) as people,
        (select count(*)::int from users where is_ready_account and is_moderator) as moderators`,
    );
    return row;
  };
  const warnings: unknown[] = [];
  const retire = () =>
    retireDemo({ ...core, log: { ...core.log, warn: (fields: unknown) => void warnings.push(fields) } });
  await retire();
  expect(await countMet()).toEqual({ people: PEOPLE, moderators: 0 });
  await ensureReadyAccounts(core, features, { size: 0 });
  await retire();
  await retire();
  expect(await countMet()).toEqual({ people: 0, moderators: 0 });
  expect(warnings).toEqual([{ hidden: PEOPLE, ended: 1 }]);
  const again = createDemo(core, features, { size: PEOPLE });
  await again.ready();
  await again.start();
  again.stop();
  expect(await countMet()).toEqual({ people: PEOPLE, moderators: 1 });
});

it('a reset deletes all demo users and the ready accounts, with their matches, keys and photos, and nobody else', async () => {
  const { core, features } = app;
  const people = [...(await listDemoUsers(core.db)).values()];
  const { free, premium, moderator } = await ensureReadyAccounts(core, features, { size: 0 });
  const emails = sql.join(
    [free, premium, moderator].map((account) => sql`${account?.email}`),
    sql`, `,
  );
  const [ready] = await queryRows(app, sql`select array_agg(id::text) as ids from users where email in (${emails})`);
  const ids = [...people, ...((ready?.ids ?? []) as string[])];
  expect(ids.length).toBeGreaterThanOrEqual(PEOPLE + 3);
  const listKeys = async () =>
    (await queryRows(app, sql`select owner from data_keys order by owner`)).map(({ owner }) => owner);
  const listFiles = () => core.storage.list('photos/');
  expect((await listFiles()).length).toBeGreaterThan(0);
  expect((await listKeys()).some((owner) => String(owner).startsWith('conversation:'))).toBe(true);
  expect(await resetDemo(core)).toBe(ids.length);
  expect((await listDemoUsers(core.db)).size).toBe(0);
  expect(await queryRows(app, sql`select id from users where is_demo or is_ready_account`)).toEqual([]);
  expect(await features.match.list(nora.id)).toEqual([]);
  expect(await listFiles()).toEqual([]);
  const keys = await listKeys();
  expect(keys).toContain(`user:${nora.id}`);
  expect(
    keys.filter((owner) => ids.some((id) => owner === `user:${id}`) || String(owner).startsWith('conversation:')),
  ).toEqual([]);
  expect(existsSync(path.join(core.config.dataDir, READY_ACCOUNTS_FILE))).toBe(false);
});
