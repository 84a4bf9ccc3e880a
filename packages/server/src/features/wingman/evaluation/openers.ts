import { readFileSync } from 'node:fs';
import type { PromptKey } from '@soulsight/contract/profile';
import { suggestOpeners } from '../suggesting/openers.rules.ts';

/** The first opener for each of `pairs` pairs, from the written profiles. */
export function suggestOpenersForPairs(pairs: number): string[] {
  const lines = readFileSync(new URL('./profiles.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(0, pairs);
  return lines.flatMap((line) => {
    const [key, answer = ''] = line.split(/: (.*)/s);
    const [first] = suggestOpeners({ prompts: [{ key: key as PromptKey, answer }], talkingPoints: [] }, 'en');
    return first ? [first.text] : [];
  });
}

/** Distinct-2: the share of pairs of neighbouring words that differ, over all texts (Li et al. 2016). */
export function measureDistinct2(texts: readonly string[]): number {
  const bigrams = texts.flatMap((text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
    return words.slice(1).map((word, n) => `${words[n]} ${word}`);
  });
  return new Set(bigrams).size / Math.max(1, bigrams.length);
}
