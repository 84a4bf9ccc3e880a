import { addObserved, type BehaviourTally, emptyTally } from '../behaviour.ts';
import { emotionalConnection } from '../connection.ts';
import { observe } from '../events.ts';
import { addToWindow, EMPTY_WINDOW } from '../language-detection.ts';
import { SIGNAL_THRESHOLD } from '../signals.ts';
import { isTense, type TextFeatures, textEvents, textFeatures } from '../text.ts';
import type { ParallelMessage } from './parallel-conversations.ts';

/** One message as the product analyses it. */
export type AnalysedMessage = { from: 'a' | 'b'; features: TextFeatures };

/** Analyses a conversation message by message, as the server does. */
export function analyseConversation(messages: readonly ParallelMessage[]): AnalysedMessage[] {
  const analysed: AnalysedMessage[] = [];
  const windows = { a: EMPTY_WINDOW, b: EMPTY_WINDOW };
  for (const { from, text } of messages) {
    windows[from] = addToWindow(windows[from], text);
    const last = (writer: 'a' | 'b') => analysed.findLast((message) => message.from === writer)?.features ?? null;
    const context = { previous: last(from === 'a' ? 'b' : 'a'), own: last(from), languages: windows[from] };
    analysed.push({ from, features: textFeatures(text, context) });
  }
  return analysed;
}

/** What one writer's messages show about them, each conversation on a day of its own. */
export function tallyWriter(conversations: readonly (readonly AnalysedMessage[])[], writer: 'a' | 'b'): BehaviourTally {
  return conversations.reduce((tally, messages, day) => {
    const at = new Date(86_400_000 * (20_000 + day));
    const events = messages
      .filter(({ from }) => from === writer)
      .flatMap(({ features }) =>
        textEvents(features).map((type) => ({
          observations: observe(type, { ...features }),
          subjectId: 'conversation',
          at,
        })),
      );
    return addObserved(tally, events);
  }, emptyTally());
}

/** The emotional connection of an analysed conversation on one day, 0 to 100. */
export function connectionScore(messages: readonly AnalysedMessage[]): number {
  const side = (writer: 'a' | 'b') => {
    const own = messages.filter(({ from }) => from === writer).map(({ features }) => features);
    const count = (test: (features: TextFeatures) => boolean) => own.filter(test).length;
    return {
      messages: own.length,
      words: own.reduce((sum, { words }) => sum + words, 0),
      questions: count(({ is_question }) => is_question),
      answered: messages.filter((message, n) => message.from === writer && messages[n - 1]?.features.is_question)
        .length,
      vulnerable: count(({ vulnerability }) => vulnerability >= SIGNAL_THRESHOLD),
      supported: count((features) => features.support_called_for === true && features.support >= SIGNAL_THRESHOLD),
      tense: count(isTense),
      mended: count((features) => features.repair_called_for === true && features.repair >= SIGNAL_THRESHOLD),
      laughs: count(({ humour }) => humour >= SIGNAL_THRESHOLD),
      tone: own.reduce((sum, { emotional_tone }) => sum + emotional_tone, 0) / Math.max(1, own.length),
    };
  };
  return emotionalConnection({ one: side('a'), other: side('b'), activeDays: 1 });
}
