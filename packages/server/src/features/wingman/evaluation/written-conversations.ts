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
 * 96 conversations by two writers who knew nothing of the rules, read once, after the rules were written: what the
 * wingman sees and says for people whom it was not tuned on. The labels are a third reader's. Rules that are tuned on them have to be measured on new ones.
 */
export function readUnseenConversations(): Pick<WrittenConversation, 'label' | 'messages'>[] {
  return readConversations(new URL('./unseen.txt', import.meta.url));
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
