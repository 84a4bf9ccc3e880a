/** Ignores case, width and accents. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

export function toSearchTerms(query: string): string[] {
  return normalizeForSearch(query).split(/\s+/).filter(Boolean);
}

/** `terms` come from `toSearchTerms`. */
export function containsAllTerms(text: string, terms: readonly string[]): boolean {
  const normalized = normalizeForSearch(text);
  return terms.every((term) => normalized.includes(term));
}

export interface TextSpan {
  /** Index of the first UTF-16 unit. */
  start: number;
  /** Index after the last one. */
  end: number;
}

/** Where a text has one of the terms, in the order of the text; spans that overlap are one. `terms` come from `toSearchTerms`. */
export function findTerms(text: string, terms: readonly string[]): TextSpan[] {
  const { normalized, sources } = normalizeWithSources(text);
  const found = terms.flatMap((term) =>
    findAll(normalized, term).map((at) => ({
      start: sources[at]?.start ?? 0,
      end: sources[at + term.length - 1]?.end ?? 0,
    })),
  );
  found.sort((a, b) => a.start - b.start);
  const spans: TextSpan[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else spans.push(span);
  }
  return spans;
}

/** The normalized text, and for each of its UTF-16 units the character of the text from which it comes, with its accents. */
function normalizeWithSources(text: string): { normalized: string; sources: TextSpan[] } {
  let normalized = '';
  const sources: TextSpan[] = [];
  let at = 0;
  for (const character of text) {
    const units = normalizeForSearch(character);
    const end = at + character.length;
    const last = sources.at(-1);
    if (units === '' && last) last.end = end;
    const source = { start: at, end };
    for (let n = 0; n < units.length; n += 1) sources.push(source);
    normalized += units;
    at = end;
  }
  return { normalized, sources };
}

function findAll(text: string, term: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) found.push(at);
  return found;
}
