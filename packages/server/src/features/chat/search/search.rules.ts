/** Ignores case, width and accents. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** `terms` come from `toSearchTerms`. */
export function containsAllTerms(text: string, terms: readonly string[]): boolean {
  const normalized = normalizeForSearch(text);
  return terms.every((term) => normalized.includes(term));
}

export function toSearchTerms(query: string): string[] {
  return normalizeForSearch(query).split(/\s+/).filter(Boolean);
}
