import type { Language } from '@soulsight/affinity/languages';
import { isQuestion } from '@soulsight/affinity/signals';
import type { Act } from '../acts/act-labels.data.ts';
import { type ActReader, type ActReading, findSituations, sumInParts } from '../acts/act-model.rules.ts';
import { PLAN_WORDS } from './plan-words.data.ts';
import { splitSentences } from './sentences.rules.ts';

/** A proposal to meet, as it was written. */
export type Plan = {
  mine: boolean;
  seq: number;
  day: string | null;
  time: string | null;
  place: string | null;
  /** The day must not be repeated: a week is named beside it, any day of its name is meant, several days are named, or it is one on which something opens. */
  isDayUnclear: boolean;
  /** They name several days, of which the one that they mean cannot be told. */
  hasSeveralDays: boolean;
  state: 'open' | 'agreed' | 'declined';
};

type Line = { mine: boolean; content: string; seq: number };

/** The last proposal to meet, and what the other side said to it; null if nobody proposed anything. */
export function readPlan(messages: readonly Line[], language: Language, acts: ActReader): Plan | null {
  const at = messages.findLastIndex(({ content }) => isProposal(content, language, acts(content)));
  const proposal = messages[at];
  if (!proposal) return null;
  const { mine, seq, content } = proposal;
  const proposed = messages.slice(Math.max(0, at - PROPOSED_MESSAGES), at).filter((message) => message.mine !== mine);
  const when = readWhenAndWhere(content, language, proposed.map((message) => message.content).join('\n'));
  const plan = { mine, seq, ...when };
  const answer = messages.slice(at + 1).find((message) => message.mine !== mine);
  if (!answer) return { ...plan, state: 'open' };
  const state = readAnswer(answer.content, language, acts(answer.content));
  return { ...plan, state: state === 'agreed' && namesAnother(plan, answer.content, language) ? 'open' : state };
}

/** The messages before a proposal in which the other side may have proposed something else. */
const PROPOSED_MESSAGES = 2;

/** "At three I am still at work. Half past four would do": a yes, but not to what was proposed. */
export function namesAnother(plan: Pick<Plan, 'day' | 'time'>, answer: string, language: Language): boolean {
  const { day, time } = PLAN_WORDS[language];
  const differs = (proposed: string | null, pattern: string) =>
    proposed !== null &&
    findAll(answer.replaceAll('’', "'"), pattern, language).some((one) => !isSame(one, proposed, language));
  return differs(plan.day, day) || differs(plan.time, time);
}

/** How likely a message with the words of a proposal must be about a plan. */
const PLAN_FROM = 0.15;
const PLAN_ACTS: readonly Act[] = ['plan_offer', 'plan_yes', 'plan_no', 'plan_detail'];

function isProposal(content: string, language: Language, acts: ActReading): boolean {
  const { past, invite } = PLAN_WORDS[language];
  const text = content.toLowerCase().replaceAll('’', "'");
  if (find(text, past, language)) return false;
  if (findSituations(acts).has('offer')) return true;
  if (sumInParts(acts, PLAN_ACTS) < PLAN_FROM) return false;
  const { day, time } = readWhenAndWhere(content, language);
  if (find(text, invite, language)) return day !== null || time !== null || isQuestion(content, language);
  return findAskingForDay(content, language) !== undefined;
}

/** "Saturday at four?" proposes something without a verb; a long question that mentions a day seldom does. */
const SHORT_PROPOSAL_CHARS = 60;

function asksForDay(sentence: string, language: Language): boolean {
  return (
    sentence.length < SHORT_PROPOSAL_CHARS &&
    isQuestion(sentence, language) &&
    find(sentence.replaceAll('’', "'"), PLAN_WORDS[language].day, language) !== null
  );
}

/** An emoji often ends a sentence. */
const EMOJI = /\p{Extended_Pictographic}/gu;

/** The last sentence that asks for a day. */
function findAskingForDay(content: string, language: Language): string | undefined {
  return splitSentences(content.replace(EMOJI, '.')).findLast((sentence) => asksForDay(sentence, language));
}

/**
 * Read from the last sentence that asks for a day, if there is one: those before may be no good. So may be an earlier time, and the
 * day of an earlier proposal, to which this is the answer.
 */
function readWhenAndWhere(content: string, language: Language, proposed = ''): When {
  const { day, time, place, week } = PLAN_WORDS[language];
  const whole = withoutGivenUp(content.replaceAll('’', "'"), language);
  const asking = findAskingForDay(whole, language);
  const [text, pick] = asking ? [asking, -1] : [whole, 0];
  const other = (pattern: string, within: string) =>
    preferOther(findAll(within, pattern, language), findAll(proposed, pattern, language), language);
  const days = other(day, text);
  const found = days.at(pick) ?? null;
  const times = other(time, withoutOtherHours(chooseOption(text, found, language), language));
  const isOfAnotherWeek =
    found !== null && (find(whole.replaceAll(found, ' '), week, language) !== null || isAnyDay(whole, found));
  const hasSeveralDays = countDays(days) > 1 && !EITHER_OR.test(text);
  const isOfOpening = found !== null && !withoutOpeningHours(whole, language).includes(found);
  return {
    day: found !== null && namesTwoParts(days) ? (WEEKDAY.exec(found)?.[0] ?? found) : found,
    // One of two hours belongs to something else.
    time: new Set(times).size > 1 ? null : (times[0] ?? null),
    place: find(whole, place, language),
    isDayUnclear: isOfAnotherWeek || hasSeveralDays || isOfOpening,
    hasSeveralDays,
  };
}

const WEEKDAY =
  /(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|sonnabend|mittwoch|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|[月火水木金土日]曜/iu;
/** "Friday or Saturday?" offers both, so that either may be chosen. */
const EITHER_OR = /(?<!\p{L})(?:or|oder|o|u|ou)(?!\p{L})|それとも|どっち|どちら|(?:曜|日)か/iu;

/** "Tonight at eight or rather Friday?": of two proposals, the one with the day that is taken, since the hour belongs to its own day. */
function chooseOption(text: string, day: string | null, language: Language): string {
  const options = text.split(EITHER_OR).filter((option) => namesWhen(option, language));
  return (day !== null && options.length > 1 && options.findLast((option) => option.includes(day))) || text;
}

/** Saturday morning and Saturday night are one day. */
function countDays(days: readonly string[]): number {
  return new Set(days.map((day) => (WEEKDAY.exec(day)?.[0] ?? day).toLowerCase())).size;
}

/** "I have an exam on Saturday morning, but Saturday night is free": which of them is meant is not known. */
function namesTwoParts(days: readonly string[]): boolean {
  const named = days.map((day) => day.toLowerCase());
  const longest = named.toSorted((one, other) => other.length - one.length)[0] ?? '';
  return countDays(days) === 1 && named.some((one) => !longest.includes(one));
}

/** Up to a comma, a full stop or a dash. */
const PART_OF_SENTENCE = /[^,;.!?、。！？…()\n–—]+[,;.!?、。！？…()\n–—]*/gu;

/** "The show starts at eight" names no hour to meet at. */
function withoutOtherHours(text: string, language: Language): string {
  const { otherHour } = PLAN_WORDS[language];
  return (text.match(PART_OF_SENTENCE) ?? []).filter((part) => find(part, otherHour, language) === null).join('');
}

/** "It closes at three on Sundays" names the day of a museum, which is not always that of the plan. */
function withoutOpeningHours(text: string, language: Language): string {
  const { openingHours } = PLAN_WORDS[language];
  return (text.match(PART_OF_SENTENCE) ?? []).filter((part) => find(part, openingHours, language) === null).join('');
}

/** "Sunday instead of Saturday" names one day. */
function withoutGivenUp(text: string, language: Language): string {
  const { day, time, insteadOf } = PLAN_WORDS[language];
  return text.replace(new RegExp(`(?<!\\p{L})(?:${insteadOf}) ?(?:${day}|${time})(?!\\p{L})`, 'giu'), ' ');
}

/** "Some Tuesday": no day is named. */
function isAnyDay(text: string, day: string): boolean {
  return SOME.test(text.slice(0, text.indexOf(day)));
}

const SOME = /(?<!\p{L})(?:an?|any|some|one|(?:irgend)?ein(?:en|em)?|alg[uú]n|une?)\s$/iu;

type When = Pick<Plan, 'day' | 'time' | 'place' | 'isDayUnclear' | 'hasSeveralDays'>;

/** What was not named before, if there is any. */
function preferOther(named: readonly string[], before: readonly string[], language: Language): readonly string[] {
  const others = named.filter((one) => !before.some((earlier) => isSame(one, earlier, language)));
  return others.length > 0 ? others : named;
}

/** "Saturday" and "on saturday morning" are the same day, "the Saturday after next" is another one. */
function isSame(one: string, other: string, language: Language): boolean {
  const [short, long] = [one.toLowerCase(), other.toLowerCase()].sort((a, b) => a.length - b.length) as [
    string,
    string,
  ];
  return long.includes(short) && find(long.replace(short, ' '), PLAN_WORDS[language].week, language) === null;
}

/** Whether a day or a time is named where something is asked or proposed, and not only mentioned. */
export function proposesWhen(content: string, language: Language): boolean {
  const { invite } = PLAN_WORDS[language];
  const text = content.toLowerCase().replaceAll('’', "'");
  return find(text, invite, language) !== null || findAskingForDay(content, language) !== undefined;
}

function readAnswer(content: string, language: Language, acts: ActReading): Plan['state'] {
  const { yes } = PLAN_WORDS[language];
  const text = content.toLowerCase().replaceAll('’', "'");
  const situations = findSituations(acts);
  if (situations.has('plan_no') || saysNo(content, language)) return 'declined';
  return situations.has('plan_yes') || find(text, yes, language) ? 'agreed' : 'open';
}

/** Has the words with which a proposal is declined. */
export function saysNo(content: string, language: Language): boolean {
  return find(content.toLowerCase().replaceAll('’', "'"), PLAN_WORDS[language].no, language) !== null;
}

/** Leaves it to the reader when, or where. */
export function asksWhen(content: string, language: Language): boolean {
  return find(content.toLowerCase().replaceAll('’', "'"), PLAN_WORDS[language].asksWhen, language) !== null;
}

/** Can come on any day: another one is not what is missing. */
export function isFreeAnyDay(content: string): boolean {
  return ANY_DAY.test(content);
}

const ANY_DAY =
  /(?<!\p{L})(?:(?:free|around|off|open|available)(?: \p{L}+){0,2} (?:week|every (?:day|evening))|(?:any|every) (?:day|evening|night|time) (?:works|is|suits|would)|whenever (?:you|u|suits|works)|any ?time (?:works|is fine|suits)|any day (?:this|next|at all|you)|(?:die ganze woche|jeden (?:tag|abend)|jederzeit)(?: \p{L}+){0,2} (?:zeit|frei|urlaub)|(?:zeit|frei)(?: \p{L}+){0,2} (?:die ganze woche|jeden (?:tag|abend))|egal wann|wann (?:immer )?(?:du|sie) (?:willst|magst|wollen|mögen|möchtest|möchten)|libre(?: \p{L}+)? (?:toda la semana|todos los d[ií]as|cualquier d[ií]a)|(?:toda la semana|todos los d[ií]as)(?: \p{L}+){0,2} libre|cualquier (?:d[ií]a|tarde|noche) (?:me|de|está)|cuando (?:quieras|quiera|te venga|le venga)|(?:libre|dispo\p{L}*)(?: \p{L}+)? (?:toute la semaine|tous les (?:jours|soirs))|(?:toute la semaine|tous les (?:jours|soirs))(?: \p{L}+){0,2} (?:libre|dispo\p{L}*)|n['’]importe (?:quand|quel (?:jour|soir))|quand (?:tu veux|vous voulez))(?!\p{L})|いつでも|何曜日でも|(?:毎日|ずっと|全部)(?:空|暇|ひま|あい)|一週間(?:空|暇)/iu;

/** Asks what the reader does on a day, and invites to nothing. */
export function asksPlans(content: string, language: Language): boolean {
  const { asksPlans: asks, invite } = PLAN_WORDS[language];
  // "Shall we go on Saturday, or do you have plans?" invites.
  const [text = ''] = content.toLowerCase().replaceAll('’', "'").split(EITHER_OR);
  return find(text, asks, language) !== null && find(text, invite, language) === null;
}

/** Asks whether what was agreed still stands. */
export function asksWhetherItStands(content: string, language: Language): boolean {
  return find(content.toLowerCase().replaceAll('’', "'"), PLAN_WORDS[language].stands, language) !== null;
}

/** Takes a part of what was proposed, or offers something else. */
export function offersPart(content: string, language: Language): boolean {
  return find(content.toLowerCase().replaceAll('’', "'"), PLAN_WORDS[language].partly, language) !== null;
}

/** Cannot or does not want to do this at all, or offers something else: another day would change nothing. */
export function declinesForGood(content: string, language: Language): boolean {
  const { notOfTime } = PLAN_WORDS[language];
  return find(content.toLowerCase().replaceAll('’', "'"), notOfTime, language) !== null;
}

/** Speaks of something that has its own date, or of several days: no other day is asked for. */
export function isDated(content: string, language: Language): boolean {
  const { event, day } = PLAN_WORDS[language];
  const text = content.toLowerCase().replaceAll('’', "'");
  const [first, ...others] = findAll(text, day, language);
  return find(text, event, language) !== null || others.some((other) => !isSame(other, first ?? '', language));
}

/** Whether a day or a time is named. */
export function namesWhen(text: string, language: Language): boolean {
  const { day, time } = PLAN_WORDS[language];
  return [day, time].some((pattern) => find(text, pattern, language) !== null);
}

function find(text: string, pattern: string, language: Language): string | null {
  return findAll(text, pattern, language)[0] ?? null;
}

function findAll(text: string, pattern: string, language: Language): string[] {
  const [before, after] = language === 'ja' ? ['', ''] : ['(?<![\\p{L}\\p{N}])', '(?!\\p{L})'];
  const whole = /(?: |\\\?)$/.test(pattern) ? pattern : `(?:${pattern})${after}`;
  return [...text.matchAll(new RegExp(`${before}(?:${whole})`, 'giu'))].map(([found]) => found.trim());
}
