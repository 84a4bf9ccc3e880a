import { HARD_MOMENTS, type HardMoment, TURNING_POINTS } from '@soulsight/contract/wingman';
import {
  type ActReading,
  findHardMoment,
  findMomentFrom,
  findSituations,
  readActs,
  sumActs,
  sumInParts,
} from '../acts/act-model.rules.ts';
import {
  announcesViolence,
  deniesDeath,
  hurtsThemselves,
  isInnocent,
  type Moment,
  matchMeantMoment,
  matchMoment,
  tellsOfDeath,
  tellsOfInjury,
} from './match-moment.rules.ts';

/** Abuse and violence get the same help, so each counts as the other. */
export function toNeed(moment: Moment): Moment {
  return moment === 'abuse' ? 'violence' : moment;
}

/** "My son passed his driving test", "un enterrement de vie de garçon" (a stag night), "my phone has been dead since Monday". */
const NO_DEATH =
  /(?<!\p{L})(?:passed (?:(?:his|her|their|its|the|an?|all|every) (?!(?:last|other|few|couple|week|fortnight|month|year|hour|evening|night|morning|day|weekend|long|short|while|moment)(?!\p{L}))|with (?:flying|distinction|merit|honou?rs))|enterrements? de vie d|(?:fast|beinahe) (?:vor \p{L}+ )?gestorben|vor \p{L}+ (?:fast |beinahe )?gestorben|(?:board|phone|battery|laptop|car|screen|line|app|wifi|radio|printer|engine)(?:'s| is| was| has been| went) dead)/giu;

/** Whether what sounds like a death is none: without it, nothing in the message speaks of one. */
function isNoDeath(content: string): boolean {
  const rest = content.replace(NO_DEATH, ' ');
  return rest !== content && matchMoment(rest) !== 'grief';
}

/** When a message is not what the patterns, or the classifier, take it for. */
type SpecialCase = {
  /** How likely the classifier must find something hard, or the turning point, where the patterns find it; 0: they need no support. */
  supportFrom: number;
  /** The patterns are mistaken. */
  isNotMatched?(content: string): boolean;
  /** The classifier is mistaken. */
  isNotFound?(content: string, acts: ActReading): boolean;
};

const HARD: SpecialCase = { supportFrom: 0.4 };
const TURNING_POINT: SpecialCase = { supportFrom: 0.2 };
/** How likely the classifier alone must find pressure: "your turn, and no lies" is like it, too. */
const PRESSURE_FROM = 0.66;

const SPECIAL_CASES: Record<Moment, SpecialCase> = {
  // A user who may be in danger is asked about rather once too often. The classifier was trained with the word in titles as well.
  self_harm: {
    supportFrom: 0,
    isNotFound: (content) => matchMoment(content) === 'self_harm' && matchMeantMoment(content) === null,
  },
  scam: { supportFrom: 0 },
  // A threat is short, and may be dressed up as a joke.
  violence: { supportFrom: 0.2 },
  // An age may be an animal's.
  minor: { supportFrom: 0.3 },
  grief: {
    ...HARD,
    isNotMatched: isNoDeath,
    isNotFound: (content) => deniesDeath(content) || isNoDeath(content),
  },
  sexual_pressure: { ...HARD, isNotFound: (_, acts) => sumInParts(acts, ['sexual_pressure']) < PRESSURE_FROM },
  abuse: HARD,
  hate: HARD,
  illness: HARD,
  goodbye: TURNING_POINT,
  boundary: TURNING_POINT,
  hurt: TURNING_POINT,
};

/** Told so plainly that nothing else in the message changes it. `unless`: where the patterns find one of these, they decide. */
const PLAINLY_TOLD: readonly { moment: HardMoment; tells(content: string): boolean; unless: readonly Moment[] }[] = [
  { moment: 'self_harm', tells: hurtsThemselves, unless: [] },
  {
    moment: 'violence',
    tells: (content) => !isInnocent(content) && announcesViolence(content),
    unless: ['self_harm'],
  },
  { moment: 'abuse', tells: tellsOfInjury, unless: ['self_harm'] },
];

/** How likely the classifier must find another hard moment than the patterns, so that theirs does not count. */
const OVERRULED_FROM = 0.7;

/**
 * What a message means for the conversation, the most urgent first; null for most messages. The patterns know what is usually said,
 * the classifier what is like its examples.
 * @param mine the reader wrote it
 */
export function readMoment(content: string, acts: ActReading = readActs(content), mine = false): Moment | null {
  const matched = matchMeantMoment(content);
  if (!matched && isInnocent(content)) return null;
  const told = PLAINLY_TOLD.find(({ tells, unless }) => !(matched && unless.includes(matched)) && tells(content));
  if (told) return told.moment;
  const supported = findSupported(matched, content, acts);
  if (supported && isHard(supported)) return overrule(supported, acts);
  const found = findHardMoment(acts, mine);
  if (found && !SPECIAL_CASES[found].isNotFound?.(content, acts)) return found;
  const situations = findSituations(acts);
  return supported ?? TURNING_POINTS.find((moment) => situations.has(moment)) ?? null;
}

/** What the patterns find, if nothing speaks against it. The death of a relative needs no support. */
function findSupported(matched: Moment | null, content: string, acts: ActReading): Moment | null {
  if ((matched === null || matched === 'grief') && tellsOfDeath(content)) return 'grief';
  if (matched === null || SPECIAL_CASES[matched].isNotMatched?.(content)) return null;
  return isSupported(matched, acts) ? matched : null;
}

/** "Send it in gift cards": the patterns know a word, the classifier the whole. */
function overrule(matched: HardMoment, acts: ActReading): HardMoment {
  const other = matched === 'self_harm' ? null : findMomentFrom(acts, OVERRULED_FROM);
  return other && toNeed(other) !== toNeed(matched) ? other : matched;
}

export function isHard(moment: Moment): moment is HardMoment {
  return HARD_MOMENTS.some((hard) => hard === moment);
}

function isSupported(moment: Moment, acts: ActReading): boolean {
  const { supportFrom } = SPECIAL_CASES[moment];
  return (isHard(moment) ? sumInParts(acts, HARD_MOMENTS) : sumActs(acts.whole, [moment])) >= supportFrom;
}
