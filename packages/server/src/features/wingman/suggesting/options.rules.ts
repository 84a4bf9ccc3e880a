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

/** "Dog side? Cat side?": each option is a question of its own. */
const JAPANESE_SIDES = /([^\s、。,.?？!！]{1,8})派(?:ですか|か)?[?？、,\s]+([^\s、。,.?？!！]{1,8})派/u;

/** The two options of “tea or coffee?”, as they were written; null where they cannot be told for certain. */
export function readOptions(question: string, language: Language): readonly [string, string] | null {
  const { or, beforeOptions } = ACT_LINES[language];
  const [, one, other] = (language === 'ja' && JAPANESE_SIDES.exec(question)) || [];
  if (one && other) return [`${one}派`, `${other}派`];
  const asked = question
    .replaceAll('’', "'")
    .replace(/[?？¿!！\s]+$/u, '')
    .replace(/^[\s¿¡]+/u, '');
  const clause =
    asked
      .split(/[.!:;,：。、](?:\s|$)|[:：。]/u)
      .at(-1)
      ?.trim() ?? '';
  const bare = language === 'ja' ? clause : clause.replace(new RegExp(`^${beforeOptions}\\s+`, 'iu'), '');
  const parts = bare.split(new RegExp(or, 'iu')).map((part) => part.replace(/^¿/u, '').trim());
  const [first, second] = parts;
  if (parts.length !== 2 || !first || !second) return null;
  const options = [first, second].map((option) => tidy(option, language)) as [string, string];
  return options.every((option) => isOption(option, language)) ? options : null;
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
