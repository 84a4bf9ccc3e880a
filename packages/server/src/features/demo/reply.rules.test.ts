import { textFeatures } from '@soulsight/affinity/text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TOPICS } from './demo-bot.data.ts';
import { createBotProfile, DEMO_USER_COUNT } from './demo-bot.rules.ts';
import { type ChatLine, composeReply } from './reply.rules.ts';

const persona = createBotProfile(4, 27);

function answer(...talk: ChatLine[]): string {
  return composeReply(persona, talk, textFeatures(talk.at(-1)?.content ?? ''));
}

it('answers a greeting with a greeting and something to go on with', () => {
  expect(answer({ mine: false, content: 'Hi there!' })).toMatch(/^Hey.*\?$/);
});

it('meets something tender with support before anything else', () => {
  const reply = answer(
    { mine: true, content: 'How are you?' },
    { mine: false, content: 'Honestly I feel lonely and scared since my mother died, I have never told anyone.' },
  );
  expect(reply).toMatch(/telling me|said it|taken something/);
});

it('answers a question about what it loves with a fact of its own', () => {
  const topic = persona.topics[0] ?? TOPICS[0];
  const reply = answer({ mine: true, content: 'x' }, { mine: false, content: `Do you like ${topic?.words[0]}ing?` });
  expect(topic?.facts.some((fact) => reply.toLowerCase().includes(fact.toLowerCase().slice(0, 20)))).toBe(true);
});

it.each([
  ['I taught my father to swim. What is home to you?', /kitchen|keys in the door|explain why/],
  ['That the right people wait. What are you proud of?', /apologise|asked for help|nieces/],
  ['Only with coffee. Do you have brothers or sisters?', /sister|brothers|family/],
  ['Plans that fail beautifully. And you?', /plans|pun|laugh|answer|quick|not know|walk/i],
  ['Wait, are you a bot?', /demo people/],
])('answers what was asked last: %s', (content, expected) => {
  expect(answer({ mine: true, content: 'x' }, { mine: false, content })).toMatch(expected);
});

it('does not repeat itself within ten turns', () => {
  const talk: ChatLine[] = [];
  for (let turn = 0; turn < 10; turn++) {
    talk.push({ mine: false, content: `I went for a hike and thought about it, turn ${turn}. What about you?` });
    const reply = composeReply(persona, talk, textFeatures(talk.at(-1)?.content ?? ''));
    expect(talk.filter((message) => message.mine).map((message) => message.content)).not.toContain(reply);
    talk.push({ mine: true, content: reply });
  }
});

it('has a sentence for anything that people may write', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ mine: fc.boolean(), content: fc.string({ unit: 'grapheme' }) })),
      fc.nat(199),
      (talk, index) => {
        const reply = composeReply(createBotProfile(index, 27), talk, textFeatures(talk.at(-1)?.content ?? ''));
        expect(reply.length).toBeGreaterThan(5);
        expect(reply).not.toMatch(/undefined|null/);
      },
    ),
    { numRuns: 200 },
  );
});

it('makes the same adults each time, of all genders', () => {
  const people = Array.from({ length: DEMO_USER_COUNT }, (_, index) => createBotProfile(index, 27));
  expect(people).toEqual(Array.from({ length: DEMO_USER_COUNT }, (_, index) => createBotProfile(index, 27)));
  expect(Math.min(...people.map((person) => person.age))).toBeGreaterThanOrEqual(18);
  expect(new Set(people.map((person) => person.gender)).size).toBe(3);
});
