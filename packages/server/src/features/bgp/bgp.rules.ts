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

/** What someone (a language model) read of a person: values 0 to 100, and how many words it rests on. */
export type Reading = { traits: { trait: Trait; value: number }[]; words: number };

/** An event as the model takes it in. */
export type OpenedEvent = {
  type: BehaviouralEventType;
  features: EventFeatures;
  /** What it belongs to (a conversation or a match), or null. */
  subjectId: string | null;
  at: Date;
};

type Loadings = Readonly<Record<string, number>>;

/** Events of one talk on one day are not independent; their group's name. */
export function eventGroup(event: Pick<OpenedEvent, 'subjectId' | 'at'>): string | undefined {
  return event.subjectId === null ? undefined : `${event.subjectId}:${toIsoDay(event.at)}`;
}

export function toIsoDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** How many observations of each trait a group already gave: `before` of later evidence. Keys are `trait group`. */
export function countObservations(events: readonly OpenedEvent[], population: Population): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of events.flatMap((event) => toEvidence(event, population, {}))) {
    if (item.group === undefined) continue;
    counts.set(`${item.trait} ${item.group}`, (counts.get(`${item.trait} ${item.group}`) ?? 0) + 1);
  }
  return counts;
}

/** What behaviour alone says after some events, and which kind of event moved each trait most. */
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

/** What one event says, by the loadings that were learned and the prior ones elsewhere. */
export function toEvidence(event: OpenedEvent, population: Population, loadings: Loadings): Evidence[] {
  return eventEvidence(event.type, event.features, population, eventGroup(event), loadings);
}

function heaviest(byType: ReadonlyMap<BehaviouralEventType, number>): BehaviouralEventType {
  const [first] = [...byType].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? 'message_sent';
}

/** What behaviour said, faded for the time that has passed. It fades towards the fallback profile. */
export function fadeBehaviour(behaviour: TraitState, since: Date, now: Date): TraitState {
  return decayState(behaviour, Math.max(0, now.getTime() - since.getTime()) / DAY_MS, fallbackState());
}

/** Everything taken together: behaviour, the answers given, and the last reading. */
export function combineEvidence(
  behaviour: TraitState,
  answers: readonly Answer[],
  reading: Reading | null,
): TraitState {
  const read = (reading?.traits ?? []).map(({ trait, value }) => readingEvidence(trait, value, reading?.words ?? 0));
  return applyEvidence(behaviour, [...answerEvidence(answers), ...read]);
}

/** What changed, with its reason: of the events that moved a trait the heaviest kind, else the given cause. */
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

/** The population after some events, and what they added to each feature. */
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
  new: 'There is nothing to go on yet. Your picture grows with your answers and your conversations.',
  learning: 'Your picture is still being drawn. It is complete after a little more real use.',
  unavailable: 'The analysis could not be reached. Nothing is lost, and you can try again.',
  noConsent: 'You have not agreed to behavioural analysis, so nothing is drawn from what you do.',
} as const;

/**
 * Where a profile stands once everything is taken in. It is complete from ten events of real use on, which is also when it is
 * ready for matching, so that completing a profile never takes the readiness of the fallback away.
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

/** Whether nothing at all is known of a person, so that the fallback is shown as it stands. */
export function isUntouched(state: TraitState): boolean {
  const start = fallbackState();
  return TRAITS.every((_, k) => state.variances[k] === 1 && state.means[k] === start.means[k]);
}
