import { randomUUID } from 'node:crypto';
import { getChatMessages, postChatMessage } from '@soulsight/contract/chat';
import { getMatches, postMatchFind, postMatchLike } from '@soulsight/contract/match';
import { getNotifications } from '@soulsight/contract/notifications';
import { getMe, getPublicProfile } from '@soulsight/contract/profile';
import { getRevealStatus } from '@soulsight/contract/reveal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltDater, buildDater } from '../features/demo/builders/dater.builder.ts';
import { countStatements } from '../testing/count-statements.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { buildConversation, farPlace, givePremium } from '../testing/test-users.ts';

let app: TestApp;
let one: BuiltDater;
let other: BuiltDater;
let ids: { matchId: string; conversationId: string };
beforeAll(async () => {
  app = await buildTestApp();
  const place = farPlace();
  ({ one, other, ...ids } = await buildConversation(app, { place }));
  // For them each call finds the same person, whom they have not decided about.
  await givePremium(app, one);
  await buildDater(app.features, { name: 'Jonas', gender: 'man', profile: { place } });
});
afterAll(() => app.stop());

const line = () => ({ content: 'How was your day at the sea?', message_id: randomUUID() });

/**
 * The statements that a repeated frequent request sends to the database. Each costs the server as much as the rest of the request.
 * Where a number grows, look for a statement that reads what another one could read too, or that runs for each row.
 */
const REQUESTS: Record<string, { statements: number; send: () => Promise<unknown> }> = {
  'the dashboard': { statements: 17, send: async () => (await app.call(getMatches, { as: one })).ok() },
  'a profile': {
    statements: 4,
    send: async () => (await app.call(getPublicProfile, { as: one, params: { id: other.id } })).ok(),
  },
  'finding somebody': { statements: 10, send: async () => (await app.call(postMatchFind, { as: one })).ok() },
  'a like': {
    statements: 10,
    send: async () => (await app.call(postMatchLike, { as: one, body: { match_id: ids.matchId } })).ok(),
  },
  'reading messages': {
    statements: 3,
    send: async () =>
      (await app.call(getChatMessages, { as: one, params: { id: ids.conversationId }, query: {} })).ok(),
  },
  'sending a message': {
    statements: 2,
    send: async () =>
      (await app.call(postChatMessage, { as: one, params: { id: ids.conversationId }, body: line() })).ok(),
  },
  'a reveal': {
    statements: 10,
    send: async () => (await app.call(getRevealStatus, { as: one, params: { id: ids.matchId } })).ok(),
  },
  'one’s own profile': { statements: 9, send: async () => (await app.call(getMe, { as: one })).ok() },
  notifications: { statements: 3, send: async () => (await app.call(getNotifications, { as: one, query: {} })).ok() },
};

/** Longer than a session is cached where one process uses the database. */
const SESSION_CACHED_MS = 6_000;

/** The fewest statements of three calls, since work in the background may send one during any of them. */
async function countFewest(send: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    app.clock.advance(SESSION_CACHED_MS);
    counts.push(await countStatements(send));
  }
  return Math.min(...counts);
}

it.each(Object.entries(REQUESTS))(
  '%s sends no more statements than it used to',
  async (_name, { statements, send }) => {
    // The first one fills caches.
    await send();
    expect(await countFewest(send)).toBe(statements);
  },
);

it('a message over the socket is one statement', async () => {
  const socket = await app.socket(one);
  await socket.next('auth_success');
  const send = () => socket.request('message', { ...line(), conversation_id: ids.conversationId });
  await send();
  expect(await countFewest(send)).toBe(1);
});
