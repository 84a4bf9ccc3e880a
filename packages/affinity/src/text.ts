/// <reference path="./vader-sentiment.d.ts" />
import { MESSAGE_MAX_CHARS } from '@soulsight/contract/limits';
import vader from 'vader-sentiment';
import { clamp } from './normal.ts';
import { measureRepair, measureSupport, measureVulnerability, normaliseText, SIGNAL_THRESHOLD } from './signals.ts';

/** What is stored of a message: numbers and flags, never the text. */
export type TextFeatures = {
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
  /** Share of the words that are "I", "me", "my" and the like, 0 to 1. */
  first_person: number;
  exclaims: boolean;
  /** Whether the other user's last message called for support; absent if there is none. */
  support_called_for?: boolean;
};
/** The features of the other user's last message; null or absent if there is none. */
export type TextContext = {
  previous?: Pick<TextFeatures, 'vulnerability' | 'emotional_tone'> | null;
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
const FIRST_PERSON = new Set(['i', "i'm", "i've", "i'd", "i'll", 'me', 'my', 'mine', 'myself']);
const QUESTION_MARK = /[?？؟;⁇⁈⸮፧՞]/u;
/** A question without a question mark: "what do you", "how often", "have you"; not "what a day" or "when I was small". */
const QUESTION_START =
  /^(?:(?:and|so|but|ok|okay|well|hey|hi|oh) )?(?:(?:what|who|where|when|why|how|which)(?:'s| (?:do|does|did|are|is|was|were|would|could|can|will|should|about|have|has)\b)|what (?:kind|sort|time)\b|how (?:much|many|old|long|often|far|come)\b|(?:do|did|are|were|have|would|could|can|will|don't|aren't|wouldn't|haven't) you\b|(?:is|are) there\b|does it\b|(?:shall|should) we\b|any chance\b)/;
const EXCLAMATION = /[!！]/u;
const SENTENCE_END = /[.!?。！？؟।\n]+/u;
/** VADER saturates on texts longer than a tweet, so longer texts are split and the scores averaged, as its authors advise. */
const SENTIMENT_PIECE_CHARS = 280;
const TENSE_TONE = -0.3;
const CLEAR_REPAIR = 0.6;

/** The features of one message in any script; characters beyond `MESSAGE_MAX_CHARS` are ignored. English works best. */
export function textFeatures(text: string, context: TextContext = {}): TextFeatures {
  const read = text.slice(0, MESSAGE_MAX_CHARS).toWellFormed();
  const lowercase = read.toLowerCase().replaceAll('’', "'");
  const plain = normaliseText(lowercase);
  const found = lowercase.match(WORD) ?? [];
  const called = isSupportCalledFor(context);
  return {
    message_length: [...read].length,
    words: countWords(lowercase, found),
    emotional_tone: measureTone(read),
    is_question: isQuestion(lowercase),
    vulnerability: measureVulnerability(plain),
    support: measureSupport(plain),
    repair: measureRepair(plain),
    first_person: found.length === 0 ? 0 : found.filter((word) => FIRST_PERSON.has(word)).length / found.length,
    exclaims: EXCLAMATION.test(read),
    ...(called === undefined ? {} : { support_called_for: called }),
  };
}

/** The behavioural events of a message: always `message_sent`, and each further kind whose signal is strong enough. */
export function textEvents(text: string | TextFeatures, context: TextContext = {}): TextEvent[] {
  const features = typeof text === 'string' ? textFeatures(text, context) : text;
  const events: TextEvent[] = ['message_sent'];
  if (features.vulnerability >= SIGNAL_THRESHOLD) events.push('vulnerability_shared');
  if (features.is_question) events.push('question_asked');
  if (features.support >= SIGNAL_THRESHOLD) events.push('emotional_support');
  if (isRepair(features, context)) events.push('conflict_resolution');
  return events;
}

/** A repair needs a tense message before it, or an unmistakable phrase. */
function isRepair(features: TextFeatures, { previous }: TextContext): boolean {
  const isTense = previous != null && previous.emotional_tone <= TENSE_TONE;
  return features.repair >= (isTense ? SIGNAL_THRESHOLD : CLEAR_REPAIR);
}

function isSupportCalledFor({ previous }: TextContext): boolean | undefined {
  if (previous == null) return undefined;
  return previous.vulnerability >= SIGNAL_THRESHOLD;
}

/**
 * Tone from -1 to 1: VADER's compound score (Hutto & Gilbert 2014), averaged over the pieces of a long text by their length.
 */
function measureTone(text: string): number {
  let sum = 0;
  let length = 0;
  for (const piece of splitIntoPieces(text)) {
    const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(piece);
    if (!Number.isFinite(compound)) continue;
    sum += compound * piece.length;
    length += piece.length;
  }
  return length === 0 ? 0 : clamp(sum / length, -1, 1);
}

function splitIntoPieces(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > SENTIMENT_PIECE_CHARS) {
    const head = rest.slice(0, SENTIMENT_PIECE_CHARS);
    const end = Math.max(
      head.lastIndexOf('. '),
      head.lastIndexOf('! '),
      head.lastIndexOf('? '),
      head.lastIndexOf('\n'),
    );
    const cut = end > 0 ? end + 1 : SENTIMENT_PIECE_CHARS;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut).trim();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

function isQuestion(lowercase: string): boolean {
  if (QUESTION_MARK.test(lowercase)) return true;
  return lowercase.split(SENTENCE_END).some((sentence) => QUESTION_START.test(sentence.trim()));
}

function countWords(lowercase: string, found: readonly string[]): number {
  const unspaced = lowercase.match(UNSPACED)?.length ?? 0;
  if (unspaced === 0) return found.length;
  const spaced = lowercase.replace(UNSPACED, ' ').match(WORD)?.length ?? 0;
  return spaced + Math.ceil(unspaced / UNSPACED_CHARS_PER_WORD);
}
