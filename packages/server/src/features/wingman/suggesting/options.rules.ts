import type { Language } from '@soulsight/affinity/languages';
import { isQuestion } from '@soulsight/affinity/signals';
import { namesWhen } from '../reading/plan.rules.ts';
import { splitSentences } from '../reading/sentences.rules.ts';
import { hasWords } from '../reading/topics.rules.ts';
import { ACT_LINES } from './act-lines/all-lines.data.ts';

/** Longer options are sentences, which do not fit into an answer. */
const OPTION_MAX_WORDS = 3;
const OPTION_MAX_CHARS = 28;
const JAPANESE_OPTION_MAX_CHARS = 8;
/** Words with which an option would not stand alone. */
const DEPENDENT =
  /^(?:what|not|no|yes|are|is|do|does|did|am|have|has|just|you|i|it|that|this|nicht|nein|ja|was|bist|hast|du|ich|es|no|sí|si|qué|que|eres|tienes|me|te|lo|non|oui|pas|quoi|tu|es|je|ça|c'est)(?![\p{L}'])/iu;

/**
 * Whether a message leaves something else than the day or the hour to the reader's choice: "shall I pick you up or do we meet there?" Yes is
 * no answer to it.
 */
export function leavesChoice(content: string, language: Language): boolean {
  const { or, orNo, tellMe } = ACT_LINES[language];
  const sentences = splitSentences(content.replaceAll('’', "'"));
  return sentences.some((sentence, n) => {
    const isGoingOn = isQuestion(sentences[n - 1] ?? '', language);
    if (!isQuestion(sentence, language) && !isGoingOn && !hasWords(sentence, tellMe, language)) return false;
    if (language === 'ja') return JAPANESE_CHOICE.test(sentence) && !namesWhen(sentence, language);
    const [, ...others] = ` ${sentence}`.split(new RegExp(or, 'iu'));
    const other = others.at(-1);
    return other !== undefined && !namesWhen(other, language) && !new RegExp(`^(?:${orNo})`, 'iu').test(other);
  });
}

const JAPANESE_CHOICE = /それとも|どっち|どちら/u;

/** One side of a choice, without what the sentence is about: “あなたは犬派” begins after the は. */
const JAPANESE_WORD = '[^\\sは、。,.:：?？!！]{1,8}?';
const JAPANESE_START = '(?<![^\\sは、。,.:：?？!！])';
/** "Or" between two questions, or two parts of one. */
const JAPANESE_BETWEEN = '[?？、,\\s]*(?:それとも|または)?[、,\\s]*';
/** "Dog side? Cat side?": each option is a question of its own, of the same kind. */
const JAPANESE_SIDES = new RegExp(
  `${JAPANESE_START}(${JAPANESE_WORD})(派|型)(?:ですか|なの|か)?(?=[?？、,\\s]|それとも)${JAPANESE_BETWEEN}(${JAPANESE_WORD})\\2`,
  'u',
);
/** "Tea and coffee, which do you like?", "is it tea, is it coffee?" */
const JAPANESE_PAIRS = [
  new RegExp(
    `${JAPANESE_START}(${JAPANESE_WORD})(?:と|か、?(?:それとも、?)?|、|\\s?or\\s?|\\s?vs\\s?)(${JAPANESE_WORD})(?:と|か|では|なら|だったら|だと)?[、,\\s]*(?:どっち|どちら)`,
    'u',
  ),
  new RegExp(`${JAPANESE_START}(${JAPANESE_WORD})ですか${JAPANESE_BETWEEN}(${JAPANESE_WORD})ですか`, 'u'),
];

/** Asks for a taste in words that leave no doubt, whatever the classifier has seen: "which do you like", "team dog or team cat". */
export function asksForTaste(question: string, language: Language): boolean {
  if (language === 'ja') return JAPANESE_SIDES.test(question) || JAPANESE_TASTE.test(question);
  return TWO_TEAMS.test(question) || TWO_PERSONS.test(question);
}

const JAPANESE_TASTE = /(?:どっち|どちら)(?:の(?:ほう|方))?(?:が|を)?お?(?:好き|好み)/u;
const TWO_TEAMS = /(?<!\p{L})(?:team|equipo) [^.!]{1,40}(?<!\p{L})(?:or|oder|[ou]|ou) (?:team|equipo) /iu;
const TWO_PERSONS = /(?<!\p{L})an? \p{L}+ person(?!\p{L})[^.!]{1,10}(?<!\p{L})or an? \p{L}+ person(?!\p{L})/iu;

/** The two options of “tea or coffee?”, as they were written; null if they cannot be told for certain. */
export function readOptions(question: string, language: Language): readonly [string, string] | null {
  const { or, beforeOptions } = ACT_LINES[language];
  const japanese = language === 'ja' ? readJapanesePair(question) : null;
  if (japanese) return japanese;
  const asked = question
    .replaceAll('’', "'")
    .replace(/[?？¿!！\s]+$/u, '')
    .replace(/[¿¡]/gu, '')
    .trim();
  const clause =
    asked
      .split(/[.!:;,：。、](?:\s|$)|[:：。]/u)
      .at(-1)
      ?.trim() ?? '';
  const lead = new RegExp(`^(?:(?:${beforeOptions})(?:\\s+|(?<=\\s)))${language === 'ja' ? '{0}' : '{0,2}'}`, 'iu');
  // "Tea? Or coffee?": each option may be a question of its own.
  const parts = clause.split(new RegExp(or, 'iu')).map((part) =>
    part
      .replace(lead, '')
      .replace(/^an? (?=\p{L}+ person)/iu, '')
      .replace(/[?？、,\s]+$/u, ''),
  );
  const [first, second] = parts;
  if (parts.length !== 2 || !first || !second) return null;
  const options = [first, second].map((option) => tidy(option, language)) as [string, string];
  return options.every((option) => isOption(option, language)) ? options : null;
}

function readJapanesePair(question: string): readonly [string, string] | null {
  const [, one, kind, other] = JAPANESE_SIDES.exec(question) ?? [];
  if (one && other) return [`${one}${kind}`, `${other}${kind}`];
  for (const pattern of JAPANESE_PAIRS) {
    const [, first, second] = pattern.exec(question) ?? [];
    if (first && second && [first, second].every((option) => isOption(option, 'ja'))) return [first, second];
  }
  return null;
}

function tidy(option: string, language: Language): string {
  if (language === 'ja') return option.replace(/(?:派|ですか|どっち|どちら|が好き).*$/u, '');
  return /^\p{Lu}{2}|^I(?![\p{L}])/u.test(option)
    ? option
    : option.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

function isOption(option: string, language: Language): boolean {
  if (language === 'ja')
    return option.length > 0 && option.length <= JAPANESE_OPTION_MAX_CHARS && !/[はがをにでもの]/u.test(option);
  const words = option.split(/\s+/);
  return (
    words.length <= OPTION_MAX_WORDS && option.length <= OPTION_MAX_CHARS && !words.some((word) => DEPENDENT.test(word))
  );
}
