import { DAY_MS, HOUR_MS } from '@soulsight/contract/time';

/** A turn needs this many different words, so that short messages do not count. */
const TURN_WORDS_MIN = 4;
/** How many of these neither user may have written lately, so that repeated and copied text does not count. */
const TURN_NEW_WORDS_MIN = 2;
/** A single letter is a word only in scripts that write words with one character. */
const WORD_CHARS_MIN = 2;
const TURN_WORDS_MAX = 60;
const KNOWN_WORDS_MAX = 300;
const HASHES = 2 ** 16;
/** Turns of one user that count within any hour and any day. */
export const TURNS_PER_HOUR = 4;
export const TURNS_PER_DAY = 10;
/**
 * A new day of a conversation begins this long after the last one began, so that midnight does not make two of one evening, and
 * only after both had a turn on that one, so that users who answer once a day share days as well.
 */
const NEW_DAY_MS = 16 * HOUR_MS;

/**
 * What makes a pair's trust grow: turns in which each user wrote something of substance, as counts. Words are kept as 16-bit hashes,
 * which many words share, and only the last ones. Stored as JSON: its keys must not change.
 */
export type Substance = {
  /** Turns that counted, by user. */
  turns: Record<string, number>;
  /** Who had the last turn that counted: turns alternate. */
  lastTurn: string | null;
  /** What is being written now, until the other user answers. */
  run: { senderId: string; words: number[] } | null;
  /** Words written lately by either user, oldest first. */
  known: number[];
  /** When each user's last turns counted, in milliseconds of the pair's clock, oldest first. */
  countedAt: Record<string, number[]>;
  /** The present day of the conversation: when it began, and who had a turn on it. */
  dayFrom: number | null;
  dayUsers: string[];
  /** Days on which both users had a turn that counted. */
  days: number;
};

export function emptySubstance(): Substance {
  return { turns: {}, lastTurn: null, run: null, known: [], countedAt: {}, dayFrom: null, dayUsers: [], days: 0 };
}

/** Adds a message. `at` is in milliseconds of the pair's clock; `text` is null for a deleted message. */
export function addSubstance(
  before: Substance,
  { senderId, at, text }: { senderId: string; at: number; text: string | null },
): Substance {
  const substance = continueRun(before, senderId, text === null ? [] : hashWords(text));
  const { run, known, lastTurn } = substance;
  if (!run || lastTurn === senderId || run.words.length < TURN_WORDS_MIN) return substance;
  const knownWords = new Set(known);
  if (run.words.filter((word) => !knownWords.has(word)).length < TURN_NEW_WORDS_MIN) return substance;
  const today = (substance.countedAt[senderId] ?? []).filter((time) => at - time < DAY_MS);
  if (today.length >= TURNS_PER_DAY) return substance;
  if (today.filter((time) => at - time < HOUR_MS).length >= TURNS_PER_HOUR) return substance;
  return {
    ...substance,
    ...addToDay(substance, senderId, at),
    turns: { ...substance.turns, [senderId]: (substance.turns[senderId] ?? 0) + 1 },
    lastTurn: senderId,
    countedAt: { ...substance.countedAt, [senderId]: [...today, at] },
  };
}

/** Several messages in a row are one turn. When the other user answers, the words of the turn become known. */
function continueRun(substance: Substance, senderId: string, words: readonly number[]): Substance {
  const { run, known } = substance;
  if (run?.senderId === senderId) {
    const longer = [...new Set([...run.words, ...words])].slice(0, TURN_WORDS_MAX);
    return { ...substance, run: { senderId, words: longer } };
  }
  const remembered = new Set(run?.words);
  const kept = [...known.filter((word) => !remembered.has(word)), ...remembered].slice(-KNOWN_WORDS_MAX);
  return { ...substance, known: kept, run: { senderId, words: [...new Set(words)].slice(0, TURN_WORDS_MAX) } };
}

function addToDay({ dayFrom, dayUsers, days }: Substance, senderId: string, at: number) {
  const isNew = dayFrom === null || (dayUsers.length === 2 && at - dayFrom >= NEW_DAY_MS);
  const before = isNew ? [] : dayUsers;
  const users = before.includes(senderId) ? before : [...before, senderId];
  const isShared = users.length === 2 && before.length < 2;
  return { dayFrom: isNew ? at : dayFrom, dayUsers: users, days: days + (isShared ? 1 : 0) };
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const LETTER = /\p{L}/u;
const ONE_CHARACTER_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** "sooooo" is "so": stretching a word does not make another one. */
const REPEATED = /(.)\1+/gu;

/** The words of a text, without numbers, as hashes. */
function hashWords(text: string): number[] {
  const words: number[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, 2_000).normalize('NFKC').toLowerCase())) {
    if (!isWordLike || !LETTER.test(segment)) continue;
    const word = segment.replace(REPEATED, '$1').replace(/\d/g, '');
    if (word.length >= WORD_CHARS_MIN || ONE_CHARACTER_SCRIPT.test(word)) words.push(hash(word));
  }
  return words;
}

/** FNV-1a, folded to 16 bits. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193);
  return ((value >>> 16) ^ value) & (HASHES - 1);
}
