import { readFileSync } from 'node:fs';
import type { Language } from '@soulsight/affinity/languages';
import type { Moment } from '../hard/match-moment.rules.ts';

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
 * Conversations by writers who knew neither rules nor examples, for a regression set: `unseen`, 96 in mixed registers, the labels a
 * third reader's; `indirect`, 147 in which people say hard things sideways; `everyday`, 150 in plain words; `varied`, `mixed`, `acquainted`,
 * `assorted`, `sundry`, `diverse`, `motley`, `miscellaneous`, `colloquial`, `ordinary`, `commonplace`, `customary` and `habitual`, 220 each by two writers. They are
 * development data: reviewers judged the lists for all but `miscellaneous` and `colloquial`, and rules, limits and kinds of example were chosen with
 * the outcome in view. The classifier was never trained with them. To know how well the wingman does, new ones are needed.
 */
export const UNSEEN_SETS = [
  'unseen',
  'indirect',
  'everyday',
  'varied',
  'mixed',
  'acquainted',
  'assorted',
  'sundry',
  'diverse',
  'motley',
  'miscellaneous',
  'colloquial',
  'ordinary',
  'commonplace',
  'customary',
  'habitual',
] as const;

export function readUnseenConversations(
  set: (typeof UNSEEN_SETS)[number],
): Pick<WrittenConversation, 'label' | 'messages'>[] {
  return readConversations(new URL(`./${set}.txt`, import.meta.url));
}

/** The conversations of a file in the form of the evaluation set. */
export function readConversations(file: URL | string): Pick<WrittenConversation, 'label' | 'messages'>[] {
  return readBlocks(file).map(([label = '', ...lines]) => ({ label: toLabel(label), messages: lines.map(toMessage) }));
}

function toLabel(text: string): Moment | null {
  return text === 'none' ? null : (text as Moment);
}

function readBlocks(file: URL | string): string[][] {
  return readFileSync(file, 'utf8')
    .trim()
    .split(/\n\n+/)
    .map((block) => block.split('\n'));
}

function toMessage(line: string): WrittenConversation['messages'][number] {
  return { mine: line.startsWith('>'), content: line.slice(2) };
}

/**
 * The evaluation set. A conversation is its label on a line, then its messages, `>` from the reader and `<` from the other user.
 * The conversations of one label belong to the two halves in turn.
 */
export function readWrittenConversations(): WrittenConversation[] {
  return FILES.flatMap((language) => {
    const counts = new Map<string, number>();
    return readBlocks(new URL(`./${language}.txt`, import.meta.url)).map(([label = '', ...lines]) => {
      const count = counts.get(label) ?? 0;
      counts.set(label, count + 1);
      return {
        language,
        label: toLabel(label),
        half: count % 2 === 0 ? 'development' : 'held_out',
        messages: lines.map(toMessage),
      } as const;
    });
  });
}
