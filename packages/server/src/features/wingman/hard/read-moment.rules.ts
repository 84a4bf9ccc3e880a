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
} from './match-moment.rules.ts';

/** Abuse and violence get the same help, so each counts as the other. */
export function toNeed(moment: Moment): Moment {
  return moment === 'abuse' ? 'violence' : moment;
}

/** A user who may be in danger is asked about rather once too often, so for these the patterns need no support. */
const WITHOUT_SUPPORT: readonly Moment[] = ['self_harm', 'scam'];
/**
 * How likely the classifier must find something hard, or a turning point, where the patterns find one. An age may be an animal's; a threat
 * is short, and may be dressed up as a joke.
 */
const HARD_SUPPORT_FROM = 0.4;
const SUPPORT_FROM: Partial<Record<Moment, number>> = { minor: 0.3, violence: 0.2 };
const TURNING_POINT_SUPPORT_FROM = 0.2;

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
  if (hurtsThemselves(content)) return 'self_harm';
  if (matched !== 'self_harm' && !isInnocent(content) && announcesViolence(content)) return 'violence';
  const isMeant = matched !== 'grief' || !isNoDeath(content);
  const isBereaved = (matched === null || matched === 'grief') && tellsOfDeath(content);
  const isMatched = matched !== null && isMeant && isSupported(matched, acts);
  const supported = isBereaved ? 'grief' : isMatched ? matched : null;
  if (supported && isHard(supported)) return overrule(supported, acts);
  const situations = findSituations(acts);
  const found = findHardMoment(acts, mine);
  return (
    (found && isMistaken(found, content, acts) ? null : found) ??
    supported ??
    TURNING_POINTS.find((moment) => situations.has(moment)) ??
    null
  );
}

/** "My son passed his driving test", "un enterrement de vie de garçon" (a stag night), "my phone has been dead since Monday". */
const NO_DEATH =
  /(?<!\p{L})(?:passed (?:(?:his|her|their|its|the|an?|all|every) (?!(?:last|other|few|couple|week|fortnight|month|year|hour|evening|night|morning|day|weekend|long|short|while|moment)(?!\p{L}))|with (?:flying|distinction|merit|honou?rs))|enterrements? de vie d|(?:fast|beinahe) (?:vor \p{L}+ )?gestorben|vor \p{L}+ (?:fast |beinahe )?gestorben|(?:board|phone|battery|laptop|car|screen|line|app|wifi|radio|printer|engine)(?:'s| is| was| has been| went) dead)/giu;

/** Whether what sounds like a death is none: without it, nothing in the message speaks of one. */
function isNoDeath(content: string): boolean {
  const rest = content.replace(NO_DEATH, ' ');
  return rest !== content && matchMoment(rest) !== 'grief';
}

/** How likely the classifier alone must find pressure: "your turn, and no lies" is like it, too. */
const PRESSURE_FROM = 0.66;

function isMistaken(found: HardMoment, content: string, acts: ActReading): boolean {
  // The classifier was trained with the word in titles as well.
  if (found === 'self_harm') return matchMoment(content) === 'self_harm' && matchMeantMoment(content) === null;
  if (found === 'grief') return deniesDeath(content) || isNoDeath(content);
  return found === 'sexual_pressure' && sumInParts(acts, [found]) < PRESSURE_FROM;
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
  if (WITHOUT_SUPPORT.includes(moment)) return true;
  return isHard(moment)
    ? sumInParts(acts, HARD_MOMENTS) >= (SUPPORT_FROM[moment] ?? HARD_SUPPORT_FROM)
    : sumActs(acts.whole, [moment]) >= TURNING_POINT_SUPPORT_FROM;
}
