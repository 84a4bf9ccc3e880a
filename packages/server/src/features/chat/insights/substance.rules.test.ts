import { isStageReachable, pairTrust } from '@soulsight/affinity/connection';
import { LAST_REVEAL_STAGE, REVEAL_STAGES } from '@soulsight/contract/reveal-stages';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSubstance, emptySubstance, type Substance, TURNS_PER_DAY, TURNS_PER_HOUR } from './substance.rules.ts';

type Line = { by: 'mia' | 'tom'; at: number; text: string };

const START = Date.UTC(2026, 10, 20, 20);
const count = (lines: readonly Line[]): Substance =>
  lines.reduce((substance, { by, at, text }) => addSubstance(substance, { senderId: by, at, text }), emptySubstance());

/** The trust level; with `openness`, as if every question were answered and everything personal met with support. */
function trustAfter(lines: readonly Line[], openness: 'none' | 'any' = 'any'): number {
  const { turns, days } = count(lines);
  const most = openness === 'any' ? 1_000 : 0;
  const side = (id: string) => ({
    ...{ messages: lines.length, answered: most, vulnerable: most, supported: most },
    turns: turns[id] ?? 0,
  });
  return pairTrust({ one: side('mia'), other: side('tom'), days, trustScores: [100, 100] });
}
/** The last stage that this many days of conversation may open. */
const stageOnDay = (days: number) => REVEAL_STAGES.findLastIndex(({ minDays }) => minDays <= days);
const stageAfter = (lines: readonly Line[], openness?: 'none' | 'any') => {
  const trust = trustAfter(lines, openness);
  return REVEAL_STAGES.findLastIndex((_, stage) => isStageReachable(stage, trust));
};

const writer = fc.constantFrom('mia' as const, 'tom' as const);
/** Any texts of the pool, by both users, in any order, over `spanMs`. */
function conversations(text: fc.Arbitrary<string>, spanMs: number): fc.Arbitrary<Line[]> {
  const line = fc.record({ by: writer, after: fc.nat({ max: spanMs }), text });
  return fc
    .array(line, { maxLength: 120, size: 'max' })
    .map((lines) =>
      lines
        .map(({ by, after, text: written }) => ({ by, at: START + after, text: written }))
        .sort((a, b) => a.at - b.at),
    );
}

const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 2, maxLength: 9 });
const newWords = fc.array(letters, { minLength: 8, maxLength: 20 }).map((words) => words.join(' '));
const shortText = fc.constantFrom(
  'a',
  'ok',
  'haha',
  'yes!',
  '😊😊😊',
  'no way',
  'hahahahaha',
  'hi hi hi hi hi',
  '1 2 3 4 5 6',
  '...',
);
// Shrinking a long conversation takes minutes: the first counterexample is enough.
fc.configureGlobal({ numRuns: 40, endOnFailure: true, seed: 20_261_122 });

const YEAR_MS = 365 * DAY_MS;

describe('nothing opens early', () => {
  it('with a flood of short messages, however many and however long', () => {
    fc.assert(
      fc.property(conversations(shortText, YEAR_MS), (lines) => {
        expect(stageAfter(lines)).toBe(0);
      }),
    );
  });

  it('with repeated messages', () => {
    const pool = fc.constantFrom('What made you happy today, tell me?', 'The morning light did, and what about you?');
    fc.assert(
      fc.property(conversations(pool, YEAR_MS), (lines) => {
        expect(stageAfter(lines)).toBe(0);
      }),
    );
  });

  it('with messages that only count up', () => {
    const counted = fc.nat().map((n) => `this is the message with number ${n} of mine`);
    fc.assert(
      fc.property(conversations(counted, YEAR_MS), (lines) => {
        expect(stageAfter(lines)).toBe(0);
      }),
    );
  });

  it('with text that is pasted back', () => {
    fc.assert(
      fc.property(fc.array(newWords, { maxLength: 100, size: 'max' }), (texts) => {
        const lines = texts.flatMap((text, n): Line[] => [
          { by: 'mia', at: START + 2 * n * HOUR_MS, text },
          { by: 'tom', at: START + 2 * n * HOUR_MS + MINUTE_MS, text },
        ]);
        expect(trustAfter(lines)).toBe(0);
      }),
    );
  });

  it('[1.5] while one of the two writes nothing, or little', () => {
    const alone = conversations(newWords, YEAR_MS).map((lines) =>
      lines.map((line) => ({ ...line, by: 'mia' as const })),
    );
    const answers = conversations(shortText, YEAR_MS).map((lines) =>
      lines.map((line) => ({ ...line, by: 'tom' as const })),
    );
    fc.assert(
      fc.property(alone, answers, (mine, theirs) => {
        expect(stageAfter(mine)).toBe(0);
        // Short messages in a row can add up to a turn, which is enough for a name and never for a picture.
        expect(stageAfter([...mine, ...theirs].sort((a, b) => a.at - b.at))).toBeLessThanOrEqual(stageOnDay(0));
      }),
    );
  });

  it.each([
    ['an hour', HOUR_MS - 1, 1],
    ['sixteen hours', 16 * HOUR_MS - 1, stageOnDay(1)],
    ['a day and eight hours', 32 * HOUR_MS - 1, stageOnDay(2)],
  ])('when two accounts work together, or machines write: in %s not even with ever new words', (_time, span, most) => {
    fc.assert(
      fc.property(conversations(newWords, span), (lines) => {
        expect(stageAfter(lines)).toBeLessThanOrEqual(most);
      }),
    );
    const steady = Array.from({ length: 2_000 }, (_, n): Line => {
      const text = Array.from(
        { length: 12 },
        (_each, k) => `${String.fromCharCode(97 + (k % 26))}${(n * 12 + k).toString(36)}xq`,
      );
      return { by: n % 2 ? 'mia' : 'tom', at: START + Math.floor((n * span) / 2_000), text: text.join(' ') };
    });
    expect(stageAfter(steady)).toBeLessThanOrEqual(most);
  });

  it('counts at most so many turns of each user within an hour and a day', () => {
    fc.assert(
      fc.property(conversations(newWords, 3 * DAY_MS), (lines) => {
        let substance = emptySubstance();
        const counted: { by: string; at: number }[] = [];
        for (const { by, at, text } of lines) {
          const next = addSubstance(substance, { senderId: by, at, text });
          if (next.turns[by] !== substance.turns[by]) counted.push({ by, at });
          substance = next;
        }
        for (const { by, at } of counted) {
          const within = (ms: number) =>
            counted.filter((each) => each.by === by && at - each.at >= 0 && at - each.at < ms);
          expect(within(HOUR_MS).length).toBeLessThanOrEqual(TURNS_PER_HOUR);
          expect(within(DAY_MS).length).toBeLessThanOrEqual(TURNS_PER_DAY);
        }
        expect(counted.every(({ by }, n) => n === 0 || by !== counted[n - 1]?.by)).toBe(true);
      }),
    );
  });
});

/** An ordinary conversation: an evening, the next evening, and the one after. Two lines of each user per line here. */
const EVENINGS = [
  [
    'Hi! Your stars over the lake made me curious. What did you do today?|Hey, nice to meet you. I was at work, then I cooked soup with my sister.',
    'What kind of soup? I live on tomato soup in November.|Pumpkin with ginger. It was too hot, we cried and laughed.',
    'Haha. My kitchen is too small for two people to cry in.|Mine too, we take turns at the stove.',
    'Do you cook often, or only with your sister?|Mostly on Sundays. During the week I eat bread and cheese like a mouse.',
    'I like mice. I grew up next to a farm.|Oh, where was that? I only know the city.',
    'In the north, close to the sea. Flat land and a lot of wind.|That sounds lonely and beautiful. Do you miss it?',
    'Sometimes, in summer. Good night, I have to get up early.|Sleep well, and thank you for the farm.',
  ],
  [
    'Good evening! How was your Tuesday?|Long. My boss moved a meeting three times. How about yours?',
    'Quiet. I fixed the bicycle of my neighbour and got a cake for it.|Best trade I have heard this week. What cake?',
    'Apple. I already ate half of it, to be honest.|I would have finished the whole plate, no shame.',
    'Do you have plans for the weekend?|I want to walk along the river and read under a blanket afterwards.',
    'What are you reading at the moment?|A novel about two old brothers who share one boat and never speak.',
    'I have a brother too. We speak, but only about football.|Is that enough for you, or would you like more?',
    'More, I think. It is hard to begin after so many years.|I understand that well. My father and I needed a hospital to begin.',
  ],
  [
    'I thought about what you said yesterday, about your father.|Thank you. He is fine again, and now he calls every week.',
    'That makes me glad. I called my brother this morning.|Really? What did you talk about, not football?',
    'About our grandmother, and the garden we both remember.|See, that is a wonderful beginning. Were you nervous?',
    'Very. My hands were cold the entire time.|Mine get cold before concerts. I sing in a small choir.',
    'You sing! Which voice, and what kind of music?|Alto, mostly old songs from Sweden. We are not very good but loud.',
    'I would love to hear that one day.|There is a concert before Christmas, in a tiny church.',
  ],
];

function toLines(evenings: readonly (readonly string[])[]): Line[] {
  return evenings.flatMap((evening, day) =>
    evening.flatMap((exchange, n) => {
      const [first = '', second = ''] = exchange.split('|');
      const at = START + day * DAY_MS - day * 40 * MINUTE_MS + n * 17 * MINUTE_MS;
      return [{ by: 'mia', at, text: first } as const, { by: 'tom', at: at + 6 * MINUTE_MS, text: second } as const];
    }),
  );
}

describe('an ordinary conversation', () => {
  it.each(['none', 'any'] as const)('opens every stage on the third day, with openness read: %s', (openness) => {
    expect(stageAfter(toLines(EVENINGS.slice(0, 1)), openness)).toBeGreaterThanOrEqual(1);
    expect(stageAfter(toLines(EVENINGS.slice(0, 1)), openness)).toBeLessThanOrEqual(stageOnDay(1));
    expect(stageAfter(toLines(EVENINGS.slice(0, 2)), openness)).toBe(stageOnDay(2));
    expect(stageAfter(toLines(EVENINGS), openness)).toBe(LAST_REVEAL_STAGE);
  });

  it('counts several short messages in a row as one turn', () => {
    const lines = ['well', 'I was', 'at home', 'all evening'].map(
      (text, n): Line => ({ by: 'mia', at: START + n, text }),
    );
    expect(count(lines).turns).toEqual({ mia: 1 });
    expect(count(lines.slice(0, 2)).turns).toEqual({});
  });

  it.each([
    ['German', 'Ich war gestern lange im Theater', 'Und wie hat dir das Stück gefallen'],
    ['Chinese', '我昨天晚上去看电影了', '你最喜欢哪一部电影呢'],
    ['Arabic', 'كنت أمس في المسرح مع أختي', 'وكيف وجدت العرض الجديد هناك'],
  ])('is read in %s as well', (_language, one, other) => {
    expect(
      count([
        { by: 'mia', at: START, text: one },
        { by: 'tom', at: START + 1, text: other },
      ]).turns,
    ).toEqual({
      mia: 1,
      tom: 1,
    });
  });

  it('shares a day also between users who write once a day each, and never more than one in sixteen hours', () => {
    const letters = EVENINGS.flat().flatMap((exchange) => exchange.split('|'));
    const spaced = (hours: number) =>
      letters.map((text, n): Line => ({ by: n % 2 ? 'tom' : 'mia', at: START + n * hours * HOUR_MS, text }));
    expect(count(spaced(25)).days).toBe(Math.floor(letters.length / 2));
    expect(stageAfter(spaced(25), 'none')).toBe(LAST_REVEAL_STAGE);
    expect(count(spaced(1)).days).toBeLessThanOrEqual(1 + (letters.length - 1) / 16);
  });

  it('does not make two days of one evening at midnight', () => {
    const [evening = []] = EVENINGS;
    expect(count(toLines([evening])).days).toBe(1);
    expect(count(toLines(EVENINGS)).days).toBe(3);
  });
});
