import { readFileSync } from 'node:fs';
import type { Language } from '@soulsight/affinity/languages';
import type { Moment } from '../hard/read-moment.rules.ts';

export type WrittenConversation = {
  language: Language;
  /** What its last messages are; null for the innocent ones, many of which only look hard. */
  label: Moment | null;
  /** The rules were tuned on the development half only. */
  half: 'development' | 'held_out';
  messages: { mine: boolean; content: string }[];
};

const FILES: readonly Language[] = ['en', 'de', 'es', 'fr', 'ja'];

/**
 * The evaluation set. A conversation is its label on a line, then its messages, `>` from the reader and `<` from the other user.
 * The conversations of one label belong to the two halves in turn.
 */
export function readWrittenConversations(): WrittenConversation[] {
  return FILES.flatMap((language) => {
    const text = readFileSync(new URL(`./${language}.txt`, import.meta.url), 'utf8');
    const counts = new Map<string, number>();
    return text
      .trim()
      .split(/\n\n+/)
      .map((block) => {
        const [label = '', ...lines] = block.split('\n');
        const count = counts.get(label) ?? 0;
        counts.set(label, count + 1);
        return {
          language,
          label: label === 'none' ? null : (label as Moment),
          half: count % 2 === 0 ? 'development' : 'held_out',
          messages: lines.map((line) => ({ mine: line.startsWith('>'), content: line.slice(2) })),
        } as const;
      });
  });
}
