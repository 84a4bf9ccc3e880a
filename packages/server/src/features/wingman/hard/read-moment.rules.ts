import { HARD_MOMENTS, TURNING_POINTS } from '@soulsight/contract/wingman';
import { readSituations } from '../acts/act-model.rules.ts';
import type { Situation } from '../acts/situations.data.ts';
import { type Moment, matchMoment } from './match-moment.rules.ts';

/** Abuse and violence get the same help, so each counts as the other. */
export function toSituation(moment: Moment): Situation {
  return moment === 'abuse' || moment === 'violence' ? 'danger' : moment;
}

/**
 * What a message means for the conversation, the most urgent first; null for most messages. The patterns know what is usually said,
 * the classifier what is like its examples.
 */
export function readMoment(content: string): Moment | null {
  const matched = matchMoment(content);
  if (matched) return matched;
  const situations = readSituations(content);
  return [...HARD_MOMENTS, ...TURNING_POINTS].find((moment) => situations.has(toSituation(moment))) ?? null;
}
