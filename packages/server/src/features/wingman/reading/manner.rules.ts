import type { Language } from '@soulsight/affinity/languages';

/** How a person writes, from their own messages. */
export type Manner = {
  /** Median length of their messages in characters; null if they wrote fewer than three. */
  length: number | null;
  /** The emoji that they use most, or null if they seldom use any. */
  emoji: string | null;
  /** They begin sentences in lower case. */
  lowerCase: boolean;
  /** They end messages without a full stop. */
  openEnd: boolean;
  /** They say Sie, vous, usted, or write Japanese in the polite form. */
  formal: boolean;
  /** The other user does; null if they show neither, or both. */
  othersFormal: boolean | null;
};

const MANNER_FROM_MESSAGES = 3;
/** Share of messages from which something is a habit. */
const HABIT = 0.5;
const EMOJI_HABIT = 0.25;
const EMOJI = /\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier})*/gu;
const SAD_EMOJI = /[😢😭😡🤬💔😞😔🙄👎😠💀]/u;
/** “Sie” begins sentences about others, too, and “chez vous” is where several live. */
const FORMAL =
  /(?<!\p{L})(?:Ihnen|Ihre[mnrs]?|(?<=[\p{L},] )Sie|(?<!(?:chez|entre) )[Vv]ous|[Vv]otre|[Uu]sted(?:es)?)(?!\p{L})/u;
const FAMILIAR =
  /(?<!\p{L})(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein(?:e[mnrs]?)?|[Tt]u|[Tt]oi|[Tt]es|[Tt]'\p{L}+|[Tt]ú|[Tt]i|[Tt]e|[Cc]ontigo|[Vv]os|[Pp]erdona|[Dd]isculpa|[Oo]ye|[Cc]uéntame|[Dd]ime)(?!\p{L})/u;
/** Spanish says usted mostly without the word: these count where nothing else shows a register. */
const USTED =
  /(?<!\p{L})(?:[Ll]e (?:gustar[ií]a|mando|agradezco|cuento|escribo|digo|env[ií]o|deseo|apetece|parece|dijeron|viene|quedó|pregunto)|[Ll][ao]s? (?:espero|invito)|[Qq]ue (?:descanse|duerma|tenga)|[Dd]isculpe|[Pp]erdone|[Cc]u[ée]nteme|[Dd][ií]game)(?!\p{L})/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const POLITE_JAPANESE =
  /(?:です|ます|ました|ません|でした|ください)(?:[。、！？!?〜～…ねよか笑]|$|\s|\p{Extended_Pictographic})/u;
const CASUAL_JAPANESE =
  /(?:だよ|だね|だった|かな|じゃん|よね|してる|する|ない|たい|んだ|った|した|いた|てた|でた|きた|れた|よう|よ|ね|よろしく|そう|[のんな](?=[?？])|[るうくぬむぶぐつ]|の(?=笑|[wｗ]))(?:[。、！？!?〜～ー…]|$|\s|笑|[wｗ]|\p{Extended_Pictographic})|まじ(?!め)|マジ|やば[いくっ]|めっちゃ|ごめん(?!なさい|くださ|下さ)/u;
/** French: "du" is an article, and "vos" polite. */
const FAMILIAR_FRENCH =
  /(?<!\p{L})(?:[Tt]u|[Tt]oi|[Tt]es|[Tt]on|[Tt]a|[Tt]e|[Tt]'\p{L}+|(?:[Ee]xcuse|[Pp]ardonne|[Dd]is)-moi)(?!\p{L})/u;
const FORMAL_FRENCH =
  /(?<!\p{L})(?:(?<!(?:chez|entre) )[Vv]ous|[Vv]otre|[Vv]os|(?:[Ee]xcusez|[Pp]ardonnez|[Dd]ites)-moi)(?!\p{L})/u;

/** What others said shows no register of the writer. */
const QUOTED = /「[^」]*」|『[^』]*』|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»/gu;

const PLAIN_MANNER: Manner = {
  length: null,
  emoji: null,
  lowerCase: false,
  openEnd: false,
  formal: false,
  othersFormal: null,
};

/**
 * @param own the person's own messages, oldest first
 * @param others the other user's, whose register they take while they have shown none
 */
export function readManner(own: readonly string[], others: readonly string[], language: Language | null): Manner {
  const formal =
    isFormal(own, language) ?? isFormal(others, language) ?? [...own, ...others].some((text) => JAPANESE.test(text));
  const othersFormal = readConstantRegister(others, language);
  if (own.length < MANNER_FROM_MESSAGES) return { ...PLAIN_MANNER, formal, othersFormal };
  const share = (holds: (text: string) => boolean) => own.filter(holds).length / own.length;
  const lengths = own.map(({ length }) => length).sort((a, b) => a - b);
  return {
    length: lengths[Math.floor(lengths.length / 2)] ?? null,
    emoji: share((text) => text.search(EMOJI) >= 0) >= EMOJI_HABIT ? favouriteEmoji(own) : null,
    lowerCase: share((text) => /^\p{Ll}/u.test(text.trim())) > HABIT,
    openEnd: share((text) => !/[.。!！?？…]$/u.test(text.replace(EMOJI, '').trim())) > HABIT,
    formal,
    othersFormal,
  };
}

/** Null where the texts differ: "vous" may then be several people. */
function readConstantRegister(texts: readonly string[], language: Language | null): boolean | null {
  const shown = new Set(texts.map((text) => isFormal([text], language)).filter((formal) => formal !== null));
  return shown.size === 1 ? shown.has(true) : null;
}

function favouriteEmoji(own: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const emoji of own.join(' ').match(EMOJI) ?? [])
    if (!SAD_EMOJI.test(emoji)) counts.set(emoji, (counts.get(emoji) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** Whether texts are in the polite form, by the last that shows it, since people change to the familiar one; null if they leave it open. */
function isFormal(texts: readonly string[], language: Language | null): boolean | null {
  const [formal, familiar] = language === 'fr' ? [FORMAL_FRENCH, FAMILIAR_FRENCH] : [FORMAL, FAMILIAR];
  for (const whole of texts.toReversed()) {
    const text = whole.replace(QUOTED, ' ');
    if (formal.test(text) || POLITE_JAPANESE.test(text)) return true;
    if (familiar.test(text.replaceAll('’', "'")) || CASUAL_JAPANESE.test(text)) return false;
  }
  return texts.some((text) => USTED.test(text)) ? true : null;
}

/** "{du|Sie}" in a line: the familiar form, then the polite one. */
const FORMS = /\{([^|{}]*)\|([^|{}]*)\}/gu;
/** A person who writes less than this gets one sentence of two. */
const SHORT_WRITER_CHARS = 45;
const SENTENCES = /[^.!?。！？…]+[.!?。！？…]+\s?/gu;

/** A line in the person's own manner. `plain` lines, in hard moments, get no emoji. */
export function inManner(line: string, manner: Manner, plain = false): string {
  let text = line.replace(FORMS, (_, familiar, polite) => (manner.formal ? polite : familiar));
  if (manner.length !== null && manner.length < SHORT_WRITER_CHARS && !plain) text = shorten(text);
  if (manner.lowerCase) text = text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  if (manner.openEnd) text = text.replace(/(?<=[^.])[.。]$/u, '');
  return manner.emoji && !plain ? `${text} ${manner.emoji}` : text;
}

/** The first sentence carries the answer, unless it is no more than an interjection. */
const INTERJECTION_MAX_CHARS = 12;

function shorten(text: string): string {
  const sentences = (text.match(SENTENCES) ?? []).map((sentence) => sentence.trim());
  const isWhole = sentences.join('').replaceAll(' ', '') === text.replaceAll(' ', '');
  if (sentences.length < 2 || !isWhole) return text;
  return sentences.find(({ length }) => length > INTERJECTION_MAX_CHARS) ?? text;
}
