import type { Language } from '@soulsight/affinity/languages';
import { measureTone } from '@soulsight/affinity/tone';
import { TOPICS, type Topic } from '../suggesting/phrase-book.data.ts';
import { PHRASES } from '../suggesting/phrases.data.ts';
import { splitSentences } from './sentences.rules.ts';

/** Something that was spoken of. */
export type Mention = {
  topic: Topic;
  /** The word that named it. */
  word: string;
  /** The tone of its sentence, -1 to 1. */
  tone: number;
  sentence: string;
  /** The sentence is about something of the reader, such as "your dog". */
  yours: boolean;
};

/** What a text speaks of, in its order. */
export function readTopics(text: string, language: Language): Mention[] {
  const { topics, yours } = PHRASES[language];
  return splitSentences(text).flatMap((sentence) => {
    const lower = sentence.toLowerCase().replaceAll('’', "'");
    return TOPICS.flatMap((topic) => {
      const word = matchWords(lower, topics[topic].words, language);
      if (word === null) return [];
      const isYours = matchWords(lower, yours, language) !== null;
      return [
        { topic, word, tone: measureTone(sentence, language), sentence, yours: isYours, at: lower.indexOf(word) },
      ];
    }).sort((one, other) => one.at - other.at);
  });
}

/** The first whole word of the pattern in a lower-case text. */
export function matchWords(lower: string, words: string, language: Language): string | null {
  const pattern = language === 'ja' ? `(?:${words})` : `(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`;
  return new RegExp(pattern, 'u').exec(lower)?.[0] ?? null;
}

/** Whether a text has a word of the pattern, however it writes letter case and apostrophes. */
export function hasWords(text: string, words: string, language: Language): boolean {
  return matchWords(text.toLowerCase().replaceAll('’', "'"), words, language) !== null;
}
