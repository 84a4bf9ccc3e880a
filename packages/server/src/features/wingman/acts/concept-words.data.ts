import { readFileSync } from 'node:fs';
import type { Language } from '@soulsight/affinity/languages';

/** A line is a concept and the words that speak of it: beginnings, whole words with `_`, phrases. */
export function readConceptWords(language: Language): string {
  return readFileSync(new URL(`./concepts/${language}.txt`, import.meta.url), 'utf8');
}
