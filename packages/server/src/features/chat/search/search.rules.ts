/** A text as search compares it: any case, any width, without accents. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Whether a text holds every word that was asked for. */
export function containsAllTerms(text: string, words: readonly string[]): boolean {
  const haystack = normalizeForSearch(text);
  return words.every((word) => haystack.includes(word));
}

/** The words of a query, as `holdsAll` takes them. */
export function toSearchTerms(query: string): string[] {
  return normalizeForSearch(query).split(/\s+/).filter(Boolean);
}
