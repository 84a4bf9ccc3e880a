import type { Language } from '@soulsight/affinity/languages';
import {
  HARD_MOMENTS,
  type HardMoment,
  type Suggestion,
  TURNING_POINTS,
  type TurningPoint,
  type WingmanSuggestions,
} from '@soulsight/contract/wingman';
import type { Act } from '../acts/act-labels.data.ts';
import { type ActReader, type ActScores, findSituations, sumActs, sumInParts } from '../acts/act-model.rules.ts';
import { type Moment, matchMoment } from '../hard/match-moment.rules.ts';
import {
  type AskedQuestion,
  type ConversationReading,
  findOpenQuestion,
  joinTurn,
  type ReadMessage,
} from '../reading/conversation-reading.rules.ts';
import { inManner } from '../reading/manner.rules.ts';
import {
  asksPlans,
  asksWhen,
  asksWhetherItStands,
  declinesForGood,
  isDated,
  isFreeAnyDay,
  namesAnother,
  namesWhen,
  offersPart,
  type Plan,
  proposesWhen,
  saysNo,
} from '../reading/plan.rules.ts';
import { splitSentences } from '../reading/sentences.rules.ts';
import { hasWords, type Mention, matchWords, readTopics } from '../reading/topics.rules.ts';
import type { TellingMove } from './act-lines/act-lines.data.ts';
import { ACT_LINES } from './act-lines/all-lines.data.ts';
import { type PairContext, suggestOpeners } from './openers.rules.ts';
import { leavesChoice } from './options.rules.ts';
import type { Phrase, Phrases, Slot, Topic } from './phrase-book.data.ts';
import { PHRASES } from './phrases.data.ts';
import { replyToPlainWords } from './plain-words.rules.ts';
import {
  countWidth,
  findTellings,
  isMerry,
  leavesBadNews,
  mayBeGrave,
  replyToFun,
  replyToGoodNight,
  replyToSituation,
  shorten,
  type Turn,
} from './situation-replies.rules.ts';

export type Draft = Omit<Suggestion, 'id'>;
export const SUGGESTIONS_MAX = 3;

/** Why there is no line to suggest. */
export type Silence = NonNullable<WingmanSuggestions['silence']>;

export type Advice = { suggestions: Draft[]; silence: Silence | null };

/** Moments in which any line to send would be wrong. */
const WITHOUT_LINES: readonly Moment[] = ['self_harm', 'abuse', 'violence', 'minor', 'scam'];
/** Tone (-1 to 1) below which a message is bad news. */
const BAD_BELOW = -0.4;
/** Vulnerability (0 to 1) from which a message needs support before any question. */
export const VULNERABLE_FROM = 0.35;

/**
 * Up to three lines that fit this pair and this moment and were not shown before; none if nothing specific can be said.
 * @param shown lines that were suggested before, in this conversation
 */
export function suggest(
  reading: ConversationReading,
  messages: readonly ReadMessage[],
  context: PairContext,
  shown: readonly string[],
): Advice {
  const { language, moment, last } = reading;
  if (moment && (WITHOUT_LINES.includes(moment.moment) || isOwnFault(moment))) return silent('crisis');
  if (reading.foreign) return silent('foreign');
  if (language === null) return silent('nothing_specific');
  const { othersFormal, formal: own } = reading.manner;
  // In sorrow one is spoken to as one speaks. In Japanese the form is the writer's own.
  const formal = isSorrow(moment?.moment) && language !== 'ja' ? (othersFormal ?? own) : own;
  const manner = { ...reading.manner, formal };
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
      ? keepFit(forMoment(moment, reading, messages, language, draft), messages, language)
      : last.mine
        ? []
        : repliesOrPlain(reading, messages, language, draft);
  const seen = new Set(shown);
  const suggestions = candidates.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, SUGGESTIONS_MAX);
  return { suggestions, silence: suggestions.length > 0 ? null : whySilent(reading, candidates.length > 0) };
}

type DraftLines = (kind: Draft['kind'], lines: readonly Phrase[], because: string, plain?: boolean) => Draft[];

function silent(silence: Silence): Advice {
  return { suggestions: [], silence };
}

function isSorrow(moment: Moment | undefined): boolean {
  return moment === 'grief' || moment === 'illness';
}

/** The reader pressed or insulted: there is nothing to help with. */
function isOwnFault({ moment, mine }: { moment: Moment; mine: boolean }): boolean {
  return mine && ['sexual_pressure', 'hate'].includes(moment);
}

function whySilent(reading: ConversationReading, hadLines: boolean): Silence {
  const { moment, last } = reading;
  if (hadLines && !last?.mine) return 'all_shown';
  // After a no of their own that was answered, the conversation goes on.
  if (moment?.moment === 'goodbye' || (moment?.moment === 'boundary' && (!moment.mine || last?.mine))) return 'ended';
  if (last?.mine) return 'waiting';
  return findOpenQuestion(reading) ? 'only_you' : 'nothing_specific';
}

/** What lines for a moment fit as well, and how likely a message must be one of them. */
const SORROW: readonly Act[] = ['grief', 'illness', 'heavy', 'self_harm', 'abuse'];
const MOMENT_FROM = 0.4;
const MOMENT_UNMATCHED_FROM = 0.6;
/** A refusal is harsh, and a comfort strange, where neither was called for. */
const REFUSED: readonly Moment[] = ['sexual_pressure', 'hate'];
const REFUSED_FROM = 0.9;
const REFUSED_MATCHED_FROM = 0.6;
const SORROW_FROM = 0.7;
/** Somebody who moves out is missed, too. */
const GRIEF_FROM = 0.45;
/** How likely something hard is said with a no or a goodbye, up to which the usual line to it fits. */
const GRAVE_TURN_UP_TO = 0.35;

function forMoment(
  found: NonNullable<ConversationReading['moment']>,
  reading: ConversationReading,
  messages: readonly ReadMessage[],
  language: Language,
  draft: DraftLines,
): Draft[] {
  const { moment, mine, text, afterNo, seq } = found;
  const turn = readTurn(reading, messages, language);
  // A moment of earlier is over for them, but nothing light follows it except a good night.
  if (mine || !reading.theirTurn.some((message) => message.seq === seq))
    return sayGoodNight(moment, turn, language, draft);
  const isSad = isSorrow(moment);
  const acts = [reading.acts(text), turn.said];
  const isTurningPoint = TURNING_POINTS.some((one) => one === moment);
  const likely = (...list: Act[]) => Math.max(...acts.map((one) => sumInParts(one, list)));
  if (likely(...(isSad ? SORROW : [moment])) < findLikelihoodMin(moment, text)) return [];
  if (moment === 'grief' && matchMoment(text) !== 'grief' && likely('grief') < GRIEF_FROM) return [];
  if (isTurningPoint && sumInParts(turn.said, HARD_MOMENTS) > GRAVE_TURN_UP_TO) return [];
  if (isSad && turn.asked) return [];
  if (moment === 'goodbye' && countWidth(turn.messages) < FAREWELL_FROM_CHARS) return [];
  if (matchMoment(text) !== moment && mayBeMistaken(moment, turn, language)) return [];
  // What somebody laughs at is seldom meant so: a sad word in a story, "it was nice knowing you", or a no.
  if (!REFUSED.includes(moment) && isMerry(turn.messages, language)) return [];
  if (moment === 'boundary' && givesContact(turn.messages)) return [];
  return linesForMoment(moment, text, afterNo, language, draft);
}

/** What speaks against a moment that no pattern supports. */
function mayBeMistaken(moment: Moment, { messages, asked }: Turn, language: Language): boolean {
  // "Stop it, I'm blushing".
  if (isMerry(messages, language)) return true;
  // "They asked me to stop twice": too short to be understood without what it answers.
  if (isSorrow(moment)) return countWidth(messages) < SORROW_FROM_CHARS;
  // "Did you mean it though?" wants an answer, and who thanks is not hurt.
  const thanks = messages.some((content) => hasWords(content, ACT_LINES[language].thanksWords, language));
  return asked !== null || (moment === 'hurt' && thanks);
}

const SORROW_FROM_CHARS = 50;
/** Somebody who ends it says why, or wishes well. "That's it, we're done here" is said in fun. */
const FAREWELL_FROM_CHARS = 45;

/** A number, an address or a name of an account, or the beginning of one. */
const CONTACT = /(?<![\p{L}\d])\+?\d(?:[ ./()-]{0,2}\d){3,}|(?<!\S)@\w{3,}|[\w.]+@\w+\.\w+/u;

/** "Sure, but no calls at night: 0170 12": the condition is not a refusal. */
function givesContact(messages: readonly string[]): boolean {
  return messages.some((content) => CONTACT.test(content));
}

/** How likely the lines for a moment must fit. What the patterns know is less often mistaken. */
function findLikelihoodMin(moment: Moment, text: string): number {
  if (matchMoment(text) === moment) return REFUSED.includes(moment) ? REFUSED_MATCHED_FROM : MOMENT_FROM;
  if (REFUSED.includes(moment)) return REFUSED_FROM;
  return isSorrow(moment) ? SORROW_FROM : MOMENT_UNMATCHED_FROM;
}

function sayGoodNight(moment: Moment, turn: Turn, language: Language, draft: DraftLines): Draft[] {
  if (!findSituations(turn.said).has('night')) return [];
  const { kind, lines, because } = replyToGoodNight(turn, language);
  // The others wish sweet dreams.
  return draft(kind, isSorrow(moment) ? lines.slice(0, 1) : lines, because, true);
}

function linesForMoment(
  moment: HardMoment | TurningPoint,
  text: string,
  afterNo: boolean,
  language: Language,
  draft: DraftLines,
): Draft[] {
  const phrases = PHRASES[language];
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
        ADMITS_FLAW.test(text.replaceAll('’', "'"))
          ? phrases.sorry.filter((line) => !AGREES.test(line))
          : phrases.sorry,
        'Something you wrote hurt them. An apology without "but" comes first.',
        true,
      );
    default:
      return [];
  }
}

/** "I know I look older": who agrees hurts them again. */
const ADMITS_FLAW =
  /(?<!\p{L})(?:i(?: already)? know(?: that)? (?:i|i'm|i've|my)|i'?m (?:well )?aware (?:that )?(?:i|i'm|my)|i (?:do |may |might )?look (?:old|older|fat|fatter|tired|ugly|bad)|ich wei(?:ß|ss)(?: ja| doch| schon)?(?: selbst| selber)?,? (?:dass ich|dass mein\p{L}*|ich (?:bin|seh\p{L}*|hab\p{L}*|wirke?))|(?:ya )?s[eé] que (?:estoy|soy|parezco|tengo|me veo|aparento|no soy|mi)|je (?:le )?sais (?:bien |déjà )?que (?:je|j'\p{L}+|mon|ma|mes))(?!\p{L})/iu;
const AGREES = /^(?:You're right|\{Du hast\|Sie haben\} recht|\{Tienes\|Tiene\} razón|\{Tu as\|Vous avez\} raison)/u;

function isDayOfGrief(text: string, { griefDay }: Phrases, language: Language): boolean {
  return matchWords(text.toLowerCase().replaceAll('’', "'"), griefDay.words, language) !== null;
}

/** The person a message is about, as its receiver would say it: "your grandmother". */
function readWho(text: string, { kin }: Phrases, language: Language): string | null {
  const edge = language === 'ja' ? '' : '(?<!\\p{L})';
  const match = new RegExp(`${edge}(?:${kin.pattern})`, 'iu').exec(text);
  if (!match) return null;
  const [found] = match;
  if (TOLD_TO.test(text.slice(0, match.index)) || namesSeveral(text, kin.nouns, edge)) return null;
  const yours = kin.yours.reduce((current, [pattern, instead]) => current.replace(pattern, instead), found);
  if (language === 'en') return yours.toLowerCase();
  return language === 'de'
    ? yours.replace(/\p{Ll}(?=\p{L}+$)/u, (letter, at, whole) =>
        whole[at - 1] === ' ' ? letter.toUpperCase() : letter,
      )
    : yours;
}

/** "I haven't told my mum yet": she is not the one who is ill. */
const TOLD_TO =
  /(?<!\p{L})(?:tell|told|telling|asked?|gesagt|erzählt|sag(?:en?|te)?|dicho a|dec[ií]r(?:le|selo)? a|contad[oa] a|cont[ée] a|dit à|dire à|parlé à|parler à)\s$/iu;

/** With two relatives it is open whom they lost: "my grandson is gone, my daughter says nothing any more". */
function namesSeveral(text: string, nouns: string, edge: string): boolean {
  const named = [...text.toLowerCase().matchAll(new RegExp(`${edge}(?:${nouns})`, 'giu'))].map(([noun]) => noun);
  return new Set(named).size > 1;
}

/** Messages of both, of which one may be the bad news. */
const BAD_NEWS_IN = 4;

function readTurn(
  { theirTurn, questions, acts }: ConversationReading,
  messages: readonly ReadMessage[],
  language: Language,
): Turn {
  const before = messages.findLast(({ mine }) => mine);
  return {
    isReply: before !== undefined,
    mine: messages
      .filter(({ mine }) => mine)
      .slice(-REPEATED_IN)
      .map(({ content }) => content),
    hasBadNews: leavesBadNews(messages.slice(-BAD_NEWS_IN), language),
    answers: questions.some(({ seq }) => seq === before?.seq),
    acquainted: messages.some(({ content }) => hasWords(content, ACT_LINES[language].acquainted, language)),
    messages: theirTurn.map(({ content }) => content),
    said: acts(joinTurn(theirTurn)),
    acts,
    isOpen: theirTurn.some(({ features }) => features.vulnerability >= VULNERABLE_FROM),
    asked:
      questions.findLast((question) => theirTurn.some(({ seq }) => seq === question.seq))?.text ??
      findAskingBack(theirTurn, language),
  };
}

/** "My worst trip? The one to Metz. Your turn": asks without a question. */
function findAskingBack(theirTurn: readonly ReadMessage[], language: Language): string | null {
  const sentences = theirTurn.flatMap(({ content }) => splitSentences(content.replaceAll(EMOJI, '.')));
  return sentences.find((sentence) => hasWords(sentence, ACT_LINES[language].asksBack, language)) ?? null;
}

const EMOJI = /\p{Extended_Pictographic}/gu;

/** How likely they name a day because they cannot come on it, from which a yes to it would be wrong. */
const NO_OFFER_FROM = 0.3;
/** From here it is rather a plan that is moved than a first invitation, which may be put off. */
const MOVED_FROM = 0.15;
/** How likely the answers to a plan must be right. */
const PLAN_FROM = 0.4;
/** Without a day or a time it may be no more than a hint. */
const HINT_FROM = 0.7;
const ANSWER_FROM = 0.5;
/** Other requests may name a day, too. */
const OTHER_REQUESTS: readonly Act[] = ['contact_ask', 'photo_ask', 'asks_choice'];
const OTHER_REQUEST_UP_TO = 0.3;

function forPlan(
  reading: ConversationReading,
  turn: Turn,
  messages: readonly ReadMessage[],
  language: Language,
  draft: DraftLines,
) {
  const { plan, last, acts } = reading;
  if (!plan || !last || last.seq - plan.seq > PLAN_FRESH_MESSAGES) return [];
  const phrases = PHRASES[language];
  const { planYes, planNo } = ACT_LINES[language];
  const { said, asked } = turn;
  const likely = (...list: Act[]) => sumActs(said.whole, list);
  if (sumInParts(said, HARD_MOMENTS) > OTHER_REQUEST_UP_TO) return [];
  if (!plan.mine) return plan.state === 'open' ? answerOffer(reading, turn, messages, language, draft) : [];
  // What they ask about the plan, or propose instead, only the reader can answer.
  if (asked || sumActs(acts(messages.find(({ seq }) => seq === plan.seq)?.content ?? '').whole, PLAN_ACTS) < PLAN_FROM)
    return [];
  const say = sayWhen(plan, language);
  const answer = joinTurn(reading.theirTurn);
  if (plan.state === 'agreed' && likely('plan_yes', 'plan_detail') >= ANSWER_FROM)
    return draft(
      'reply',
      [...(mayChangeHour(plan, answer, language) ? [] : say(phrases.confirm)), ...planYes],
      'They said yes. Confirming it leaves no doubt.',
    );
  // Another day or hour is an offer, to which "tell me when it suits you" is not an answer.
  const isMoved =
    offersPart(answer, language) ||
    namesAnother(plan, answer, language) ||
    (plan.day === null && namesWhen(answer, language));
  if (plan.state === 'declined' && !isMoved && !declinesForGood(answer, language) && likely('plan_no') >= ANSWER_FROM)
    return draft(
      'reply',
      isMovable(plan, messages, language) ? [...say(phrases.declined), ...planNo] : planNo.slice(0, 1),
      'They cannot come. No pressure keeps the door open.',
    );
  return [];
}

/** "Only after nine" takes back the hour, and "half past is better" names another one. */
function mayChangeHour({ time }: Plan, answer: string, language: Language): boolean {
  return CLOCK.test(answer) || (time !== null && (offersPart(answer, language) || /\d/u.test(answer)));
}

/** A birthday, or what was proposed without a day, is not put off to another one. */
function isMovable({ seq, day, time }: Plan, messages: readonly ReadMessage[], language: Language): boolean {
  const proposal = messages.find((message) => message.seq === seq)?.content ?? '';
  return (day !== null || time !== null) && !isDated(proposal, language);
}

/** A time of day, as it is written with digits. */
const CLOCK = /\d{1,2} ?(?:[:.]\d\d|h(?!\p{L})|uhr|[ap]m(?!\p{L})|時)/iu;

const PLAN_ACTS: readonly Act[] = ['plan_offer', 'plan_yes', 'plan_no', 'plan_detail'];

/** Yes, another day and not yet; only yes where they propose another day for what was planned. */
function answerOffer(
  reading: ConversationReading,
  turn: Turn,
  messages: readonly ReadMessage[],
  language: Language,
  draft: DraftLines,
): Draft[] {
  const { theirTurn, acts, questions, plan } = reading;
  if (!plan || !theirTurn.some(({ seq }) => seq === plan.seq)) return [];
  const asked = questions.filter(({ seq }) => theirTurn.some((message) => message.seq === seq));
  if (wantsMoreThanYes(reading, plan, turn, asked, language)) return [];
  const { agree, decline } = PHRASES[language];
  const { offerYes } = ACT_LINES[language];
  const said = acts(joinTurn(theirTurn)).whole;
  const mine = messages.filter((message) => message.mine && message.seq > plan.seq - PROPOSED_MESSAGES);
  // "I can only do Fridays."
  if (mine.some(({ content }) => ONLY.test(content))) return [];
  const isCounter = mine.some(({ content }) => speaksOfPlan(content, acts));
  const asksForDay = asked.some(({ seq, text }) => seq === plan.seq && plan.day !== null && text.includes(plan.day));
  const isDeclined = mayDecline(theirTurn, said, language);
  const isMoved = sumActs(said, ['plan_no']) >= MOVED_FROM;
  if (isDeclined && !asksForDay) return [];
  // "Thursday is quiz, Friday is my nan": they tell how their week goes.
  if (plan.hasSeveralDays && !isCounter && !isMoved) return [];
  // "Chips on Friday" names a day, too.
  const proposes = theirTurn.some(({ seq, content }) => seq === plan.seq && proposesWhen(content, language));
  const from = proposes && (plan.day || plan.time) ? PLAN_FROM : HINT_FROM;
  if (sumActs(said, PLAN_ACTS) < from || sumActs(said, OTHER_REQUESTS) >= OTHER_REQUEST_UP_TO) return [];
  const isUnclear = (isMoved && namesExcuse(asked, language)) || (!isCounter && namesHourAlone(plan, asked));
  const say = sayWhen({ ...plan, isDayUnclear: plan.isDayUnclear || isUnclear }, language);
  const yes = draft(
    'reply',
    say([...agree.slice(0, 1), ...offerYes]).slice(0, 1),
    'They proposed to meet. This says yes.',
  );
  const isAgreed = theirTurn.some(({ content }) => asksWhetherItStands(content, language));
  if (isCounter || isDeclined || isMoved || isAgreed) return yes;
  return [
    ...yes,
    ...putOff(joinTurn(theirTurn), say, language, draft),
    // Shortened, it would be no more than its thanks. Who has met somebody before does not put off the first meeting.
    ...(turn.acquainted ? [] : draft('reply', say(decline), 'This says not yet, kindly.', true)),
    ...draft('reply', offerYes, 'They proposed to meet. This says yes.'),
  ];
}

function mayDecline(theirTurn: readonly ReadMessage[], said: ActScores, language: Language): boolean {
  return sumActs(said, ['plan_no']) >= NO_OFFER_FROM || theirTurn.some(({ content }) => saysNo(content, language));
}

/** The reader has proposed something, or said when they can. */
function speaksOfPlan(content: string, acts: ActReader): boolean {
  return AVAILABLE.test(content) || sumActs(acts(content).whole, PLAN_ACTS) >= COUNTER_FROM;
}

/** Another day; where it has its day, as a fair has, that the reader cannot come. Nothing to somebody who is free on any day. */
function putOff(
  offer: string,
  say: (lines: readonly Phrase[]) => Phrase[],
  language: Language,
  draft: DraftLines,
): Draft[] {
  const { otherDay } = PHRASES[language];
  const { offerLater } = ACT_LINES[language];
  if (isFreeAnyDay(offer)) return [];
  if (!isDated(offer, language))
    return draft(
      'reply',
      say([...otherDay, ...offerLater]).slice(0, 1),
      'This keeps the idea and asks for another day.',
    );
  const dated = say(otherDay.filter((line) => line.includes('%when'))).map((line) => splitSentences(line)[0] ?? line);
  return draft('reply', dated.slice(0, 1), 'This says that you cannot come.');
}

/** Something in the turn is more than a proposal that yes or no answers. */
function wantsMoreThanYes(
  { theirTurn, acts }: ConversationReading,
  plan: Plan,
  turn: Turn,
  asked: readonly AskedQuestion[],
  language: Language,
): boolean {
  const contents = theirTurn.map(({ content }) => content);
  if (contents.some((content) => leavesChoice(content, language))) return true;
  if (asked.some(({ text }) => isLeftOpen(text, plan, acts, language))) return true;
  if (turn.asked !== null && asked.length === 0) return true;
  return contents.some((content) => asksPlans(content, language) && !proposesMore(content, language));
}

/** What they ask names no day: one beside it may be that on which they cannot come. */
function namesExcuse(asked: readonly AskedQuestion[], language: Language): boolean {
  return asked.length > 0 && !asked.some(({ text }) => namesWhen(text, language));
}

/** An hour without a day may be that of anything, unless it is asked about. */
function namesHourAlone({ day, time }: Plan, asked: readonly AskedQuestion[]): boolean {
  return day === null && !asked.some(({ text }) => text.includes(time ?? ''));
}

/** "What are you doing on Sunday? There is a fair": the second part proposes something. */
function proposesMore(content: string, language: Language): boolean {
  const others = splitSentences(content).filter((sentence) => !asksPlans(sentence, language));
  return others.some(({ length }) => length >= TOLD_MIN_CHARS);
}

/** The reader has said when they can, so they have said yes to a meeting. */
const AVAILABLE =
  /(?<!\p{L})(?:i can (?:only )?(?:do|make)|i'?m (?:only )?free|ich kann (?:nur|erst|ab)|hab(?:e)? (?:ich )?(?:nur |erst |ab )?zeit|(?:s[oó]lo )?puedo (?:el|los|las|a|por|solo|s[oó]lo)|estoy libre|je (?:suis|ne suis) (?:dispo|libre)|je peux (?:que|le|à|seulement))(?!\p{L})|(?:なら|は)空いて/iu;
const ONLY =
  /(?<!\p{L})(?:only|nur|s[oó]lo|seulement|uniquement)(?!\p{L})[^.!?]{0,25}(?:days?|tags?|mittwochs?|wochenende|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|\p{L}{2,5}di|dimanche)(?!\p{L})|曜日?(?:しか|だけ)/iu;

/** How likely a question beside the proposal must be a part of it, so that a yes answers both. */
const SAME_PLAN_FROM = 0.3;
const SHORT_QUESTION_CHARS = 12;

/** "Sunday? And how was your exam?", or "when are you free?", which a yes does not answer. */
function isLeftOpen(text: string, { day, time }: Plan, acts: ActReader, language: Language): boolean {
  if (asksWhen(text, language)) return true;
  if ([day, time].some((when) => when !== null && text.toLowerCase().includes(when.toLowerCase()))) return false;
  if (text.length <= SHORT_QUESTION_CHARS || proposesWhen(text, language)) return false;
  return sumActs(acts(text).whole, ['plan_offer']) < SAME_PLAN_FROM;
}

/** How likely one of the reader's last messages is about the plan, from which not yet would contradict it. */
const COUNTER_FROM = 0.25;
const PROPOSED_MESSAGES = 6;

function sayWhen(plan: Plan, language: Language): (lines: readonly Phrase[]) => Phrase[] {
  const when = describeWhen(plan, language);
  return (lines) =>
    lines
      .filter((line) => when !== '' || !line.includes('%when'))
      .map((line) => capitalise(line.replaceAll('%when', () => when)));
}

/** The day and time as they were written, ready to stand in the middle of a sentence. */
function describeWhen({ day, time, isDayUnclear }: Plan, language: Language): string {
  if (isDayUnclear) return '';
  const when = [day, time].filter(Boolean).join(language === 'ja' ? 'の' : ' ');
  const bare = (language === 'en' ? when.replace(/^on /i, '') : when).toLowerCase();
  const before = BARE_WEEKDAY[language]?.test(bare) ? (language === 'de' ? 'am ' : 'el ') : '';
  return before + bare.replace(CAPITALS, capitalise);
}

/** English weekdays and German nouns, which are capitals in the middle of a sentence, too. */
const CAPITALS =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tag\p{L}*|sonnabend|mittwoch\p{L}*|wochenende|woche|(?<=(?:heute|morgen|tag) )(?:mittag|nachmittag|abend)|uhr)(?!\p{L})/giu;
/** "Sonntag passt es mir" and "viernes me viene bien" lack a word. */
const BARE_WEEKDAY: Partial<Record<Language, RegExp>> = {
  de: /^(?:(?:mon|diens|donners|frei|sams|sonn)tag|sonnabend|mittwoch)/u,
  es: /^(?:lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo)/u,
};

const PLAN_FRESH_MESSAGES = 2;

function capitalise(text: string): string {
  return text.replace(/(^|[.!?¡¿] ?)(\p{Ll})/u, (_, before, letter) => before + letter.toUpperCase());
}

/** What the classifier and the topics find, or else what single words leave no doubt about. */
function repliesOrPlain(
  reading: ConversationReading,
  messages: readonly ReadMessage[],
  language: Language,
  draft: DraftLines,
): Draft[] {
  const turn = readTurn(reading, messages, language);
  const before = turn.mine.at(-1) ?? '';
  const names = (text: string) => namesWhen(text, language) || CLOCK.test(text);
  const isAboutPlan = asksWhen(before, language) || names(before) || speaksOfPlan(before, turn.acts);
  const all = replies(reading, turn, messages, language, draft);
  // Somebody who proposes another hour and mentions a bike waits for a yes, not for a question about the bike.
  const found = isAboutPlan && turn.messages.some(names) ? all.filter(({ kind }) => kind !== 'question') : all;
  if (found.length > 0) return found;
  const plain = replyToPlainWords(turn, isAboutPlan, language);
  return plain ? keepFit(draft(plain.kind, plain.lines, plain.because, plain.plain), messages, language) : [];
}

function replies(
  reading: ConversationReading,
  turn: Turn,
  messages: readonly ReadMessage[],
  language: Language,
  draft: DraftLines,
): Draft[] {
  const { theirTurn, plan } = reading;
  const planned = forPlan(reading, turn, messages, language, draft);
  if (planned.length > 0 || theirTurn.some(({ seq }) => seq === plan?.seq)) return planned;
  const situation = replyToSituation(turn, language);
  const answer = situation
    ? keepFit(draft(situation.kind, situation.lines, situation.because, situation.plain), messages, language)
    : [];
  const namesOther = theirTurn.some(({ content }) => readWho(content, PHRASES[language], language) !== null);
  const mentions = theirTurn
    .flatMap(({ content }) => readTopics(content, language))
    .filter(({ topic, sentence }) => EVENTS.includes(topic) || isLastTold(sentence, theirTurn))
    .filter(({ topic, sentence }) => topic !== 'achievement' || !FAILED.test(sentence))
    .filter(({ topic }) => OF_OTHERS.includes(topic) || !namesOther)
    .filter(({ word }) => !isEchoed(word, messages))
    .filter(({ yours, topic }, n, all) => !yours && all.findIndex((one) => !one.yours && one.topic === topic) === n);
  const events = mentions.filter(({ topic }) => EVENTS.includes(topic));
  if (turn.asked || (situation && events.length === 0)) return answer;
  const amused = theirTurn.some(({ content }) => isAmusedByYou(content, language))
    ? PHRASES[language].amused.lines
    : [];
  if (mayBeGrave(turn, events.length + amused.length > 0 ? GRAVE_EVENT_UP_TO : undefined)) return [];
  const asked = events.length > 0 ? events : isTelling(turn) ? mentions : [];
  const isBad = theirTurn.some(({ features }) => features.emotional_tone <= BAD_BELOW);
  const fun = isBad ? null : replyToFun(turn, language);
  const asks = inTurn(asked.map((mention) => listAsks(mention, messages, language).map((ask) => ({ ask, mention }))));
  const isTold = !isBad && !asked.some(({ topic }) => ASKED_IN_ANY_TONE.includes(topic)) && events.length === 0;
  const followUps = isTold ? askFurther(turn, messages, language, draft) : [];
  if (followUps.length > 0) return followUps;
  return [
    ...draft('reply', amused, 'They laughed about something of yours. Enjoy it together.'),
    ...asks
      .slice(0, SUGGESTIONS_MAX * 4)
      .flatMap(({ ask, mention }) =>
        /[?？]/u.test(ask)
          ? draft('question', [ask], `They wrote “${quoteWord(mention)}”. This asks about exactly that.`)
          : draft('support', [ask], `They wrote “${quoteWord(mention)}”. This wishes them well.`),
      ),
    ...(asks.length === 0 ? answer : []),
    ...(fun && asks.length === 0 ? withoutRepeated(draft(fun.kind, fun.lines, fun.because), messages) : []),
  ];
}

/** Questions that follow from what they tell of themselves, without those that they have answered or that were asked before. */
function askFurther(turn: Turn, messages: readonly ReadMessage[], language: Language, draft: DraftLines): Draft[] {
  const { given } = PHRASES[language];
  // "Always except on Mondays" tells when they can come.
  const before = messages.findLast(({ mine }) => mine)?.content ?? '';
  if (asksWhen(before, language) || speaksOfPlan(before, turn.acts)) return [];
  const theirs = messages.filter(({ mine }) => !mine).map(({ content }) => content.toLowerCase().replaceAll('’', "'"));
  const drafts = findTellings(turn).flatMap((telling) => {
    const isAnswered = ANSWERED_BY[telling].some((slot) => {
      const pattern = given[slot];
      return pattern !== undefined && theirs.some((text) => matchWords(text, pattern, language) !== null);
    });
    const lines = isAnswered ? [] : ACT_LINES[language][telling];
    return draftTelling(telling, lines, draft);
  });
  return withoutRepeated(drafts, messages).filter(({ text }) => !wasAsked(text, messages));
}

function draftTelling(telling: TellingMove, lines: readonly Phrase[], draft: DraftLines): Draft[] {
  return telling === 'ahead'
    ? draft('reply', lines, 'They told you what they are going to do. This wishes them well.')
    : draft('question', lines, 'They told you something about themselves. This asks a little further.');
}

/** What their messages must not say already, for a question about what they tell. */
const ANSWERED_BY: Record<TellingMove, readonly Slot[]> = {
  lives: ['feel'],
  pet: ['start'],
  media: [],
  made: ['start'],
  learns: ['start', 'feel'],
  was_there: ['best'],
  trip_ahead: [],
  gets_into: ['start'],
  enjoys: ['feel'],
  ahead: [],
};

/** "Nicht bestanden" has the words of something achieved, too. */
const FAILED =
  /(?<!\p{L})(?:not|never|almost|nearly|wish|if|when|hope|(?:have|did|has|is|was|would)n[’']t|nicht(?! (?:glauben|fassen))|kein\p{L}*|fast|beinahe|leider|schade|wenn|falls|hoffentlich|no(?! (?:me )?lo (?:creo|puedo))|nunca|casi|si|ojalá|cuando|pas(?! à y croire)|jamais|presque|quand|j[’']espère)(?!\p{L})|(?<!信じられ)ない|なかっ|ません|たら|落ち/iu;

/** What one asks about whatever else is said. */
const EVENTS: readonly Topic[] = ['achievement', 'new_pet', 'delay', 'heat', 'mishap'];
/** Questions about these fit whether or not it was the writer who did it; "how did you get into dancing?" does not fit a grandfather's dance. */
const OF_OTHERS: readonly Topic[] = [...EVENTS, 'meal', 'chess', 'dog', 'cat', 'moving', 'party', 'zodiac', 'popcorn'];
/** Their words are so narrow that a little doubt about the rest does no harm. */
const GRAVE_EVENT_UP_TO = 0.4;
/** Acts that want another answer than a question about a detail, and how likely they may be. */
const NOT_TELLING: readonly Act[] = [
  ...(['plan_offer', 'contact_ask', 'photo_ask', 'asks_choice', 'asks_you', 'language_help'] as const),
  ...(['night', 'greeting', 'bad_day', 'apology', 'needs_reassurance', 'thanks'] as const),
];
const NOT_TELLING_UP_TO = 0.35;
/** Somebody who worries about a cat is asked nothing playful about it. */
const SAD: readonly Act[] = [...SORROW, 'bad_day'];
const SAD_UP_TO = 0.18;
/** Longer messages are about more than one thing, and so are several sentences. */
const TELLING_MAX_WIDTH = 120;

function isTelling({ said, messages }: Turn): boolean {
  if (sumActs(said.whole, SAD) > SAD_UP_TO) return false;
  const told = messages.flatMap(splitSentences).filter(({ length }) => length >= TOLD_MIN_CHARS);
  if (told.length > 1 || countWidth(messages) > TELLING_MAX_WIDTH) return false;
  return sumActs(said.whole, NOT_TELLING) <= NOT_TELLING_UP_TO;
}

/** What follows a sentence is what they want to be asked about, or has answered the question about it. */
function isLastTold(sentence: string, theirTurn: readonly ReadMessage[]): boolean {
  const told = theirTurn
    .flatMap(({ content }) => splitSentences(content))
    .filter(({ length }) => length >= TOLD_MIN_CHARS);
  return told.length === 0 || told.at(-1) === sentence;
}

const TOLD_MIN_CHARS = 12;

/** "Movies or a walk?" "Walk": the word only answers the reader. */
function isEchoed(word: string, messages: readonly ReadMessage[]): boolean {
  const asked = messages.findLast(({ mine }) => mine)?.content.toLowerCase() ?? '';
  return / or | oder | o | u | ou |それとも/u.test(asked) && asked.includes(word.slice(0, ECHOED_CHARS));
}

/** Singular and plural begin alike. */
const ECHOED_CHARS = 4;

/** Nobody says twice what they have just said in their own words. */
function withoutRepeated(drafts: readonly Draft[], messages: readonly ReadMessage[]): Draft[] {
  const said = messages
    .filter(({ mine }) => mine)
    .slice(-REPEATED_IN)
    .map(({ content }) => content.toLowerCase());
  return drafts.filter(({ text }) => !said.some((before) => repeats(text.toLowerCase(), before)));
}

function keepFit(drafts: readonly Draft[], messages: readonly ReadMessage[], language: Language): Draft[] {
  return withoutUnfitWishes(withoutRepeated(drafts, messages), messages, language);
}

/**
 * Without a wish that the reader has just written in other words, without "soon" where the two have named the day, and without a
 * condolence where the reader has given theirs.
 */
function withoutUnfitWishes(drafts: readonly Draft[], messages: readonly ReadMessage[], language: Language): Draft[] {
  const { wishes, untilDay, soon, condolence } = ACT_LINES[language];
  const recent = messages.slice(-REPEATED_IN);
  const says = (words: string) => recent.some(({ content }) => hasWords(content, words, language));
  const iSay = (words: string) => recent.some(({ mine, content }) => mine && hasWords(content, words, language));
  const fit = iSay(wishes) ? drafts.filter(({ text }) => !hasWords(text, wishes, language)) : drafts;
  const withoutSoon = says(untilDay) ? withoutSentences(fit, soon, language) : fit;
  return iSay(condolence) ? withoutSentences(withoutSoon, condolence, language) : [...withoutSoon];
}

/** What is left of "Take care! Talk soon" may be a part of another line, or nothing. */
function withoutSentences(drafts: readonly Draft[], words: string, language: Language): Draft[] {
  const has = (text: string) => hasWords(text, words, language);
  const kept = drafts.filter(({ text }) => !has(text)).map(({ text }) => text.toLowerCase());
  return drafts.flatMap((draft) => {
    if (!has(draft.text)) return draft;
    const rest = splitSentences(draft.text).filter((sentence) => !has(sentence));
    const text = rest.join(language === 'ja' ? '' : ' ');
    return text === '' || kept.some((other) => other.includes(text.toLowerCase())) ? [] : { ...draft, text };
  });
}

/** The reader's last messages that a line must not repeat. */
const REPEATED_IN = 3;

/** Words in a row, or characters of a Japanese line, that the reader has written before. */
const REPEATED_WORDS = 2;
const REPEATED_JAPANESE_CHARS = 6;

function repeats(line: string, before: string): boolean {
  const japanese = line.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu)?.join('') ?? '';
  const parts =
    japanese.length > 0
      ? slide([...japanese], REPEATED_JAPANESE_CHARS).map((chars) => chars.join(''))
      : slide(line.match(/\p{L}{3,}/gu) ?? [], REPEATED_WORDS).map((words) => words.join(' '));
  const text = before.replace(/[^\p{L}]+/gu, ' ');
  return parts.some((part) => text.includes(part));
}

function slide<T>(list: readonly T[], size: number): T[][] {
  return list.slice(size - 1).map((_, n) => list.slice(n, n + size));
}

/** Questions about what they mentioned, without those that they have answered or that were asked before. */
function listAsks(mention: Mention, messages: readonly ReadMessage[], language: Language): Phrase[] {
  const { topics, given } = PHRASES[language];
  const theirs = messages.filter(({ mine }) => !mine).map(({ content }) => content.toLowerCase());
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
    .filter((ask) => !wasAsked(ask, messages));
}

function wasAsked(ask: string, messages: readonly ReadMessage[]): boolean {
  return messages.some(({ content }) => overlap(content.toLowerCase(), ask.toLowerCase()) >= SAME_QUESTION);
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
