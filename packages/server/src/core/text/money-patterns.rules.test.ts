import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASKS, mentionsMoney } from './money-patterns.rules.ts';

const SAMPLES = 150;

/** Texts drawn from an expression match it in most cases; where they do not, a look-around stands against them. */
describe('the stems that stand before the expressions', () => {
  it.each(ASKS.map((pattern) => ({ pattern })))('are in every text that matches $pattern', ({ pattern }) => {
    const drawn = fc.sample(fc.stringMatching(withoutAssertions(pattern)), { numRuns: SAMPLES, seed: 1 });
    const matching = drawn.filter((text) => pattern.test(text));
    expect(matching.length).toBeGreaterThan(SAMPLES / 20);
    expect(matching.filter((text) => !mentionsMoney({ text, letters: text }))).toEqual([]);
    expect(matching.filter((letters) => !mentionsMoney({ text: '', letters }))).toEqual([]);
  });
});

/** Without boundaries and look-arounds, for which no text can be drawn. */
function withoutAssertions({ source, flags }: RegExp): RegExp {
  let rest = source.replaceAll('\\b', '');
  for (let at = findLookaround(rest); at >= 0; at = findLookaround(rest)) {
    rest = rest.slice(0, at) + rest.slice(findGroupEnd(rest, at));
  }
  return new RegExp(rest, flags);
}

function findLookaround(source: string): number {
  return source.search(/\(\?<?[=!]/);
}

/** The position after the group that begins here. */
function findGroupEnd(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '(') depth += 1;
    else if (source[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error('a group has no end');
}
