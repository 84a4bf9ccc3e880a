import { priorPopulation } from '@soulsight/affinity/events';
import { DAY_MS } from '@soulsight/contract/time';
import type { Tx } from '../../core/db/types.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';
import {
  applyBehaviour,
  collectNewStats,
  countObservations,
  eventGroup,
  type OpenedEvent,
  toIsoDay,
} from './bgp.rules.ts';
import * as store from './bgp.store.ts';
import type { BgpProfiles } from './bgp-profiles.ts';
import type { EventVault } from './event-vault.ts';
import type { ProfileWriter } from './profile-writer.ts';
import type { WeightsCache } from './weights-cache.ts';

const APPLY_BATCH = 500;

type Parts = {
  profiles: Pick<BgpProfiles, 'lock'>;
  writer: ProfileWriter;
  events: Pick<EventVault, 'openEvents'>;
  cache: Pick<WeightsCache, 'getWeights'>;
  profileFacts: Pick<ProfileFacts, 'hasAnalysisConsent'>;
};

/** Applies recorded events to profiles. */
export function createEventApplier({ profiles, writer, events: { openEvents }, cache, profileFacts }: Parts) {
  /** Applies the events that are recorded but not applied yet; returns whether there were any. */
  async function applyEvents(tx: Tx, userId: string): Promise<boolean> {
    const row = await profiles.lock(tx, userId);
    if (!(await profileFacts.hasAnalysisConsent(tx, userId))) {
      // Also deletes events that were recorded while consent was being withdrawn.
      await store.deleteFeatures(tx, userId);
      return false;
    }
    const rows = await store.listUnapplied(tx, userId, APPLY_BATCH);
    if (rows.length === 0) return false;
    const events = await openEvents(tx, userId, rows);
    const population = { ...priorPopulation(), ...(await store.findPopulation(tx)) };
    const { loadings } = await cache.getWeights(tx);
    const earlier = countObservations(await listEarlierEvents(tx, userId, events), population);
    const { state, causes } = applyBehaviour(writer.currentBehaviour(row), events, population, earlier, loadings);
    for (const { feature, seen } of collectNewStats(population, events))
      await store.addToPopulation(tx, feature, seen, population[feature]);
    await store.markApplied(
      tx,
      rows.map(({ id }) => id),
    );
    await writer.save(tx, row, { behaviour: state, causes, otherwise: 'time', lastActivity: rows.at(-1)?.at });
    return rows.length === APPLY_BATCH ? applyEvents(tx, userId) : true;
  }

  /** Events of the same conversations and days that were applied before. */
  async function listEarlierEvents(tx: Tx, userId: string, events: readonly OpenedEvent[]): Promise<OpenedEvent[]> {
    const groups = new Map(events.map((event) => [eventGroup(event), event]));
    const found: OpenedEvent[] = [];
    for (const [group, { subjectId, at }] of groups) {
      if (group === undefined || subjectId === null) continue;
      const from = new Date(`${toIsoDay(at)}T00:00:00Z`);
      const to = new Date(from.getTime() + DAY_MS);
      const rows = await store.listAppliedOfDay(tx, userId, { subjectId, from, to });
      found.push(...(await openEvents(tx, userId, rows)));
    }
    return found;
  }

  return { applyEvents };
}
