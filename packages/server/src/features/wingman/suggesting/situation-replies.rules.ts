import type { Language } from '@soulsight/affinity/languages';
import { HARD_MOMENTS, type Suggestion } from '@soulsight/contract/wingman';
import type { Act } from '../acts/act-labels.data.ts';
import {
  type ActReader,
  type ActReading,
  findSituations,
  scoreSituation,
  sumActs,
  sumInParts,
} from '../acts/act-model.rules.ts';
import { SITUATIONS, type Situation } from '../acts/situations.data.ts';
import { namesWhen } from '../reading/plan.rules.ts';
import { splitSentences } from '../reading/sentences.rules.ts';
import { hasWords, matchWords } from '../reading/topics.rules.ts';
import {
  type ActLines,
  SIMPLE_MOVES,
  type SimpleMove,
  TELLING_MOVES,
  type TellingMove,
} from './act-lines/act-lines.data.ts';
import { ACT_LINES } from './act-lines/all-lines.data.ts';
import { asksForTaste, readOptions } from './options.rules.ts';
import type { Phrase } from './phrase-book.data.ts';

/** Lines for what the other user's last messages do. */
export type SituationReply = {
  kind: Suggestion['kind'];
  lines: readonly Phrase[];
  because: string;
  /** Under sorrow and excuses: no emoji. */
  plain: boolean;
};

/** The other user's last messages, as they are read for a reply. */
export type Turn = {
  /** Oldest first. */
  messages: readonly string[];
  /** All of them, as one text. */
  said: ActReading;
  acts: ActReader;
  /** The question that is open, in their words. */
  asked: string | null;
  /** They speak of feelings. */
  isOpen: boolean;
  /** The two have met, or spoken, before. */
  acquainted: boolean;
  /** The reader wrote before it. */
  isReply: boolean;
  /** The reader's last message asked something, which this answers. */
  answers: boolean;
  /** The reader's last messages, oldest first. */
  mine: readonly string[];
  /** They told bad news of late, for which the reader has not said sorry. */
  hasBadNews: boolean;
};

const BECAUSE: Record<SimpleMove, string> = {
  contact_ask: 'They would like to reach you outside of this chat. You can offer it for later, or keep to this chat.',
  photo_ask: 'They ask for a picture. Send one only if you like to.',
  language_help: 'They are not sure of their words. This takes the worry away.',
  bad_day: 'They had a bad moment. A little sympathy is enough.',
  worry: 'They told you about a worry. Being heard comes before any advice.',
  sympathy: 'It was not easy for them. A little sympathy is enough.',
  apology: 'They apologised. This accepts it, or asks for time.',
  reassure: 'They are not sure of themselves. A kind word takes the worry away.',
  good_news: 'They have good news. Be happy with them.',
  praise: 'They said something nice. Enjoy it.',
  thanks: 'They thanked you.',
  kindness: 'They said something kind. Enjoy it.',
};
const PLAIN: readonly Situation[] = ['worry', 'sympathy', 'apology', 'reassure'];
/** These are questions, and their lines answer them. */
const ASKING: readonly Situation[] = ['contact_ask', 'photo_ask', 'language_help'];
const OPEN_ABOUT: readonly Situation[] = ['photo_ask', 'language_help'];
/** How likely a question with two options asks the reader to choose. */
const CHOICE_FROM = 0.25;

/** What a light line must not meet, in any part of what was said, with how likely it may be. */
const GRAVE: readonly Act[] = [...HARD_MOMENTS, 'heavy', 'goodbye', 'hurt', 'boundary', 'plan_no'];
const GRAVE_UP_TO = 0.3;
const FIT_GRAVE: readonly Situation[] = ['worry', 'sympathy'];

/** An answer to what the other user's last messages do; null if that is not certain. */
export function replyToSituation(turn: Turn, language: Language): SituationReply | null {
  const { asked } = turn;
  const lines = ACT_LINES[language];
  const found = findCertain(turn);
  const isGrave = mayBeGrave(turn);
  const choice = isGrave ? null : replyToChoice(turn, found.has('choice'), language);
  if (choice) return choice;
  // “Where was that photo?” asks for no photo.
  const isOpenQuestion = asked !== null && matchWords(asked.toLowerCase(), lines.openQuestion, language) !== null;
  if (opensUp(turn)) found.add('worry');
  for (const situation of listDoubtful(turn, lines, language)) found.delete(situation);
  const move = SIMPLE_MOVES.find(
    (one) => found.has(one) && !(isOpenQuestion && OPEN_ABOUT.includes(one)) && !isUnfit(one, turn, language),
  );
  if (isGrave && !FIT_GRAVE.some((one) => one === move)) return null;
  // A kind word that leaves a question open is not an answer.
  if (move && asked && !ASKING.includes(move)) return null;
  if (move)
    return {
      kind: PLAIN.includes(move) ? 'support' : 'reply',
      lines: leavesOpen(move, turn) ? [] : chooseLines(move, turn, language),
      because: BECAUSE[move],
      plain: PLAIN.includes(move),
    };
  if (!isGrave && !asked && saysAny(turn.messages, lines.luckWords, language))
    return { ...PLAIN_REPLY, lines: lines.luck, because: 'They ask you to wish them luck.' };
  if (found.has('night')) return replyToGoodNight(turn, language);
  const isLeaving = scoreSituation(turn.said.whole, 'night') > LEAVING_UP_TO;
  return found.has('greeting') && !isLeaving ? replyToGreeting(turn, language) : null;
}

/** What the words of the turn speak against, however likely it is. */
function listDoubtful(turn: Turn, lines: ActLines, language: Language): Situation[] {
  return [
    ...(!turn.asked && sendsSomething(turn, lines) ? (['photo_ask'] as const) : []),
    // Both are glad words, but "you're kind" is not an answer to thanks.
    ...(isThanks(turn, lines, language) ? (['kindness'] as const) : []),
    ...(saysAny(turn.messages, lines.thankedFor, language) ? [] : (['thanks'] as const)),
  ];
}

/** Has words of thanks, and is rather thanks than a compliment. */
function isThanks({ messages, said }: Turn, { thanksWords }: ActLines, language: Language): boolean {
  return (
    saysAny(messages, thanksWords, language) &&
    scoreSituation(said.whole, 'thanks') > scoreSituation(said.whole, 'praise')
  );
}

/** Time is asked for where the reader was treated badly, and a picture put off where it is one of the reader. */
function chooseLines(
  move: SimpleMove,
  { messages, said, acquainted, isReply }: Turn,
  language: Language,
): readonly Phrase[] {
  const lines = ACT_LINES[language];
  // The other line speaks of knowing each other better.
  if (move === 'contact_ask' && acquainted) return lines.contact_ask.slice(0, 1);
  const says = (words: string) => saysAny(messages, words, language);
  // A late answer is forgiven in passing.
  if (move === 'apology') return says(lines.offence) ? [...lines.apology, ...lines.needsTime] : lines.noWorries;
  // Somebody who is late needs no praise, and somebody who is nervous has not been late.
  if (move === 'reassure' && scoreSituation(said.whole, 'apology') > sumActs(said.whole, ['needs_reassurance']))
    return lines.noWorries;
  // Whether there is nothing to fear, nobody knows: it may be an exam. Of the evening before it is known.
  if (move === 'reassure' && says(lines.nerves) && !acquainted) return lines.understands;
  if (move !== 'photo_ask') return lines[move];
  // Somebody who has just mentioned a dog is asked about the dog.
  const isLight = isReply || says(lines.ofThing) || messages.some((content) => LAUGHTER.test(content));
  return isLight && !says(lines.ofYou) ? lines.photo_ask : [...lines.photo_ask, ...lines.photoLater];
}

/** What wants an answer of its own, wherever in a turn it is said. */
const WANTS_ANSWER: readonly Act[] = [
  ...(['plan_offer', 'plan_yes', 'plan_detail', 'asks_choice', 'asks_you', 'bad_day', 'heavy', 'good_news'] as const),
  ...(['compliment', 'needs_reassurance', 'apology', 'thanks', 'language_help', 'contact_ask', 'photo_ask'] as const),
];
/** What one line may answer together. */
const ANSWERED_TOGETHER: readonly (readonly Act[])[] = [
  ['needs_reassurance', 'apology'],
  ['compliment', 'thanks'],
  ['heavy', 'bad_day'],
];
/** How likely a sentence wants another answer, from which a line that leaves it open shows that nobody read it. */
const OPEN_FROM = 0.5;
const SENTENCE_MIN_CHARS = 12;

/** A part of the turn wants another answer than this move gives. */
function leavesOpen(situation: Situation, { messages, acts }: Turn): boolean {
  const own: readonly Act[] = SITUATIONS[situation];
  const answered = [...own, ...ANSWERED_TOGETHER.filter((group) => own.some((act) => group.includes(act))).flat()];
  const others = WANTS_ANSWER.filter((act) => !answered.includes(act));
  return messages
    .flatMap(splitSentences)
    .filter(({ length }) => length >= SENTENCE_MIN_CHARS)
    .some((sentence) => sumActs(acts(sentence).whole, others) >= OPEN_FROM);
}

function saysAny(messages: readonly string[], words: string, language: Language): boolean {
  return messages.some((content) => hasWords(content, words, language));
}

/** Somebody laughs, in the story or about it. */
export function isMerry(messages: readonly string[], language: Language): boolean {
  return messages.some((content) => LAUGHTER.test(content)) || saysAny(messages, ACT_LINES[language].laughs, language);
}

/** In characters of an alphabet: a Japanese one says as much as three. */
export function countWidth(messages: readonly string[]): number {
  return messages.join(' ').replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'xxx').length;
}

/** How likely a greeting may be one for the night. */
const LEAVING_UP_TO = 0.15;

/** What a smile is a fitting answer to, if none of it is a complaint. */
const MERRY: readonly Act[] = ['funny', 'tells', 'opinion', 'agree', 'good_news', 'compliment'];
const MERRY_FROM = 0.6;
const SMILE_FROM = 0.1;
/** How funny it must be where nobody laughs. */
const UNLAUGHED_FROM = 0.2;
const COMPLAINT_UP_TO = 0.2;

/** What is behind a link, nobody has read here. */
const LINK = /https?:\/\//;

/** A light story is smiled about, and a joke laughed at. */
export function replyToFun({ messages, said }: Turn, language: Language): SituationReply | null {
  if (messages.some((content) => LINK.test(content))) return null;
  const { joke } = ACT_LINES[language];
  const funny = scoreSituation(said.whole, 'joke');
  if (funny < (isMerry(messages, language) ? SMILE_FROM : UNLAUGHED_FROM)) return null;
  if (sumActs(said.whole, MERRY) < MERRY_FROM || sumInParts(said, ['bad_day']) > COMPLAINT_UP_TO) return null;
  return {
    ...PLAIN_REPLY,
    lines: joke,
    because: 'They were funny. Laugh with them.',
  };
}

/** Longer tellings are about more than one thing. */
const TOLD_MAX_CHARS = 160;
const TOLD_MAX_MESSAGES = 2;
/** Where two things are told, the question would be about one. */
const TOLD_MAX_SENTENCES = 1;
/** What a telling must not be in any part, so that a question about it is the answer. */
const MORE_THAN_TOLD: readonly Act[] = [
  ...(['plan_offer', 'plan_yes', 'plan_detail', 'asks_choice', 'asks_you', 'contact_ask', 'photo_ask'] as const),
  ...(['bad_day', 'apology', 'needs_reassurance', 'language_help', 'night'] as const),
];
const MORE_THAN_TOLD_UP_TO = 0.3;

/** "I read all our messages again" is about the two, and no book. */
const ABOUT_CHAT =
  /(?<!\p{L})(?:messages?|texts|chats?|nachrichten|verlauf|mensajes|conversaci[oó]n|conv(?:ersation)?|profiles?|profil|perfil)(?!\p{L})|メッセージ|やりとり|やり取り|プロフィール/iu;

/** "I go every Sunday, if you ever want to come": a question about it would pass over that. */
const INVITES =
  /(?<!\p{L})(?:if (?:you|u)|falls (?:du|sie)|wenn (?:du|sie)|si (?:quieres|quiere|te|le|alg[uú]n|un d[ií]a|tu|vous|ça|jamais)|vente|viens|komm)(?!\p{L})|よかったら|良かったら|よければ|一緒に/iu;

/** What they tell of themselves for certain, the narrowest first, where they do nothing else. */
export function findTellings(turn: Turn): TellingMove[] {
  const { messages, said, asked } = turn;
  const text = messages.join(' ');
  if (
    asked ||
    /[?？]/u.test(text) ||
    ABOUT_CHAT.test(text) ||
    INVITES.test(text) ||
    text.length > TOLD_MAX_CHARS ||
    messages.length > TOLD_MAX_MESSAGES
  )
    return [];
  if (messages.flatMap(splitSentences).filter(({ length }) => length >= SENTENCE_MIN_CHARS).length > TOLD_MAX_SENTENCES)
    return [];
  if (mayBeGrave(turn) || sumInParts(said, MORE_THAN_TOLD) > MORE_THAN_TOLD_UP_TO) return [];
  const found = findSituations(said);
  return TELLING_MOVES.filter((move) => found.has(move));
}

/** "I'll send you a photo of the lamb" asks for none. */
function sendsSomething({ messages }: Turn, { sends }: ActLines): boolean {
  return messages.some((content) => new RegExp(sends, 'u').test(content.toLowerCase().replaceAll('’', "'")));
}

/** How likely a worry must be where words of feeling speak for it, too. */
const WORRY_FROM = 0.7;

function opensUp({ said, isOpen }: Turn): boolean {
  return isOpen && scoreSituation(said.whole, 'worry') >= WORRY_FROM;
}

/** These are said beside the answer to a question of the reader, which is what matters. */
const BESIDE: readonly Situation[] = ['apology', 'reassure', 'thanks', 'kindness', 'praise', 'language_help'];

/** What the reader has written, or a demand in fun, makes this another thing than it looks like. */
function takesBack(move: SimpleMove, { messages, mine }: Turn): boolean {
  // Somebody whose own idea it was would take it back.
  if (move === 'contact_ask') return mine.some((content) => WAY_OUT.test(content));
  if (move === 'apology' || move === 'reassure') return messages.some((content) => DEMANDS_APOLOGY.test(content));
  // To "sorry, I took your brother for an alpaca" a nice word is meant to reassure, or to tease.
  return (move === 'praise' || move === 'kindness') && SORRY.test(mine.at(-1) ?? '');
}

/** What an answer to a situation must not meet. */
function isUnfit(move: SimpleMove, turn: Turn, language: Language): boolean {
  const { messages, said } = turn;
  if (turn.answers && BESIDE.includes(move)) return true;
  if (takesBack(move, turn)) return true;
  // Somebody who was ill in bed was not merely late.
  if ((move === 'apology' || move === 'reassure') && saysAny(messages, ACT_LINES[language].ill, language)) return true;
  // "Does 'wicked' mean good?" asks for the word.
  if (move === 'language_help' && turn.asked && !hasWords(turn.asked, ACT_LINES[language].understood, language))
    return true;
  if (move === 'bad_day' && mayBeFunny(turn)) return true;
  if (COMFORT.includes(move)) return isMerry(messages, language) || endsWell(turn);
  if (move === 'photo_ask' && !messages.some((content) => PHOTO.test(content))) return true;
  if (move === 'contact_ask' && !messages.some((content) => CONTACT.test(content))) return true;
  // With two requests, a line for one leaves the other open.
  if (move === 'photo_ask') return scoreSituation(said.whole, 'contact_ask') > OTHER_REQUEST_UP_TO;
  // A user who thanks at length tells something as well.
  return move === 'thanks' && messages.join(' ').length > THANKS_MAX_CHARS;
}

/** A request names what it asks for, in one of these words. */
const PHOTO =
  /(?<!\p{L})(?:pics?|pix|photos?|pictures?|selfies?|snaps?|fotos?|fotitos?|fotillos?|\p{L}*bild(?:er|chen)?|imagen|images?)(?!\p{L})|写真|写メ|画像|自撮り/iu;
const CONTACT =
  /(?<!\p{L})(?:insta\p{L}*|ig|whats?(?:app|up)?|wa|number|nr|num|handy\p{L}*|\p{L}*nummer|n[uú]mero|num[eé]ro|tel\p{L}*|phone|line|snap\p{L}*|signal|facebook|fb|e?-?mails?|discord|threema|viber|call|anrufen|llam\p{L}*|appel\p{L}*)(?!\p{L})|ライン|インスタ|番号|連絡先|電話|通話|line|メアド|カカオ/iu;

/** Another way to reach each other, or a complaint about this one. */
const WAY_OUT =
  /(?<!\p{L})(?:insta\p{L}*|whats?app|telegram|signal|snap(?:chat)?|discord|viber|threema|(?:my|your|phone) (?:number|num)|(?:handy|telefon)?nummer|(?:tu|mi|el) n[uú]mero|(?:ton|mon|tes|votre) num(?:[eé]ro)?|(?:this|the|on here) app|(?:dieser?|der|die) app|(?:esta|la) app|l['’]app(?:li)?|cette app(?:li)?)(?!\p{L})|ライン交換|LINE(?:交換|の|で|に)|インスタ|番号|このアプリ|アプリ/iu;

/** "You owe that garlic an apology" is none. */
const DEMANDS_APOLOGY =
  /(?<!\p{L})(?:owes? [^.!?]{0,30}apolog(?:y|ies)|apologi[sz]e (?:to|now|at once|immediately|right)|say (?:you['’]?re )?sorry to|(?:demand|want|expect|waiting for|await) (?:an |your |that )?apology|schuldest [^.!?]{0,30}entschuldigung|entschuldige dich|entschuldigen sie sich|(?:verlange|erwarte|fordere) (?:\p{L}+ )?entschuldigung|debes (?:\p{L}+ ){0,4}(?:disculpas?|perd[oó]n)|disc[uú]lpate|p[ií]del[ae]s? (?:perd[oó]n|disculpas)|pide (?:perd[oó]n|disculpas)|exijo (?:una )?disculpa|(?:dois|devez) (?:\p{L}+ ){0,4}excuses|excuse-toi|excusez-vous|pr[eé]sente (?:tes|des) excuses|demande(?:-lui)? pardon [aà]|j['’](?:exige|attends) (?:tes|des|vos) excuses)(?!\p{L})|謝って(?!くれて|くださって|もらって)|謝れ|謝罪(?:を(?:要求|求)|して(?!くれて))/iu;

/** The reader has said sorry. */
const SORRY =
  /(?<!\p{L})(?:sorry|apologi[sz]e|apologies|forgive me|my bad|entschuldig\p{L}*|verzeih\p{L}*|tut mir leid|perd[oó]n(?:a|ame|e)?|disculp\p{L}*|lo siento|pardon|d[eé]sol[eé]e?|excuse[sz]?(?:-moi)?)(?!\p{L})|ごめん|すみません|すいません|申し訳|失礼しました/iu;

/** Nobody who laughs wants to be comforted. */
const COMFORT: readonly Situation[] = ['bad_day', 'sympathy'];
const LAUGHTER =
  /[😂🤣😆😄😁😹🙈😜😝😘🤭]|(?<!\p{L})(?:a?(?:ha){2,}h?|a?(?:ja){2,}j?|(?:hi|he|je){2,}|lo+l|lmf?ao|mdr+|ptdr+|xd+)(?!\p{L})|笑|(?<=[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])[wｗ]+/iu;
const OTHER_REQUEST_UP_TO = 0.15;
const THANKS_MAX_CHARS = 120;

/** A small misfortune is often told to amuse. */
function mayBeFunny({ said }: Turn): boolean {
  return scoreSituation(said.whole, 'bad_day') < FUNNY_RATIO * scoreSituation(said.whole, 'joke');
}

/** "And so I found a bakery": what ended well needs no comfort. */
function endsWell({ messages, acts }: Turn): boolean {
  const end = splitSentences(messages.at(-1) ?? '').at(-1) ?? '';
  if (ALL_IS_WELL.test(end)) return true;
  return sumActs(acts(end).whole, ENDS_WELL) >= ENDS_WELL_FROM;
}

const ALL_IS_WELL =
  /(?<!\p{L})(?:all'?s well|all good now|worth it|ende gut|hat sich gelohnt|bien está lo que|valió la pena|tout est bien|ça valait le coup)(?!\p{L})|オーライ|よかった/iu;
const ENDS_WELL: readonly Act[] = ['funny', 'good_news', 'agree', 'does', 'likes', 'own_plan', 'made'];
const ENDS_WELL_FROM = 0.4;

/** How much likelier a message must be a bad moment than a joke. */
const FUNNY_RATIO = 4;

/** Something grave, a no or a goodbye may be in it. */
export function mayBeGrave({ messages, said, acts }: Turn, upTo = GRAVE_UP_TO): boolean {
  return [said, ...messages.map(acts)].some((reading) => sumInParts(reading, GRAVE) > upTo);
}

/** What all messages together are for certain, or the last that says much where the others do not speak against it. */
function findCertain({ messages, said, acts }: Turn): Set<Situation> {
  if (messages.length < 2) return new Set(findSituations(said));
  const last = messages.findLastIndex(({ length }) => length > AFTERTHOUGHT_MAX_CHARS);
  const single = messages.slice(Math.max(0, last)).flatMap((content) => [...findSituations(acts(content))]);
  return new Set([
    ...findSituations(said),
    ...single.filter((situation) => scoreSituation(said.whole, situation) >= TOGETHER_FROM),
  ]);
}

const AFTERTHOUGHT_MAX_CHARS = 25;
/** How likely all messages together are what one of them is for certain. */
const TOGETHER_FROM = 0.4;

const PLAIN_REPLY = { kind: 'reply', plain: false } as const;

const OF_THEMSELVES =
  /(?<!\p{L})(?:i|i'm|im|my|me|mine|ich|i(?:ch)? bin|mein\p{L}*|mir|yo|mis?|soy|je|j['’]\p{L}+|mon|ma|mes|moi)(?!\p{L})|うち|私|わたし|僕|俺/iu;

function replyToChoice(
  { messages, said, asked, isReply }: Turn,
  isCertain: boolean,
  language: Language,
): SituationReply | null {
  // "Up since five." "Baker or baby?" asks for no taste.
  const isTaste = isCertain || asksForTaste(messages.at(-1) ?? '', language);
  if (!isTaste && (!asked || isReply || scoreSituation(said.whole, 'choice') < CHOICE_FROM)) return null;
  const { choice } = ACT_LINES[language];
  const question = [asked, messages.at(-1)].find((text) => text && readOptions(text, language));
  const options = question && readOptions(question, language);
  if (!question || !options) return null;
  // Which day suits them is not a matter of taste.
  if (options.some((option) => namesWhen(option, language))) return null;
  // Somebody who has named theirs, or speaks of their own, is not asked for it.
  const rest = messages.join('\n').replace(question, ' ').toLowerCase();
  const isTold = options.some((option) => rest.includes(option.toLowerCase())) || OF_THEMSELVES.test(rest);
  return {
    ...PLAIN_REPLY,
    lines: options
      .map((option, n) => choice[n % choice.length]?.replaceAll('%option', () => option) ?? '')
      .map((line) => (isTold ? (splitSentences(line)[0] ?? line) : line)),
    because: `They asked “${shorten(question)}”. Keep the one that is true.`,
  };
}

/**
 * "I failed. Good night": a wish for sweet dreams alone would pass over it. Only before the reader has said sorry.
 * @param messages oldest first, the last ones theirs
 */
export function leavesBadNews(messages: readonly { mine: boolean; content: string }[], language: Language): boolean {
  const at = messages.findLastIndex(({ mine, content }) => !mine && BAD_NEWS.test(content.replaceAll('’', "'")));
  const { condolence } = ACT_LINES[language];
  return at >= 0 && !messages.slice(at).some(({ mine, content }) => mine && hasWords(content, condolence, language));
}

const BAD_NEWS =
  /(?<!\p{L})(?:(?:i|i've|we|we've|it) (?:just |have |had )?failed(?! to)|(?:didn't|did not|haven't|couldn't) (?:get (?:it|in|the)|pass|make it)|(?:got|was|been|were|am|i'm|is) (?:just )?(?:fired|sacked|rejected|dumped|laid off|made redundant|turned down)|lost (?:my|our|the) (?:job|flat|game|match|final|baby|dog|cat|case)|(?:broke|split) up|(?:took|chose|picked|went with) (?:someone|somebody) else|bad news|cried|crying|durchgefallen|(?:ab|raus)gelehnt|absage\p{L}*|(?:mir |mich |wurde )?gekündigt|(?:job|wohnung|spiel|finale) (?:verloren|weg)|schluss gemacht|(?:haben uns|hat sich|uns) getrennt|nicht (?:bestanden|bekommen|geklappt|geschafft)|schlechte nachricht\p{L}*|jemand(?:en)? ander(?:s|en|es)|geweint|suspend[ií](?:do)?|(?:me |nos )(?:han |ha )?(?:rechaz|echa|despid|despedi|dej)\p{L}*|no (?:he )?(?:aprobé|aprobado|me (?:lo )?(?:han )?(?:cogido|cogieron|dieron|dado))|malas noticias|(?:perdí|he perdido) (?:el|la|mi)|cogieron a otr[oa]|han cogido a otr[oa]|roto con|lo hemos dejado|llor\p{L}+|(?:j'ai|on a) (?:tout )?(?:raté|foiré|échoué|perdu)|recalée?|(?:été|suis) (?:refusée?|virée?|licenciée?|larguée?)|(?:pris|choisi|retenu) quelqu'un d'autre|pas (?:eu|été (?:prise?|retenue?))|mauvaises? nouvelles?|(?:m'a|s'est|on s'est) (?:quittée?s?|larguée?|séparée?s?)|pleuré)(?!\p{L})|(?:試験|面接|大学|オーディション|受験)?(?:に|は|も)?(?:落ちた|落ちました|落ちちゃ)|不合格|不採用|(?:だめ|ダメ|駄目)(?:だった|でした)|(?:振|フ)られ(?:た|ました|ちゃ)|別れ(?:た(?!く)|ました|ちゃ)|クビに|負け(?:た|ました|ちゃ)|つら(?:い|かった|くて)|辛(?:い|かった)(?:です|。|$)|悲し|泣(?:いた|いて|きそう)/iu;

/** To bed, or only away. No line where the turn is more than that: who laughs that they fall asleep does not go to bed. */
export function replyToGoodNight(turn: Turn, language: Language): SituationReply {
  const { night, leaving, nightWords, leavingWords } = ACT_LINES[language];
  const farewells = turn.messages
    .flatMap(splitSentences)
    .filter((sentence) => hasWords(sentence, nightWords, language));
  const isMore =
    turn.asked || leavesOpen('night', turn) || turn.hasBadNews || farewells.some((sentence) => LAUGHTER.test(sentence));
  const lines = farewells.length > 0 ? night : saysAny(turn.messages, leavingWords, language) ? leaving : [];
  return { ...PLAIN_REPLY, lines: isMore ? [] : lines, because: 'They say goodbye for now.' };
}

/** Longer greetings tell something as well. */
const GREETING_MAX_WIDTH = 60;

/** "Goodbye summer, hello jumpers" greets nobody. */
const GREETS =
  /^[^\p{L}]*(?:hey|hi|hello|hell?o+|yo|(?:good )?(?:morning|afternoon|evening)|howdy|sup|hall[oö]|moin|servus|na|gute[nr]?|grüß|grüezi|huhu|tach|morgen|tag|hol[ai]|buen[oa]s|salut|slt|coucou|cc|bonjour|bonsoir|おはよ|こんにちは|こんばん|やっほ|はじめまして|どうも|おつかれ|お疲れ)/iu;

/** A greeting that asks anything but how one is has no answer here. */
function replyToGreeting({ asked, messages }: Turn, language: Language): SituationReply | null {
  if (countWidth(messages) > GREETING_MAX_WIDTH) return null;
  const { greeting, greetingAsked, howAreYou, openQuestion } = ACT_LINES[language];
  // "How's your Tuesday treating you" is a question without its mark, too.
  const question =
    asked ?? messages.flatMap(splitSentences).find((one) => hasWords(one, `${howAreYou}|${openQuestion}`, language));
  const isHowAreYou = new RegExp(`^(?:[^,;:]{0,20},)?[^,;:]{0,20}?(?:${howAreYou})[^,;:]{0,16}$`, 'iu');
  if (question ? !isHowAreYou.test(question.replaceAll('’', "'")) : !GREETS.test(messages[0] ?? '')) return null;
  return { ...PLAIN_REPLY, lines: question ? greetingAsked : greeting, because: 'They said hello.' };
}

const QUOTE_MAX_CHARS = 80;

/** Text to quote, on one line. */
export function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= QUOTE_MAX_CHARS ? flat : `${flat.slice(0, QUOTE_MAX_CHARS).replace(/\s+\S*$/, '')} …`;
}
