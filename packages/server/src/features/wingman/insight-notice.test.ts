import { expect, it } from 'vitest';
import { buildTestApp } from '../../testing/test-app.ts';
import { buildPair } from '../demo/builders/user.builder.ts';
import { createInsightNotice } from './insight-notice.ts';

it('a match that ends between the count and the notice is no failure, and nobody is told', async () => {
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
