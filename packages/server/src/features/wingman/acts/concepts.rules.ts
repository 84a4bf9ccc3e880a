import { LANGUAGES, type Language } from '@soulsight/affinity/languages';
import { toComparable } from '../../../core/text/message-text.rules.ts';
import { readConceptWords } from './concept-words.data.ts';

type Word = { concept: string; language: Language };

/** Concepts by the beginnings of their words, in comparable text; a space at the end says that the word ends there. */
let words: Map<string, Word[]> | null = null;
let longest = 0;

/** Begins in Japanese. */
export const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** A line of `concepts/<language>.txt` is a concept and the words that speak of it: beginnings, whole words with `_`, phrases. */
function loadWords(): Map<string, Word[]> {
  const found = new Map<string, Word[]>();
  for (const language of LANGUAGES) {
    for (const line of readConceptWords(language).trim().split('\n')) {
      const [concept = '', list = ''] = line.split(': ');
      for (const entry of list.split(', ')) {
        const word = toWords(toComparable(entry).text.replace('_', ' '));
        found.set(word, [...(found.get(word) ?? []), { concept, language }]);
        longest = Math.max(longest, word.length);
      }
    }
  }
  return found;
}

/** Punctuation and spaces as one space. */
function toWords(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{Extended_Pictographic}']+/gu, ' ').trimStart();
}

/** Words count from their beginning, Japanese ones anywhere. */
function* matchWords(comparable: string): Generator<Word & { at: number; chars: number }> {
  words ??= loadWords();
  const text = `${toWords(comparable)} `;
  for (let at = 0; at < text.length; at += 1) {
    if (at > 0 && text[at - 1] !== ' ' && !JAPANESE.test(text[at] ?? '')) continue;
    for (let end = at + 1; end <= text.length && end - at <= longest; end += 1)
      for (const word of words.get(text.slice(at, end)) ?? []) yield { ...word, at, chars: end - at };
  }
}

/** What a comparable text speaks of, in any of the languages. */
export function findConcepts(comparable: string): Set<string> {
  return new Set([...matchWords(comparable)].map(({ concept }) => concept));
}

/** The best language must explain so much more than the second. */
const LANGUAGE_LEAD = 1.4;
const LANGUAGE_MIN_CHARS = 5;

/** The language of a text that is too short for the detection by letters, from the words that it shares with the concepts; null if it is open. */
export function guessLanguage(content: string): Language | null {
  const longestAt = new Map<string, number>();
  for (const { language, at, chars } of matchWords(toComparable(content).text))
    longestAt.set(`${language} ${at}`, Math.max(chars, longestAt.get(`${language} ${at}`) ?? 0));
  const totals = LANGUAGES.map((language) => ({
    language,
    chars: [...longestAt].reduce((sum, [key, chars]) => sum + (key.startsWith(`${language} `) ? chars : 0), 0),
  })).sort((one, other) => other.chars - one.chars);
  const [best, second] = totals;
  if (!best || !second || best.chars < LANGUAGE_MIN_CHARS) return null;
  return best.chars >= LANGUAGE_LEAD * second.chars ? best.language : null;
}
