import { expect, it } from 'vitest';
import { createBotProfile } from './demo-bot.rules.ts';
import { type BotActions, createDemoBots } from './demo-bot.ts';
import type { ChatLine } from './reply.rules.ts';

/** A life whose pauses pass when they are told to. */
function setUp(talk: ChatLine[], random = () => 0.9) {
  const done: string[] = [];
  const waiting: { ms: number; work: () => void }[] = [];
  const note =
    (name: string) =>
    async (...rest: unknown[]) => {
      done.push([name, ...rest.slice(2)].join(' '));
    };
  const acts: BotActions = {
    accept: note('accept'),
    markDelivered: note('delivered'),
    markRead: note('read'),
    typing: note('typing'),
    lastMessages: async () => talk,
    send: note('send'),
    acceptReveal: note('accept reveal'),
    requestReveal: note('ask reveal'),
    preparePhotos: note('photos'),
  };
  const persona = createBotProfile(3, 27);
  const life = createDemoBots({
    findBotProfile: () => persona,
    actions: acts,
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
  return { life, done, waiting, pass };
}

it('a demo person reads, types for a while, and then answers', async () => {
  const { life, done, pass } = setUp([{ mine: false, content: 'Hi! How was your day?' }]);
  life.onMessage('demo', 'talk', 'match');
  expect(await pass()).toBeGreaterThan(500);
  expect(done).toEqual(['delivered', 'read', 'typing true']);
  expect(await pass()).toBeGreaterThan(1_000);
  expect(done[3]).toBe('typing false');
  expect(done[4]).toMatch(/^send \S+/);
});

it('a second message while they type puts the answer off, so that both get one', async () => {
  const { life, waiting, pass } = setUp([{ mine: false, content: 'Hi!' }]);
  life.onMessage('demo', 'talk', 'match');
  await pass();
  life.onMessage('demo', 'talk', 'match');
  expect(waiting).toHaveLength(1);
});

it('they do not answer themselves', async () => {
  const { life, done, waiting, pass } = setUp([{ mine: true, content: 'Hi!' }]);
  life.onMessage('demo', 'talk', 'match');
  await pass();
  expect(done).toEqual(['delivered', 'read']);
  expect(waiting).toHaveLength(0);
});

it('they like back after a moment, telling how long it took', async () => {
  const { life, done, pass } = setUp([]);
  life.onLiked('demo', 'match');
  const ms = await pass();
  expect(done).toEqual([`accept ${ms}`]);
});

it('nothing goes on after the end', () => {
  const { life, waiting } = setUp([{ mine: false, content: 'Hi!' }]);
  life.onMessage('demo', 'talk', 'match');
  life.stop();
  life.onLiked('demo', 'match');
  expect(waiting).toHaveLength(0);
});
