import {
  type BehaviourTally,
  behaviourState,
  emptyTally,
  findCauses,
  matchingBehaviour,
} from '@soulsight/affinity/behaviour';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { ProfileFacts } from '../../profile/profile-facts.service.ts';
import { addEvents, collectNewStats, type OpenedEvent } from '../bgp.rules.ts';
import type { BgpProfileRow } from '../bgp.store.ts';
import * as store from '../bgp.store.ts';
import type { WeightsCache } from '../compatibility/weights-cache.ts';
import { hasDemoUser } from '../decisions/observation.store.ts';
import type { BgpProfiles } from '../profiles/bgp-profiles.ts';
import type { ProfileWriter } from '../profiles/profile-writer.ts';
import type { EventVault } from './event-vault.ts';

const APPLY_BATCH = 500;
/** Encryption context of the tally (stored data depends on it). */
const TALLY_CONTEXT = 'bgp_profiles.tally';

type Parts = {
  profiles: Pick<BgpProfiles, 'lock'>;
  writer: ProfileWriter;
  events: Pick<EventVault, 'openEvents'>;
  cache: Pick<WeightsCache, 'getWeights'>;
  profileFacts: Pick<ProfileFacts, 'hasAnalysisConsent'>;
};

/** Applies recorded events to profiles. */
export function createEventApplier(
  { clock, vault }: Pick<Core, 'clock' | 'vault'>,
  { profiles, writer, events: { openEvents }, cache, profileFacts }: Parts,
) {
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
    const before = (await findTally(tx, row)) ?? (await rebuildTally(tx, userId));
    const events = await openEvents(tx, userId, rows);
    const after = addEvents(before, events);
    if (!(await hasDemoUser(tx, [userId]))) await addToPopulation(tx, events);
    const population = await store.findPopulation(tx);
    const { loadings } = await cache.getWeights(tx);
    await store.markApplied(
      tx,
      userId,
      rows.map(({ id }) => id),
    );
    await writer.save(tx, row, {
      behaviour: {
        shown: behaviourState(after, population, clock.now(), loadings),
        matching: matchingBehaviour(after, population, clock.now(), loadings),
      },
      tally: await vault.seal(tx, `user:${userId}`, after, TALLY_CONTEXT),
      causes: findCauses(before, after, population, loadings),
      defaultCause: 'more',
      lastActivity: rows.at(-1)?.at,
    });
    return rows.length === APPLY_BATCH ? applyEvents(tx, userId) : true;
  }

  async function addToPopulation(tx: Tx, events: readonly OpenedEvent[]): Promise<void> {
    await store.addToPopulation(tx, collectNewStats(await store.findPopulation(tx), events));
  }

  /** The tally of everything applied so far; null when there is none or it cannot be decrypted. */
  async function findTally(db: Db, { userId, tally }: Pick<BgpProfileRow, 'userId' | 'tally'>) {
    if (!tally) return null;
    return vault.openJson<BehaviourTally>(db, `user:${userId}`, tally, TALLY_CONTEXT).catch(() => null);
  }

  /** Counts all applied events again: for profiles from before tallies were stored. */
  async function rebuildTally(tx: Tx, userId: string): Promise<BehaviourTally> {
    const applied = (await store.listAllEvents(tx, userId)).filter((event) => event.applied && event.weighs);
    return addEvents(emptyTally(), await openEvents(tx, userId, applied));
  }

  return { applyEvents, findTally };
}
