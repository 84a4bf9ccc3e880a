import { expect, it } from 'vitest';
import { createBotProfile } from './demo-bot.rules.ts';
import { type BotActions, createDemoBots } from './demo-bot.ts';
import type { ChatLine } from './reply.rules.ts';

/** Bots whose delays pass on demand. */
function setUp(messages: ChatLine[], random = () => 0.9) {
  const done: string[] = [];
  const waiting: { ms: number; work: () => void }[] = [];
  const note =
    (name: string) =>
    async (...rest: unknown[]) => {
      done.push([name, ...rest.slice(2)].join(' '));
    };
  const actions: BotActions = {
    decide: note('decide'),
    markDelivered: note('delivered'),
    markRead: note('read'),
    typing: note('typing'),
    listLastMessages: async () => messages,
    send: note('send'),
    acceptReveal: note('accept reveal'),
    requestReveal: note('request reveal'),
    answerIcebreaker: note('icebreaker'),
    preparePhotos: note('photos'),
  };
  const bot = createBotProfile(3, 27);
  const bots = createDemoBots({
    findBotProfile: () => bot,
    actions,
    log: { warn: () => {} },
    random,
    later(ms, work) {
      const entry = { ms, work };
      waiting.push(entry);
      return () => void waiting.splice(waiting.indexOf(entry), 1);
    },
  });
  async function pass() {
    const next = waiting.shift();
    next?.work();
    await new Promise((resolve) => setImmediate(resolve));
    return next?.ms;
  }
  return { bots, done, waiting, pass };
}

it('a bot reads, types for a while, and then answers', async () => {
  const { bots, done, pass } = setUp([{ mine: false, content: 'Hi! How was your day?' }]);
  bots.onMessage('demo', 'conversation', 'match');
  expect(await pass()).toBeGreaterThan(500);
  expect(done).toEqual(['delivered', 'read', 'typing true']);
  expect(await pass()).toBeGreaterThan(1_000);
  expect(done[3]).toBe('typing false');
  expect(done[4]).toMatch(/^send \S+/);
});

it('a second message while the bot types postpones the answer, so that it covers both', async () => {
  const { bots, waiting, pass } = setUp([{ mine: false, content: 'Hi!' }]);
  bots.onMessage('demo', 'conversation', 'match');
  await pass();
  bots.onMessage('demo', 'conversation', 'match');
  expect(waiting).toHaveLength(1);
});

it('a bot does not answer itself', async () => {
  const { bots, done, waiting, pass } = setUp([{ mine: true, content: 'Hi!' }]);
  bots.onMessage('demo', 'conversation', 'match');
  await pass();
  expect(done).toEqual(['delivered', 'read']);
  expect(waiting).toHaveLength(0);
});

it('a bot decides after a moment and reports how long it took', async () => {
  const { bots, done, pass } = setUp([]);
  bots.onLiked('demo', 'match');
  const ms = await pass();
  expect(done).toEqual([`decide ${ms}`]);
});

it('nothing happens after stop', () => {
  const { bots, waiting } = setUp([{ mine: false, content: 'Hi!' }]);
  bots.onMessage('demo', 'conversation', 'match');
  bots.stop();
  bots.onLiked('demo', 'match');
  expect(waiting).toHaveLength(0);
});

it('a bot answers the question of the day after a human pause', async () => {
  const { bots, done, pass } = setUp([]);
  bots.onIcebreaker('demo', 'match');
  expect(await pass()).toBeGreaterThan(1_000);
  expect(done).toEqual(['icebreaker 1']);
});
