import { calculateEvolution, readingEvidence } from '@soulsight/affinity/analyst';
import { addObserved, type BehaviourTally, type Cause } from '@soulsight/affinity/behaviour';
import { CAUSE_PHRASES, describeCause } from '@soulsight/affinity/cause-copy';
import {
  type EventFeatures,
  type FeatureKey,
  observe,
  type Population,
  priorStat,
  type RunningStat,
  updatePopulation,
} from '@soulsight/affinity/events';
import { applyEvidence } from '@soulsight/affinity/evidence';
import { type Answer, answerEvidence } from '@soulsight/affinity/questionnaire';
import { decayState, fallbackState, type TraitState } from '@soulsight/affinity/traits';
import type { BehaviouralEventType, Evolution } from '@soulsight/contract/bgp';
import { READY_MIN_EVENTS } from '@soulsight/contract/limits';
import { DAY_MS, toUtcDay } from '@soulsight/contract/time';
import { TRAITS, type Trait } from '@soulsight/contract/traits';

/** Traits estimated by a language model, 0 to 100, and the number of words it read. */
export type Reading = { traits: { trait: Trait; value: number }[]; words: number };

/** An event with its features decrypted. */
export type OpenedEvent = {
  type: BehaviouralEventType;
  features: EventFeatures;
  /** What it belongs to (a conversation or a match), or null. */
  subjectId: string | null;
  at: Date;
};

/** The causes of a rise and of a fall of each trait. */
export type Causes = ReadonlyMap<Trait, { rise?: Cause; fall?: Cause }>;

/** Groups events of one conversation on one day, which are not independent. Undefined for events without a subject. */
export function eventGroup(event: Pick<OpenedEvent, 'subjectId' | 'at'>): string | undefined {
  return event.subjectId === null ? undefined : `${event.subjectId}:${toUtcDay(event.at)}`;
}

/** The tally of a user's behaviour after more events, in the order of their ids. */
export function addEvents(tally: BehaviourTally, events: readonly OpenedEvent[]): BehaviourTally {
  return addObserved(
    tally,
    events.map(({ type, features, subjectId, at }) => ({ observations: observe(type, features), subjectId, at })),
  );
}

/** The behaviour state, faded by the time that has passed towards what it started from: for what is shown, the fallback profile. */
export function fadeBehaviour(behaviour: TraitState, since: Date, now: Date, start = fallbackState()): TraitState {
  return decayState(behaviour, Math.max(0, now.getTime() - since.getTime()) / DAY_MS, start);
}

/** The complete state: behaviour, questionnaire answers and the last reading. */
export function combineEvidence(
  behaviour: TraitState,
  answers: readonly Answer[],
  reading: Reading | null,
): TraitState {
  const read = (reading?.traits ?? []).map(({ trait, value }) => readingEvidence(trait, value, reading?.words ?? 0));
  return applyEvidence(behaviour, [...answerEvidence(answers), ...read]);
}

/** The changed traits, each with a cause that moved it in the direction of the change, defaultCause with the given one. */
export function describeEvolution(
  before: TraitState,
  after: TraitState,
  causes: Causes,
  defaultCause: keyof typeof CAUSE_PHRASES,
  at: Date,
): Evolution[] {
  const explain = (trait: Trait, direction: 'rise' | 'fall') => {
    const cause = causes.get(trait)?.[direction];
    return cause ? describeCause(cause) : CAUSE_PHRASES[defaultCause];
  };
  return calculateEvolution(before, after, explain, at.toISOString());
}

/** The statistics that some events add to each feature of the population. */
export function collectNewStats(
  population: Population,
  events: readonly OpenedEvent[],
): { feature: FeatureKey; start: RunningStat; seen: RunningStat }[] {
  const observations = events.flatMap(({ type, features }) => observe(type, features));
  const after = updatePopulation(population, observations);
  return [...new Set(observations.map(({ key }) => key))].map((feature) => {
    const start = population[feature] ?? priorStat(feature);
    return { feature, start, seen: subtractStats(start, after[feature] ?? start) };
  });
}

function subtractStats(before: RunningStat, after: RunningStat): RunningStat {
  const n = after.n - before.n;
  if (n <= 0) return { n: 0, mean: 0, m2: 0 };
  const mean = (after.n * after.mean - before.n * before.mean) / n;
  const delta = mean - before.mean;
  return { n, mean, m2: Math.max(0, after.m2 - before.m2 - (delta * delta * before.n * n) / after.n) };
}

export const FALLBACK_REASONS = {
  new: 'We know nothing about you yet. Your profile grows with your answers and conversations.',
  learning: 'Your profile is still growing. Analyse it now, or let it complete itself after a little more use.',
  unavailable: 'The analysis is not available at the moment. Nothing is lost, and you can try again.',
  noConsent: 'You have not agreed to behavioural analysis, so nothing is drawn from what you do.',
} as const;

/** The analysis status of a profile: complete after a successful analysis, on request or by itself from ten events on. */
export function analysisStatus(facts: { status: 'fallback' | 'complete'; events: number; answers: number }): {
  analysisStatus: 'fallback' | 'complete';
  fallbackReason: string | null;
  needsAnalysis: boolean;
} {
  if (facts.status === 'complete' || facts.events >= READY_MIN_EVENTS)
    return { analysisStatus: 'complete', fallbackReason: null, needsAnalysis: false };
  const known = facts.events + facts.answers > 0;
  return {
    analysisStatus: 'fallback',
    fallbackReason: known ? FALLBACK_REASONS.learning : FALLBACK_REASONS.new,
    needsAnalysis: true,
  };
}

/** Whether nothing is known about the user, so that the fallback is shown unchanged. */
export function isUntouched(state: TraitState): boolean {
  const start = fallbackState();
  return TRAITS.every((_, k) => state.variances[k] === 1 && state.means[k] === start.means[k]);
}
