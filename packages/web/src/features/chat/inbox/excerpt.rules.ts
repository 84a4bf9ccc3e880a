import { findTerms, toSearchTerms } from '@soulsight/contract/text-search';

const CONTEXT_CHARS = 40;

export interface ExcerptPart {
  /** Index in the whole text. */
  at: number;
  text: string;
  isMatch: boolean;
}

/** The parts of a text from the beginning of a word shortly before its first match, up to its end. */
export function cutExcerpt(text: string, query: string): ExcerptPart[] {
  const matches = findTerms(text, toSearchTerms(query));
  const parts: ExcerptPart[] = [];
  let at = findWordBefore(text, matches[0]?.start ?? 0);
  for (const { start, end } of [...matches, { start: text.length, end: text.length }]) {
    if (at < start) parts.push({ at, text: text.slice(at, start), isMatch: false });
    if (start < end) parts.push({ at: start, text: text.slice(start, end), isMatch: true });
    at = end;
  }
  return parts;
}

/** Where no word begins in the context, as in Japanese, the match itself is the beginning. */
function findWordBefore(text: string, match: number): number {
  const from = match - CONTEXT_CHARS;
  if (from <= 0) return 0;
  const gap = text.slice(from - 1, match).search(/\s\S/);
  return gap < 0 ? match : from + gap;
}
