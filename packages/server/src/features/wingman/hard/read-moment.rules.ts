import { HARD_MOMENTS, TURNING_POINTS } from '@soulsight/contract/wingman';
import { readSituations } from '../acts/act-model.rules.ts';
import type { Situation } from '../acts/situations.data.ts';
import { type Moment, matchMoment } from './match-moment.rules.ts';

/** Abuse and violence get the same help. */
const MOMENT_SITUATION: Record<Moment, Situation> = {
  self_harm: 'self_harm',
  abuse: 'danger',
  violence: 'danger',
  minor: 'minor',
  sexual_pressure: 'sexual_pressure',
  scam: 'scam',
  hate: 'hate',
  grief: 'grief',
  illness: 'illness',
  goodbye: 'goodbye',
  hurt: 'hurt',
  boundary: 'boundary',
};

/**
 * What a message means for the conversation, the most urgent first; null for most messages. The patterns know what is usually said,
 * the classifier what is like its examples.
 */
export function readMoment(content: string): Moment | null {
  const matched = matchMoment(content);
  if (matched) return matched;
  const situations = readSituations(content);
  return [...HARD_MOMENTS, ...TURNING_POINTS].find((moment) => situations.has(MOMENT_SITUATION[moment])) ?? null;
}
