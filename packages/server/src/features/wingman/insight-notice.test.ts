import { AppError } from '@soulsight/contract/errors';
import { expect, it } from 'vitest';
import { buildTestApp } from '../../testing/test-app.ts';
import { givePremium } from '../../testing/test-users.ts';
import { buildPair } from '../demo/builders/user.builder.ts';
import { pickInsight } from './insight.rules.ts';
import { createInsightNotice } from './insight-notice.ts';

it('notices nothing in a hard moment, and tells it once that is over', async () => {
  const app = await buildTestApp();
  const { chat, notifications, wingman } = app.features;
  const { one, other, matchId } = await buildPair(app.features, {});
  await givePremium(app, one);
  const { id: conversationId } = await chat.start(one.id, matchId);
  const write = (userId: string, content: string) => chat.send({ userId, conversationId, content });
  const hasNotice = async () => {
    await wingman.noticeInsight({ conversationId, matchId, members: [one.id, other.id] } as never);
    return notifications.hasGroup(one.id, `insight:${conversationId}`);
  };
  for (let n = 0; n < 10; n += 1) {
    await write(one.id, 'It was a calm day');
    await write(other.id, 'I baked bread');
  }
  await write(other.id, 'Can you send me nudes?');
  expect(await hasNotice()).toBe(false);
  for (let n = 0; n < 2; n += 1) {
    await write(one.id, 'It was a calm day');
    await write(other.id, 'I baked bread');
  }
  expect(await hasNotice()).toBe(true);
  await app.stop();
});

it.each([10, 90])('speaks of this conversation alone, at a depth of %i', (depth) => {
  const text = pickInsight({ messages: 20, balance: 50, depth } as never);
  expect(text).toMatch(/^This conversation /);
});

it('a match that ends between the count and the notification is not an error, and nobody is notified', async () => {
  const app = await buildTestApp();
  const { chat, match, notifications } = app.features;
  const { one, other, matchId } = await buildPair(app.features, {});
  const { id: conversationId } = await chat.start(one.id, matchId);
  let reads = 0;
  const notice = createInsightNotice(app.core, {
    notifications,
    access: { requireAccess: async () => {} } as never,
    chat: {
      ...chat,
      async getInsights(userId, id) {
        reads += 1;
        if (reads === 1) await match.unmatch(other.id, matchId);
        return chat.getInsights(userId, id);
      },
    },
  });
  await notice({ conversationId, matchId, members: [one.id, other.id] } as never);
  expect(reads).toBe(2);
  expect(await notifications.hasGroup(one.id, `insight:${conversationId}`)).toBe(false);
  await app.stop();
});

it.each(['conversation_gone', 'match_gone'] as const)(
  '%s of a match that has just ended is no failure',
  async (code) => {
    const ended = async () => {
      throw new AppError(code);
    };
    const notice = createInsightNotice({} as never, {
      notifications: {
        getSettings: async () => ({ kinds: { insight: { in_app: true } } }),
        hasGroup: async () => false,
      } as never,
      access: { requireAccess: async () => {}, readHardMoments: ended } as never,
      chat: { getInsights: async () => ({ messages: 20, balance: 50, depth: 90 }) } as never,
    });
    await expect(notice({ conversationId: 'c', matchId: 'm', members: ['a', 'b'] })).resolves.toBeUndefined();
  },
);
