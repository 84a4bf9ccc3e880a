import type { ComparableText } from '../../../core/text/message-text.rules.ts';
import { ADDRESS_ENDINGS } from './address-endings.data.ts';
import { toDigitRuns } from './number-words.rules.ts';

/** Endings that are also common words: after a missing space they begin a sentence more often than they end an address. */
const WORD_ENDINGS = new Set(
  (
    'am as at be by do de es in is it la me my no so to us se si tu ja da du et en un im man men one you now new here how ' +
    'day love life live like fun cool call talk today nice best just are read able ad ads plus run see say work open show ' +
    'ma ca va ne ni na le mo mi my id et ai app army art author auto baby band bar beer bet bike bio blue book boo box cab'
  )
    .split(' ')
    .filter((word) => word !== 'app' && word !== 'live'),
);

const AT = String.raw`\s?(?:@|\(at\)|\[at\]|\{at\}|\(a\)|\sarroba\s|\sarobase\s|\sarobas\s|アット)\s?`;
const AT_WORD = String.raw`\s(?:at|ad|chez)\s`;
const DOT_WORD = String.raw`\s?(?:\(dot\)|\[dot\]|\{dot\}|\(punkt\)|\sdot\s|\spunkt\s|\spunto\s|\spoint\s|ドット)\s?`;
/** The last character before an @, and a name after it. Bounded, so that no text takes long. */
const LOCAL = String.raw`[\p{L}\p{N}_%+-]`;
const NAME = String.raw`[\p{L}\p{N}_%+-]{1,40}`;
const STRONG_ENDING = '(?:com|net|org|de|es|fr|jp|co|io|ly|me|ru|uk|info|biz|xyz|site|online|club|shop|top|click|link)';

/** Endings that are told in words: without those that read as a word after "point" or "punto". */
const WORDED_ENDING = '(?:com|net|org|fr|jp|io|ly|ru|uk|info|biz|xyz|site|online|club|shop|top|click|link)';

const EMAIL = new RegExp(`${LOCAL}${AT}${NAME}(?:\\s?\\.\\s?|${DOT_WORD})\\p{L}{2,}`, 'u');
const EMAIL_IN_WORDS = new RegExp(
  `${LOCAL}${AT_WORD}(?:${NAME}${DOT_WORD}|${NAME}\\.(?=${STRONG_ENDING}\\b)|(?:gmail|hotmail|gmx)\\b)`,
  'u',
);
const MAIL_SERVICE = /(?<![\p{L}\p{N}])(?:g-?mail|hotmail|icloud mail|protonmail|yahoo mail|gメール)(?![\p{L}])/u;
const HANDLE = /(?:^|[\s:(,])@[\p{L}\p{N}_.]{3,}/u;
const LABELLED_HANDLE =
  /(?<![\p{L}\p{N}])(?:wa|ig|tg|fb|sc|snap|snapchat|insta|line|kik|skype|discord)\s?(?:[:=]|id\b|is\b|es\b|ist\b|c'est)\s?[\p{L}\p{N}+@]/u;

/** Names that mean nothing but a messenger, with the common ways to misspell them. */
const MESSENGER =
  /(?<![\p{L}])(?:wh?[ao]t?s+\s?[ae]p+|wh?atsap+|whatsa+p+|watsap+|guasap+|wasap+|wassap+|wazzap+|tele\s?gram[am]?|snap\s?chat|insta(?:gram)?|wechat|viber|skype|kik|discord|facebook|hangouts|onlyfans|kakao(?:talk)?|threema)(?![\p{L}])/gu;
/** Messengers whose names are ordinary words: only where somebody is asked to go there. */
const AMBIGUOUS_MESSENGER =
  /(?<![\p{L}])(?:(?:on|via|over|auf|bei|uber|por|en|sur|par|my|mein|mi|mon|have|got|hast du|tienes|as-tu|tu as|add me on|ajoute-moi sur) (?:signal|snap|messenger|wire|matrix)(?![\p{L}])(?! (?:that|of|from|failures?|the)\b)|(?:signal|snap|messenger) (?:app|me|id)\b|(?:facebook|fb) messenger)/u;
const NEGATED_BEFORE =
  /(?:\b(?:no|not|without|never|deleted?|left|quit|stopped|hate|kein(?:e|en)?|nicht|ohne|nie|geloscht|sin|nunca|borre|deje|pas|sans|jamais|supprime|quitte)|n't)(?: [\p{L}']+){0,2} ?$/u;
const MOVE_CUE = /(?:write|text|add|message|reach|schreib|escrib|ecri[st]|ajoute|agrega|call)(?: [\p{L}']+){0,3} ?$/u;
const JAPANESE_MESSENGER =
  /(?:(?<![a-z])line(?![a-z])\s?(?:で|の?\s?id|を?\s?(?:交換|教|追加)|交換)|(?<!オン|スタート|デッド|スカイ|アウト)ライン(?:で|の?\s?id|を?(?:交換|教|追加))|カカオ(?:で|トーク|の?\s?id)|id(?:を)?交換|idは|(?:テレグラム|ワッツアップ|インスタ(?!ン|ント|レ)|スカイプ|ディスコード)(?!は?(?:を)?(?:やって(?:い)?(?:ませ|な)|使って(?:い)?(?:ませ|な)|やめ|し(?:ませ|な)|持って(?:い)?(?:ませ|な))))/u;

const NUMBER_REQUEST = new RegExp(
  [
    /(?:your|my|ur) (?:(?:phone|cell|mobile|private|whatsapp) ?)?(?:number|digits|cell|phone number)\b(?! (?:one|is (?:one|\d{1,2}\b)|[a-z]+ (?:is|song|film|place)))/,
    /(?:give|send|drop|gib|schick|sag|gebe|dame|pasame|da[sr]?|mandame|donne|envoie|passe|file)(?:[- ](?:me|mir|moi|te|dir|je|tu))* (?:your|deine|meine|tu|mi|ton|mon) (?:(?:phone|handy|telefon|mobil)-?)?(?:number|num|nr|nummer|handynummer|telefonnummer|numero|telefono|movil|wasap|cellulaire)(?![p{L}])/,
    /(?:deine|meine) (?:handy|telefon|mobil)?nummer(?! (?:eins|1)\b)|je te donne mon num|tu numero(?! (?:favorito|preferido))|mi numero es|ton numero(?! (?:prefere|fetiche))|mon numero(?! (?:prefere|fetiche))/,
    /(?:電話|携帯|ケータイ|スマホの?)(?:の)?番号|番号(?:を)?(?:教え|交換)|連絡先(?:を)?(?:教え|交換)/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'u',
);

const PHONE_DIGITS_MIN = 7;
const DIGIT_RUN = /\+?\d(?:[\s().\-/_,、ー・|*]{0,3}\d){6,}/g;
const DATE = /(?<![\d.\-/])(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:19|20)?\d\d|(?:19|20)\d\d-\d\d-\d\d)(?![\d]|[.\-/]\d)/g;
const YEARS = /^(?:(?:19|20)\d\d[\s,.\-/]*)+$/;
const THOUSANDS = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/;
const LIST = /^\d{1,4}(?:, ?\d{1,4})+$/;
const SCORE = /^\d{1,2}-\d{1,2}(?:[, ]+\d{1,2}-\d{1,2})+$/;

const SCHEME =
  /(?:h\s?(?:t\s?t|x\s?x)\s?p\s?s?\s?[:/]|\bhttps?\b|\bhxxps?\b|\bwww(?:\s?\.|\s(?:dot|punkt|punto|point)\s))/u;
const DOMAIN =
  /(?<![\p{L}\p{N}.-])([\p{L}\p{N}][\p{L}\p{N}-]{0,40}(?:\.[\p{L}\p{N}-]{1,40}){0,4})\.([a-z]{2,24})(?![\p{L}\p{N}-]|\.\p{L})(\/[^\s]*)?/gu;
const SPACED_DOMAIN = /[\p{L}\p{N}-]{2} \. ?([a-z]{2,24})(?![\p{L}])/gu;
const DOMAIN_IN_WORDS = new RegExp(
  `[\\p{L}\\p{N}-]{2}${DOT_WORD}${WORDED_ENDING}(?![\\p{L}])|(?:dot|punkt) (?:de|es|me)\\b`,
  'u',
);
const NOT_FILES = new Set(['js', 'ts', 'md', 'zip', 'mov']);
const LINK_CUE =
  /(?:page|site|website|seite|pagina|web|visit|entra en|besuch|look(?: at)?|see|unter|auf|sur|sobre|on|at|click|klick)[ :]+(?:is |es |est |ist )?$/u;

/** Whether a text gives or asks for a way to reach each other elsewhere. */
export function mentionsContact({ text, letters }: ComparableText): boolean {
  return (
    EMAIL.test(text) ||
    EMAIL_IN_WORDS.test(text) ||
    MAIL_SERVICE.test(text) ||
    HANDLE.test(text) ||
    LABELLED_HANDLE.test(text) ||
    mentionsMessenger(text) ||
    mentionsMessenger(letters) ||
    NUMBER_REQUEST.test(text) ||
    hasPhoneNumber(text)
  );
}

/** Whether a text contains a web address, of any ending. */
export function mentionsLink({ text }: ComparableText): boolean {
  if (SCHEME.test(text) || DOMAIN_IN_WORDS.test(text)) return true;
  for (const [, ending = ''] of text.matchAll(SPACED_DOMAIN))
    if (ADDRESS_ENDINGS.has(ending) && !WORD_ENDINGS.has(ending)) return true;
  for (const { 1: name = '', 2: ending = '', 3: path, 0: whole, index } of text.matchAll(DOMAIN)) {
    if (!ADDRESS_ENDINGS.has(ending) || (NOT_FILES.has(ending) && !path)) continue;
    if (!WORD_ENDINGS.has(ending) || path || /[-\d.]/.test(name)) return true;
    const isLast = index + whole.length >= text.trimEnd().length;
    if (isLast || LINK_CUE.test(text.slice(Math.max(0, index - 24), index))) return true;
  }
  return false;
}

function mentionsMessenger(text: string): boolean {
  if (AMBIGUOUS_MESSENGER.test(text) || JAPANESE_MESSENGER.test(text)) return true;
  for (const { index } of text.matchAll(MESSENGER)) {
    const before = text.slice(Math.max(0, index - 40), index);
    if (MOVE_CUE.test(before) || !NEGATED_BEFORE.test(before)) return true;
  }
  return false;
}

function hasPhoneNumber(text: string): boolean {
  const digits = toDigitRuns(text).replace(DATE, '#');
  for (const [run] of digits.matchAll(DIGIT_RUN)) {
    if ([YEARS, THOUSANDS, LIST, SCORE].some((harmless) => harmless.test(run))) continue;
    if (run.replace(/\D/g, '').length >= PHONE_DIGITS_MIN) return true;
  }
  return false;
}
