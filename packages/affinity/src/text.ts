import { MESSAGE_MAX_CHARS } from '@soulsight/contract/limits';
import { addToWindow, EMPTY_WINDOW, type LanguageWindow, windowLanguage } from './language-detection.ts';
import type { Language } from './languages.ts';
import { isQuestion, readSignals, SIGNAL_THRESHOLD } from './signals.ts';
import { measureTone } from './tone.ts';

/** What is stored of a message: numbers and flags, never the text. */
export type TextFeatures = {
  /** The language of the writer's recent messages; null for one whose words are not evidence. */
  language: Language | null;
  /** Characters. */
  message_length: number;
  words: number;
  /** -1 to 1. */
  emotional_tone: number;
  is_question: boolean;
  /** Strength of vulnerability, 0 to 1. */
  vulnerability: number;
  /** Strength of support for the other user, 0 to 1. */
  support: number;
  /** Strength of an attempt to settle a conflict, 0 to 1. */
  repair: number;
  /** Strength of an attack or a reproach, 0 to 1. */
  tension: number;
  /** Strength of laughter or a joke, 0 to 1. */
  humour: number;
  /** Strength of leaving open what is meant, 0 to 1. */
  hedging: number;
  exclaims: boolean;
  /** Whether the other user's last message called for support; absent if there is none. */
  support_called_for?: boolean;
  /** Whether there was tension just before; absent if there is no message of the other user. */
  repair_called_for?: boolean;
};
/** What is known of a message before this one. */
export type PreviousMessage = Pick<TextFeatures, 'vulnerability' | 'emotional_tone' | 'tension'>;
export type TextContext = {
  /** The other user's last message; null or absent if there is none. */
  previous?: PreviousMessage | null;
  /** The same user's last message. */
  own?: PreviousMessage | null;
  /** The languages of the same user's recent messages, this one included; from this text alone where absent. */
  languages?: LanguageWindow;
};
export type TextEvent =
  | 'message_sent'
  | 'vulnerability_shared'
  | 'question_asked'
  | 'emotional_support'
  | 'conflict_resolution';

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** Scripts written without spaces; two characters count as one word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const UNSPACED_CHARS_PER_WORD = 2;
const EXCLAMATION = /[!！]/u;
const TENSE_TONE = -0.5;
const CLEAR_REPAIR = 0.6;

/**
 * The features of one message in any script; characters beyond `MESSAGE_MAX_CHARS` are ignored. In a language that cannot be read,
 * question marks, laughter and emoji are all that is known of the content.
 */
export function textFeatures(text: string, context: TextContext = {}): TextFeatures {
  const read = text.slice(0, MESSAGE_MAX_CHARS).toWellFormed();
  const language = windowLanguage(context.languages ?? addToWindow(EMPTY_WINDOW, read));
  const { vulnerability, support, repair, tension, humour, hedging } = readSignals(read, language);
  return {
    language,
    message_length: [...read].length,
    words: countWords(read.toLowerCase()),
    emotional_tone: measureTone(read, language),
    is_question: isQuestion(read, language),
    ...{ vulnerability, support, repair, tension, humour, hedging },
    exclaims: EXCLAMATION.test(read),
    ...describeOccasion(context),
  };
}

/** What the messages before called for. */
function describeOccasion({ previous, own }: TextContext): Partial<TextFeatures> {
  if (previous == null) return {};
  return {
    support_called_for: previous.vulnerability >= SIGNAL_THRESHOLD,
    repair_called_for: attacks(previous) || (own != null && attacks(own)),
  };
}

/** A sad or angry tone alone can be about anything: a repair is expected after words against the other user only. */
function attacks({ tension }: PreviousMessage): boolean {
  return tension >= SIGNAL_THRESHOLD;
}

/** Whether a message attacks, or sounds clearly negative without being about the writer's own sorrow. */
export function isTense(message: PreviousMessage): boolean {
  const { emotional_tone, vulnerability } = message;
  return attacks(message) || (emotional_tone <= TENSE_TONE && vulnerability < SIGNAL_THRESHOLD);
}

/** The behavioural events of a message: always `message_sent`, and each further kind whose signal is strong enough. */
export function textEvents(text: string | TextFeatures, context: TextContext = {}): TextEvent[] {
  const features = typeof text === 'string' ? textFeatures(text, context) : text;
  const events: TextEvent[] = ['message_sent'];
  if (features.vulnerability >= SIGNAL_THRESHOLD) events.push('vulnerability_shared');
  if (features.is_question) events.push('question_asked');
  if (features.support >= SIGNAL_THRESHOLD) events.push('emotional_support');
  if (isRepair(features)) events.push('conflict_resolution');
  return events;
}

/** A repair needs tension before it, or an unmistakable phrase. */
function isRepair({ repair, repair_called_for }: TextFeatures): boolean {
  return repair >= (repair_called_for ? SIGNAL_THRESHOLD : CLEAR_REPAIR);
}

function countWords(lowercase: string): number {
  const unspaced = lowercase.match(UNSPACED)?.length ?? 0;
  if (unspaced === 0) return lowercase.match(WORD)?.length ?? 0;
  const spaced = lowercase.replace(UNSPACED, ' ').match(WORD)?.length ?? 0;
  return spaced + Math.ceil(unspaced / UNSPACED_CHARS_PER_WORD);
}
