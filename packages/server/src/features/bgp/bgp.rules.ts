import { CAUSE_PHRASES, calculateEvolution, readingEvidence } from '@soulsight/affinity/analyst';
import {
  type EventFeatures,
  eventEvidence,
  type Population,
  type RunningStat,
  updatePopulation,
} from '@soulsight/affinity/events';
import { applyEvidence, type Evidence } from '@soulsight/affinity/evidence';
import { type Answer, answerEvidence } from '@soulsight/affinity/questionnaire';
import { decayState, fallbackState, type TraitState } from '@soulsight/affinity/traits';
import type { BehaviouralEventType, Evolution } from '@soulsight/contract/bgp';
import { READY_MIN_EVENTS } from '@soulsight/contract/limits';
import { DAY_MS } from '@soulsight/contract/time';
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

type Loadings = Readonly<Record<string, number>>;

/** Groups events of one conversation on one day, which are not independent. Undefined for events without a subject. */
export function eventGroup(event: Pick<OpenedEvent, 'subjectId' | 'at'>): string | undefined {
  return event.subjectId === null ? undefined : `${event.subjectId}:${toIsoDay(event.at)}`;
}

export function toIsoDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** How many observations of a trait each group has already contributed. Keys are `trait group`. */
export function countObservations(events: readonly OpenedEvent[], population: Population): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of events.flatMap((event) => toEvidence(event, population, {}))) {
    if (item.group === undefined) continue;
    counts.set(`${item.trait} ${item.group}`, (counts.get(`${item.trait} ${item.group}`) ?? 0) + 1);
  }
  return counts;
}

/** The behaviour state after some events, and the type of event that moved each trait most. */
export function applyBehaviour(
  state: TraitState,
  events: readonly OpenedEvent[],
  population: Population,
  earlier: ReadonlyMap<string, number> = new Map(),
  loadings: Loadings = {},
): { state: TraitState; causes: Map<Trait, BehaviouralEventType> } {
  const weights = new Map<Trait, Map<BehaviouralEventType, number>>();
  const evidence = events.flatMap((event) =>
    toEvidence(event, population, loadings).map((item) => {
      const byType = weights.get(item.trait) ?? new Map<BehaviouralEventType, number>();
      byType.set(event.type, (byType.get(event.type) ?? 0) + Math.abs(item.loading * item.z));
      weights.set(item.trait, byType);
      return { ...item, before: earlier.get(`${item.trait} ${item.group}`) ?? 0 };
    }),
  );
  const causes = new Map([...weights].map(([trait, byType]) => [trait, heaviest(byType)] as const));
  return { state: applyEvidence(state, evidence), causes };
}

/** The evidence of one event, by learned loadings and otherwise the prior ones. */
export function toEvidence(event: OpenedEvent, population: Population, loadings: Loadings): Evidence[] {
  return eventEvidence(event.type, event.features, population, eventGroup(event), loadings);
}

function heaviest(byType: ReadonlyMap<BehaviouralEventType, number>): BehaviouralEventType {
  const [first] = [...byType].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? 'message_sent';
}

/** The behaviour state, faded towards the fallback profile by the time that has passed. */
export function fadeBehaviour(behaviour: TraitState, since: Date, now: Date): TraitState {
  return decayState(behaviour, Math.max(0, now.getTime() - since.getTime()) / DAY_MS, fallbackState());
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

/** The changed traits with their reason: the event type that moved the trait most, otherwise the given cause. */
export function describeEvolution(
  before: TraitState,
  after: TraitState,
  causes: ReadonlyMap<Trait, BehaviouralEventType>,
  otherwise: keyof typeof CAUSE_PHRASES,
  at: Date,
): Evolution[] {
  return calculateEvolution(before, after, otherwise, at.toISOString()).map((change) => {
    const cause = causes.get(change.trait);
    return cause ? { ...change, because: CAUSE_PHRASES[cause] } : change;
  });
}

/** The statistics that some events add to each feature of the population. */
export function collectNewStats(
  population: Population,
  events: readonly OpenedEvent[],
): { feature: keyof Population; seen: RunningStat }[] {
  const after = events.reduce((seen, event) => updatePopulation(seen, event.features, event.type), population);
  return (Object.keys(after) as (keyof Population)[])
    .map((feature) => ({ feature, seen: subtractStats(population[feature], after[feature]) }))
    .filter(({ seen }) => seen.n > 0);
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
  learning: 'Your profile is still growing. It is complete after a little more use.',
  unavailable: 'The analysis is not available at the moment. Nothing is lost, and you can try again.',
  noConsent: 'You have not agreed to behavioural analysis, so nothing is drawn from what you do.',
} as const;

/**
 * The analysis status of a profile. It is complete from ten events on, the number that also makes it ready for matching, so that
 * a profile is never less ready after it became complete.
 */
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
