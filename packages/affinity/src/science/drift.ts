import { DAY_MS } from '@soulsight/contract/time';
import { TRAITS } from '@soulsight/contract/traits';
import { addObserved, behaviourState, emptyTally } from '../behaviour.ts';
import { type Observation, observe, type Population, updatePopulation } from '../events.ts';
import { textEvents } from '../text.ts';
import { shownValue } from '../traits.ts';
import { type AnalysedMessage, analyseConversation } from './conversation.ts';
import { plans, quarrel, warmConversation } from './parallel-conversations.ts';
import { type Random, seededRandom } from './random.ts';

export type DriftOptions = { users: number; messages: number; messagesPerDay: number; seed: number };
export type Drift = {
  /** The largest distance from 50 of a trait's mean over all users. */
  worstTrait: number;
  /** Distance from 50 that 95 in 100 values of single users stay within. */
  spread95: number;
};

const START = Date.parse('2026-01-01T12:00:00Z');

/**
 * What happens to users who are all the same: each message is drawn from the same real ones, with the same chances for everybody, and
 * everything goes through the product's own functions. Any distance of the mean from 50 is drift.
 */
export function simulateDrift({ users, messages, messagesPerDay, seed }: DriftOptions): Drift {
  const random = seededRandom(seed);
  const pool = [warmConversation, plans, quarrel].flatMap((conversation) => analyseConversation(conversation('en')));
  let population: Population = {};
  const tallies = Array.from({ length: users }, () => emptyTally());
  for (let n = 0; n < messages; n += messagesPerDay) {
    const at = new Date(START + (n / messagesPerDay) * DAY_MS);
    for (const [user, tally] of tallies.entries()) {
      const events = Array.from({ length: Math.min(messagesPerDay, messages - n) }, () => drawMessage(pool, random));
      population = updatePopulation(population, events.flat());
      tallies[user] = addObserved(
        tally,
        events.map((observations) => ({ observations, subjectId: `conversation-${n}`, at })),
      );
    }
  }
  const now = new Date(Math.max(...tallies.map(({ lastAt }) => lastAt)));
  const states = tallies.map((tally) => behaviourState(tally, population, now));
  const shown = TRAITS.map((_, k) => states.map((state) => shownValue(state, k)));
  const distances = shown
    .flat()
    .map((value) => Math.abs(value - 50))
    .sort((one, other) => one - other);
  return {
    worstTrait: Math.max(...shown.map((values) => Math.abs(values.reduce((sum, x) => sum + x, 0) / users - 50))),
    spread95: distances[Math.floor(0.95 * distances.length)] ?? 0,
  };
}

/** What a message and the decisions around it show, drawn independently of the user. */
function drawMessage(pool: readonly AnalysedMessage[], random: Random): Observation[] {
  const { features } = pool[Math.floor(random() * pool.length)] as AnalysedMessage;
  const turn = {
    response_time: random() < 0.5 ? null : Math.exp(4 + 4 * random()),
    initiates: random() < 0.1 ? Number(random() < 0.5) : null,
    answered_in_time: random() < 0.25 ? Number(random() < 0.85) : null,
  };
  const fromMessage = textEvents(features).flatMap((type) => observe(type, { ...features, ...turn }));
  const seconds = 3 + 40 * random();
  const fromDecision =
    random() < 0.1
      ? [...observe('profile_viewed', { dwell_time: seconds }), ...observe('match_passed', { decision_time: seconds })]
      : [];
  const fromReveal = random() < 0.01 ? observe('reveal_requested', { hours_known: 1 + 200 * random() }) : [];
  return [...fromMessage, ...fromDecision, ...fromReveal];
}
