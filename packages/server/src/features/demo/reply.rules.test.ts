import { textFeatures } from '@soulsight/affinity/text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TOPICS } from './demo-bot.data.ts';
import { createBotProfile, DEMO_USER_COUNT } from './demo-bot.rules.ts';
import { type ChatLine, composeReply } from './reply.rules.ts';

const bot = createBotProfile(4, 27);

function answer(...messages: ChatLine[]): string {
  return composeReply(bot, messages, textFeatures(messages.at(-1)?.content ?? ''));
}

it('answers a greeting with a greeting and a question', () => {
  expect(answer({ mine: false, content: 'Hi there!' })).toMatch(/^Hey.*\?$/);
});

it('answers vulnerability with support before anything else', () => {
  const reply = answer(
    { mine: true, content: 'How are you?' },
    { mine: false, content: 'Honestly I feel lonely and scared since my mother died, I have never told anyone.' },
  );
  expect(reply).toMatch(/telling me|said it|taken something/);
});

it('answers a question about one of its topics with a fact of its own', () => {
  const topic = bot.topics[0] ?? TOPICS[0];
  const reply = answer({ mine: true, content: 'x' }, { mine: false, content: `Do you like ${topic?.words[0]}ing?` });
  expect(topic?.facts.some((fact) => reply.toLowerCase().includes(fact.toLowerCase().slice(0, 20)))).toBe(true);
});

it.each([
  ['I taught my father to swim. What is home to you?', /kitchen|keys in the door|explain why/],
  ['That the right people wait. What are you proud of?', /apologise|asked for help|nieces/],
  ['Only with coffee. Do you have brothers or sisters?', /sister|brothers|family/],
  ['Plans that fail beautifully. And you?', /plans|pun|laugh|answer|quick|not know|walk/i],
  ['Wait, are you a bot?', /demo people/],
])('answers the last question: %s', (content, expected) => {
  expect(answer({ mine: true, content: 'x' }, { mine: false, content })).toMatch(expected);
});

it('does not repeat itself within ten turns', () => {
  const messages: ChatLine[] = [];
  for (let turn = 0; turn < 10; turn++) {
    messages.push({ mine: false, content: `I went for a hike and thought about it, turn ${turn}. What about you?` });
    const reply = composeReply(bot, messages, textFeatures(messages.at(-1)?.content ?? ''));
    expect(messages.filter((message) => message.mine).map((message) => message.content)).not.toContain(reply);
    messages.push({ mine: true, content: reply });
  }
});

it('has an answer to any text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ mine: fc.boolean(), content: fc.string({ unit: 'grapheme' }) })),
      fc.nat(199),
      (messages, index) => {
        const reply = composeReply(createBotProfile(index, 27), messages, textFeatures(messages.at(-1)?.content ?? ''));
        expect(reply.length).toBeGreaterThan(5);
        expect(reply).not.toMatch(/undefined|null/);
      },
    ),
    { numRuns: 200 },
  );
});

it('creates the same adults each time, of all genders', () => {
  const bots = Array.from({ length: DEMO_USER_COUNT }, (_, index) => createBotProfile(index, 27));
  expect(bots).toEqual(Array.from({ length: DEMO_USER_COUNT }, (_, index) => createBotProfile(index, 27)));
  expect(Math.min(...bots.map(({ age }) => age))).toBeGreaterThanOrEqual(18);
  expect(new Set(bots.map(({ gender }) => gender)).size).toBe(3);
});
