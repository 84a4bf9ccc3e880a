import type { Language } from '@soulsight/affinity/languages';
import { HARD_MOMENTS } from '@soulsight/contract/wingman';
import type { Act } from '../acts/act-labels.data.ts';
import { sumInParts } from '../acts/act-model.rules.ts';
import { matchMoment } from '../hard/match-moment.rules.ts';
import { splitSentences } from '../reading/sentences.rules.ts';
import { matchWords } from '../reading/topics.rules.ts';
import { ACT_LINES } from './act-lines/all-lines.data.ts';
import { PLAIN_WORDS } from './plain-words.data.ts';
import { isMerry, type SituationReply, type Turn } from './situation-replies.rules.ts';

/** How likely something hard is said beside such words, up to which an answer to them fits. */
const GRAVE: readonly Act[] = [...HARD_MOMENTS, 'heavy', 'hurt', 'boundary'];
const GRAVE_UP_TO = 0.6;
const HARD_UP_TO = 0.3;
/** A longer message tells something that matters more than its first or last words. */
const LATE_MAX_CHARS = 260;
const SAID_MAX_CHARS = 170;
const NIGHT_MAX_CHARS = 220;

/**
 * An answer to what the words of their messages leave no doubt about, where the classifier is not certain; null for most.
 * @param isAboutPlan the reader's last message proposed something, or was about a plan
 */
export function replyToPlainWords(turn: Turn, isAboutPlan: boolean, language: Language): SituationReply | null {
  const text = toLower(turn.messages.join('\n'));
  if (isAboutPlan && proposesOther(text, turn, language)) {
    if (sumInParts(turn.said, HARD_MOMENTS) > HARD_UP_TO) return null;
    return reply(ACT_LINES[language].counterYes, 'They proposed another day or hour. This says yes.');
  }
  if (turn.asked || /[?？]/u.test(text)) return null;
  if (sumInParts(turn.said, GRAVE) > GRAVE_UP_TO || matchMoment(text) !== null) return null;
  if (matchWords(text, ACT_LINES[language].ill, language) !== null) return null;
  return replyToFarewell(text, turn, language) ?? replyToNews(text, language);
}

function toLower(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}

function replyToFarewell(text: string, turn: Turn, language: Language): SituationReply | null {
  const { night, notNight, late } = PLAIN_WORDS[language];
  const has = (words: string, within = text) => matchWords(within, words, language) !== null;
  const farewell = splitSentences(text)
    .slice(-2)
    .filter((sentence) => has(night, sentence));
  if (
    text.length <= NIGHT_MAX_CHARS &&
    !turn.hasBadNews &&
    farewell.length > 0 &&
    !has(notNight) &&
    !isMerry(farewell, language)
  )
    return reply(ACT_LINES[language].night, 'They say goodbye for now.', true);
  return text.length <= LATE_MAX_CHARS && has(late) && !turn.answers
    ? reply(ACT_LINES[language].noWorries, 'They apologised for being late.', true)
    : null;
}

function replyToNews(text: string, language: Language): SituationReply | null {
  if (text.length > SAID_MAX_CHARS) return null;
  const lines = ACT_LINES[language];
  const { success, doubt, ahead, others, compliment, but } = PLAIN_WORDS[language];
  const has = (words: string) => matchWords(text, words, language) !== null;
  if (has(success) && !has(others) && !has(doubt))
    return reply(lines.good_news, 'They have good news. Be happy with them.');
  if (has(ahead) && !has(others)) return reply(lines.luck, 'Something important is ahead of them.');
  return has(compliment) && !has(but) ? reply(lines.praise, 'They said something nice. Enjoy it.') : null;
}

function reply(lines: SituationReply['lines'], because: string, plain = false): SituationReply {
  return { kind: 'reply', lines, because, plain };
}

/** Another day or hour than the reader named, and nothing else is asked. */
function proposesOther(text: string, { mine, asked }: Turn, language: Language): boolean {
  const { other, notThen } = PLAIN_WORDS[language];
  const found = matchWords(text, other, language);
  if (found === null) return false;
  const questions = splitSentences(text).filter((sentence) => /[?？]/u.test(sentence) || sentence === asked);
  if (questions.some((sentence) => matchWords(sentence, other, language) === null)) return false;
  const part = text.split(/[.!;。！\n]/u).find((one) => matchWords(one, other, language) !== null) ?? '';
  const before = toLower(mine.at(-1) ?? '');
  return (
    matchWords(part, notThen, language) === null && !(found.match(NAMED) ?? []).some((named) => before.includes(named))
  );
}

/** A day or an hour, as far as it can be told from other words. */
const NAMED = /\d[\d:.h]*|[月火水木金土日]曜|\p{L}{6,}/gu;
