import { readFileSync } from 'node:fs';

/** A line is a concept and the words that speak of it in five languages: beginnings, whole words with `_`, phrases. */
export function readHoldConcepts(): string {
  return readFileSync(new URL('./concepts.txt', import.meta.url), 'utf8');
}
