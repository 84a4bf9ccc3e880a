import { postConversationMessage, postConversationStart } from '@soulsight/contract/chat';
import { getMatch, postMatchAccept, postMatchFind } from '@soulsight/contract/match';
import { patchMe } from '@soulsight/contract/user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltUser, buildUser } from '../../builders/user.builder.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createDemo, type Demo } from './demo.service.ts';
import { deleteDemoUsers, listDemoUsers } from './demo.store.ts';

const PEOPLE = 12;
let app: TestApp;
let demo: Demo;
let nora: BuiltUser;
const waiting: (() => void)[] = [];

/** Lets pauses pass until nobody of the demo people has anything left to do. */
async function letTimePass(rounds = 60): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await app.features.chat.flush();
    waiting.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

beforeAll(async () => {
  app = await buildTestApp();
  demo = createDemo(app.core, app.features, {
    size: PEOPLE,
    random: () => 0.9,
    later(_ms, work) {
      waiting.push(work);
      return () => void waiting.splice(waiting.indexOf(work), 1);
    },
  });
  await demo.start();
  nora = await buildUser(app.features, { firstName: 'Nora', profile: { gender: 'woman' } });
}, 120_000);
afterAll(async () => {
  demo.stop();
  await app.stop();
});

it('the population is there once, marked as demo people, with something known about each', async () => {
  const people = await listDemoUsers(app.core.db);
  expect(people.size).toBe(PEOPLE);
  const again = createDemo(app.core, app.features, { size: PEOPLE });
  await again.start();
  again.stop();
  expect((await listDemoUsers(app.core.db)).size).toBe(PEOPLE);
  const profile = await app.features.bgp.profile([...people.values()][0] ?? '');
  expect(profile.recent_events.length).toBeGreaterThan(5);
  expect(Math.max(...profile.readings.map(({ confidence }) => confidence))).toBeGreaterThan(0.3);
});

it('people of it come to live around a newcomer, like back, and answer', async () => {
  const place = { name: 'Hamburg, Germany', lat: 53.55, lon: 10 };
  const wishes = {
    genders: ['man' as const],
    age_range: { min: 18, max: 99 },
    max_distance_km: 25,
    intents: ['long_term' as const, 'open_to_long_term' as const, 'figuring_out' as const, 'friendship' as const],
  };
  (await app.call(patchMe, { as: nora, body: { place, wishes } })).ok();
  const found = (await app.call(postMatchFind, { as: nora })).ok();
  expect(found.person.is_demo).toBe(true);
  (await app.call(postMatchAccept, { as: nora, params: { id: found.id }, body: {} })).ok();
  await letTimePass();
  expect((await app.call(getMatch, { as: nora, params: { id: found.id } })).ok().mutual_match).toBe(true);

  const { id } = (await app.call(postConversationStart, { as: nora, body: { match_id: found.id } })).ok();
  (
    await app.call(postConversationMessage, { as: nora, params: { id }, body: { content: 'Hi! How was your day?' } })
  ).ok();
  await letTimePass();
  const talk = await app.features.chat.listLastMessages(nora.id, id, 10);
  expect(talk.map(({ mine }) => mine)).toEqual([true, false]);
});

it('a reset takes all of them away, and what was between them and others', async () => {
  expect(await deleteDemoUsers(app.core.db)).toBe(PEOPLE);
  expect((await listDemoUsers(app.core.db)).size).toBe(0);
  expect(await app.features.match.list(nora.id)).toEqual([]);
});
