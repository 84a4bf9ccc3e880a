import type { Language } from '@soulsight/affinity/languages';
import type { Suggestion, WingmanSuggestions } from '@soulsight/contract/wingman';
import { estimateLikelihood } from '../acts/act-model.rules.ts';
import type { Moment } from '../hard/match-moment.rules.ts';
import { type ConversationReading, findOpenQuestion, type ReadMessage } from '../reading/conversation-reading.rules.ts';
import { inManner } from '../reading/manner.rules.ts';
import type { Plan } from '../reading/plan.rules.ts';
import { splitSentences } from '../reading/sentences.rules.ts';
import { type Mention, matchWords, readTopics } from '../reading/topics.rules.ts';
import { ACT_LINES } from './act-lines/all-lines.data.ts';
import { type PairContext, suggestOpeners } from './openers.rules.ts';
import type { Phrase, Phrases, Topic } from './phrase-book.data.ts';
import { PHRASES } from './phrases.data.ts';
import { replyToSituation, shorten } from './situation-replies.rules.ts';

export type Draft = Omit<Suggestion, 'id'>;
export const SUGGESTIONS_MAX = 3;

/** Why there is no line to suggest. */
export type Silence = NonNullable<WingmanSuggestions['silence']>;

export type Advice = { suggestions: Draft[]; silence: Silence | null };

/** Moments in which any line to send would be wrong. */
const WITHOUT_LINES: readonly Moment[] = ['self_harm', 'abuse', 'violence', 'minor', 'scam'];
/** Tone (-1 to 1) above and below which a message is good or bad news. */
const GOOD_FROM = 0.45;
const BAD_BELOW = -0.4;
/** Vulnerability (0 to 1) from which a message needs support before any question. */
export const VULNERABLE_FROM = 0.35;

/**
 * Up to three lines that fit this pair and this moment and were not shown before; none where nothing specific can be said.
 * @param shown lines that were suggested before, in this conversation
 */
export function suggest(
  reading: ConversationReading,
  messages: readonly ReadMessage[],
  context: PairContext,
  shown: readonly string[],
): Advice {
  const { language, moment, last, manner } = reading;
  if (moment && (WITHOUT_LINES.includes(moment.moment) || isOwnFault(moment))) return silent('crisis');
  if (reading.foreign) return silent('foreign');
  if (language === null) return silent('nothing_specific');
  const draft = (kind: Draft['kind'], lines: readonly Phrase[], because: string, plain = false): Draft[] =>
    lines.map((line) => ({ kind, text: inManner(line, manner, plain), because }));
  const candidates: Draft[] = !last
    ? suggestOpeners(context, language).map(({ text, because }) => ({
        kind: 'opener',
        // Strangers are polite in Japanese.
        text: inManner(text, { ...manner, formal: language === 'ja' }),
        because,
      }))
    : moment
      ? forMoment(moment, PHRASES[language], language, draft)
      : [...forPlan(reading, language, draft), ...(last.mine ? [] : replies(reading, messages, language, draft))];
  const seen = new Set(shown);
  const suggestions = candidates.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, SUGGESTIONS_MAX);
  return { suggestions, silence: suggestions.length > 0 ? null : whySilent(reading, candidates.length > 0) };
}

type DraftLines = (kind: Draft['kind'], lines: readonly Phrase[], because: string, plain?: boolean) => Draft[];

function silent(silence: Silence): Advice {
  return { suggestions: [], silence };
}

/** The reader pressed, threatened or insulted: there is nothing to help with. */
function isOwnFault({ moment, mine }: { moment: Moment; mine: boolean }): boolean {
  return mine && ['sexual_pressure', 'hate', 'boundary', 'hurt'].includes(moment);
}

function whySilent(reading: ConversationReading, hadLines: boolean): Silence {
  const { moment, last } = reading;
  if (hadLines && !last?.mine) return 'all_shown';
  if (moment?.moment === 'goodbye' || moment?.moment === 'boundary') return 'ended';
  if (last?.mine) return 'waiting';
  return findOpenQuestion(reading) ? 'only_you' : 'nothing_specific';
}

function forMoment(
  { moment, mine, text, afterNo }: NonNullable<ConversationReading['moment']>,
  phrases: Phrases,
  language: Language,
  draft: DraftLines,
): Draft[] {
  if (mine) return [];
  const who = readWho(text, phrases, language);
  const about = (lines: readonly Phrase[]) =>
    lines.filter((line) => who || !line.includes('%who')).map((line) => line.replace('%who', () => who ?? ''));
  switch (moment) {
    case 'grief':
      return draft(
        'support',
        about(isDayOfGrief(text, phrases, language) ? phrases.griefDay.lines : who ? phrases.griefFor : phrases.grief),
        'They lost someone. Be there; ask for nothing.',
        true,
      );
    case 'illness':
      return draft(
        'support',
        about(who ? phrases.illnessFor : phrases.illness),
        'Someone is ill. Being heard comes before any advice.',
        true,
      );
    case 'sexual_pressure':
      return draft(
        'reply',
        afterNo ? phrases.refuseAgain : phrases.refuse,
        afterNo
          ? 'You have said no already. You can say it once more, or not answer at all.'
          : 'You can say no, clearly and without a reason, or not answer at all.',
        true,
      );
    case 'hate':
      return draft('reply', phrases.disagree, 'You can disagree without a debate, or say nothing at all.', true);
    case 'boundary':
      return draft('reply', phrases.respect, 'They said no. Accept it in one line, and leave it there.', true);
    case 'goodbye':
      return draft('reply', phrases.farewell, 'They said goodbye. A kind last line is enough.', true);
    case 'hurt':
      return draft(
        'reply',
        phrases.sorry,
        'Something you wrote hurt them. An apology without "but" comes first.',
        true,
      );
    default:
      return [];
  }
}

function isDayOfGrief(text: string, { griefDay }: Phrases, language: Language): boolean {
  return matchWords(text.toLowerCase().replaceAll('’', "'"), griefDay.words, language) !== null;
}

/** Of whom a message speaks, as its receiver would say it: "your grandmother". */
function readWho(text: string, { kin }: Phrases, language: Language): string | null {
  const edge = language === 'ja' ? '' : '(?<!\\p{L})';
  const found = new RegExp(`${edge}(?:${kin.pattern})`, 'iu').exec(text)?.[0];
  if (!found) return null;
  const yours = kin.yours.reduce((current, [pattern, instead]) => current.replace(pattern, instead), found);
  return language === 'de'
    ? yours.replace(/\p{Ll}(?=\p{L}+$)/u, (letter, at, whole) =>
        whole[at - 1] === ' ' ? letter.toUpperCase() : letter,
      )
    : yours;
}

/** How likely they name a day because they cannot come on it, from which a yes to it would be wrong. */
const NO_OFFER_FROM = 0.3;

function forPlan({ plan, last, theirTurn }: ConversationReading, language: Language, draft: DraftLines): Draft[] {
  if (!plan || !last) return [];
  const phrases = PHRASES[language];
  const { offerYes, offerLater, planYes, planNo } = ACT_LINES[language];
  const when = describeWhen(plan, language);
  const say = (lines: readonly Phrase[]) =>
    lines
      .filter((line) => when !== '' || !line.includes('%when'))
      .map((line) => capitalise(line.replaceAll('%when', () => when)));
  const fresh = last.seq - plan.seq <= PLAN_FRESH_MESSAGES;
  if (!fresh) return [];
  if (plan.state === 'open' && !plan.mine && !last.mine) {
    const turn = theirTurn.map(({ content }) => content);
    if (estimateLikelihood(turn, ['plan_no']) >= NO_OFFER_FROM) return [];
    return [
      ...draft(
        'reply',
        say([...phrases.agree.slice(0, 1), ...offerYes]).slice(0, 1),
        'They proposed to meet. This says yes.',
      ),
      ...draft(
        'reply',
        say([...phrases.otherDay, ...offerLater]).slice(0, 1),
        'This keeps the idea and asks for another day.',
      ),
      ...draft('reply', say(phrases.decline), 'This says not yet, kindly.'),
      ...draft('reply', offerYes, 'They proposed to meet. This says yes.'),
    ];
  }
  if (plan.state === 'agreed' && plan.mine && !last.mine)
    return draft('reply', [...say(phrases.confirm), ...planYes], 'They said yes. Confirming it leaves no doubt.');
  if (plan.state === 'declined' && plan.mine && !last.mine)
    return draft('reply', [...say(phrases.declined), ...planNo], 'They cannot come. No pressure keeps the door open.');
  return [];
}

/** The day and time as they were written, ready to stand in the middle of a sentence. */
function describeWhen({ day, time }: Plan, language: Language): string {
  const when = [day, time].filter(Boolean).join(language === 'ja' ? 'の' : ' ');
  const bare = language === 'en' ? when.replace(/^on /i, '') : when;
  return CAPITAL_DAY.test(bare) ? bare : bare.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}

/** English and German weekdays, which are capitals in the middle of a sentence, too. */
const CAPITAL_DAY = /^(?:\p{L}+day|\p{L}+(?:tag|abend)|Mittwoch)(?!\p{L})/u;

const PLAN_FRESH_MESSAGES = 2;

function capitalise(text: string): string {
  return text.replace(/(^|[.!?¡¿] ?)(\p{Ll})/u, (_, before, letter) => before + letter.toUpperCase());
}

function replies(
  { theirTurn, questions, plan }: ConversationReading,
  messages: readonly ReadMessage[],
  language: Language,
  draft: DraftLines,
): Draft[] {
  const phrases = PHRASES[language];
  const last = theirTurn.at(-1);
  if (!last) return [];
  const { vulnerability, emotional_tone: tone } = last.features;
  const amused = theirTurn.some(({ content }) => isAmusedByYou(content, language)) ? phrases.amused.lines : [];
  const mentions = theirTurn
    .flatMap(({ content }) => readTopics(content, language))
    .filter(({ yours, topic }, n, all) => !yours && all.findIndex((one) => !one.yours && one.topic === topic) === n);
  const isOpenPlan = plan !== null && theirTurn.some(({ seq }) => seq === plan.seq);
  if (isOpenPlan) return [];
  const open = questions.filter((question) => theirTurn.some(({ seq }) => seq === question.seq));
  const turn = theirTurn.map(({ content }) => content);
  const situation = replyToSituation(turn, open.at(-1)?.text ?? null, language);
  const answer = situation ? draft(situation.kind, situation.lines, situation.because, situation.plain) : [];
  if (situation && (!situation.mayAsk || open.length > 0)) return answer;
  const isLight = mentions.some(({ topic }) => LIGHT.includes(topic));
  if (
    !situation &&
    vulnerability >= VULNERABLE_FROM &&
    !isLight &&
    estimateLikelihood([...turn, ...turn.flatMap(splitSentences)], ['sympathy']) >= SORRY_FROM
  )
    return draft('support', ACT_LINES[language].worry, 'They opened up. Being heard comes before any question.', true);
  const asks = inTurn(
    (isLight || mayAskAbout(turn) ? mentions : []).map((mention) =>
      listAsks(mention, messages, language).map((ask) => ({ ask, mention })),
    ),
  );
  if (open.length > 0)
    return answers(
      open.map(({ text }) => text),
      asks,
      phrases,
      language,
      draft,
    );
  const good =
    tone >= GOOD_FROM && mentions.some(({ topic }) => NEWS.includes(topic))
      ? ACT_LINES[language].good_news.slice(0, 1)
      : [];
  return [
    ...(asks.length > 0 ? [] : answer),
    ...draft('reply', amused, 'They laughed about something of yours. Enjoy it together.'),
    ...asks
      .slice(0, SUGGESTIONS_MAX * 4)
      .flatMap(({ ask, mention }) =>
        /[?？]/u.test(ask)
          ? draft('question', [ask], `They wrote “${quoteWord(mention)}”. This asks about exactly that.`)
          : draft('support', [ask], `They wrote “${quoteWord(mention)}”. This wishes them well.`),
      ),
    ...(asks.length > 0 ? draft('reply', good, 'They sound happy about it. Be happy with them.') : []),
    ...answer,
  ];
}

/** How likely a message that sounds open, or one of its sentences, is sad, from which its writer is comforted. */
const SORRY_FROM = 0.2;
/** How likely a message is sad, or about a plan, from which a question about its details misses the point. */
const WORRY_FROM = 0.4;
const PLAN_FROM = 0.5;

function mayAskAbout(turn: readonly string[]): boolean {
  return (
    estimateLikelihood(turn, ['worry']) < WORRY_FROM && estimateLikelihood(turn, ['plan_yes', 'plan_no']) < PLAN_FROM
  );
}

/** Who complains of these, or cannot believe their luck, does not ask for comfort. */
const LIGHT: readonly Topic[] = [
  ...(['garden', 'monday', 'zodiac', 'popcorn', 'coffee', 'games'] as const),
  ...(['achievement', 'delay', 'heat', 'mishap'] as const),
];

/** What one congratulates on. */
const NEWS: readonly Topic[] = ['party', 'studying', 'work', 'moving', 'achievement', 'new_pet'];

/** Lines for a yes-or-no question; what else was asked only the reader can answer. */
function answers(
  open: readonly string[],
  asks: readonly { ask: Phrase; mention: Mention }[],
  phrases: Phrases,
  language: Language,
  draft: DraftLines,
): Draft[] {
  const isYesNo =
    open.length === 1 && matchWords((open[0] ?? '').toLowerCase().replaceAll('’', "'"), phrases.yesNo, 'ja') !== null;
  const [first, second] = asks;
  if (!isYesNo || !first || language === null) return [];
  const because = `They asked “${shorten(open[0] ?? '')}”. Change the answer to what is true, then ask back.`;
  const say = (lines: readonly Phrase[], ask: Phrase) =>
    lines.slice(0, 1).map((line) => line.replace('%ask', () => ask));
  return [
    ...draft('reply', say(phrases.yes, first.ask), because),
    ...draft('reply', say(phrases.no, (second ?? first).ask), because),
  ];
}

/** Questions about what they mentioned, without those that they have answered or that were asked before. */
function listAsks(mention: Mention, messages: readonly ReadMessage[], language: Language): Phrase[] {
  const { topics, given } = PHRASES[language];
  const theirs = messages.filter(({ mine }) => !mine).map(({ content }) => content.toLowerCase());
  const asked = messages.map(({ content }) => content.toLowerCase());
  const isBad = mention.tone <= BAD_BELOW && !ASKED_IN_ANY_TONE.includes(mention.topic);
  return topics[mention.topic].ask
    .filter(([slot]) => !isBad || slot === 'which')
    .filter(([slot, , said]) =>
      [given[slot], said].every(
        (pattern) =>
          !pattern || !theirs.some((text) => text.includes(mention.word) && matchWords(text, pattern, language)),
      ),
    )
    .map(([, ask]) => ask)
    .filter((ask) => !asked.some((text) => overlap(text, ask.toLowerCase()) >= SAME_QUESTION));
}

/** Under bad news only a plain question fits; these are a wish, a joke, a small annoyance, and what only looks like an illness. */
const ASKED_IN_ANY_TONE: readonly Topic[] = ['unwell', 'monday', 'zodiac', 'delay', 'heat', 'mishap', 'achievement'];

/** They laugh about something of the reader's: "your dog kills me". */
function isAmusedByYou(content: string, language: Language): boolean {
  const { yours, amused } = PHRASES[language];
  const lower = content.toLowerCase().replaceAll('’', "'");
  return matchWords(lower, yours, language) !== null && matchWords(lower, amused.words, language) !== null;
}

/** Share of a question's words that an earlier message contains, from which it counts as asked. */
const SAME_QUESTION = 0.7;

/** Short questions share most of their words with others, so they count only where they were asked word for word. */
const SHORT_QUESTION_WORDS = 6;

function overlap(text: string, question: string): number {
  const words = question.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  if (words.length < SHORT_QUESTION_WORDS) return text.includes(question) ? 1 : 0;
  return words.filter((word) => text.includes(word)).length / words.length;
}

/** The first of each list, then the second of each. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat();
}

function quoteWord({ sentence }: Mention): string {
  return shorten(sentence);
}
