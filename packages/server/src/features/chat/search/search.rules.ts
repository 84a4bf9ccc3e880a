/** A text as search compares it: any case, any width, without accents. */
function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Whether a text holds every word that was asked for. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const haystack = searchable(text);
  return words.every((word) => haystack.includes(word));
}

/** The words of a query, as `holdsAll` takes them. */
export function wordsOf(query: string): string[] {
  return searchable(query).split(/\s+/).filter(Boolean);
}
