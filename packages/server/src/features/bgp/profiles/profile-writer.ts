import { priorState, type TraitState } from '@soulsight/affinity/traits';
import type { Evolution } from '@soulsight/contract/bgp';
import { toUtcDay } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import {
  analysisStatus,
  type Causes,
  combineEvidence,
  describeEvolution,
  fadeBehaviour,
  type Reading,
} from '../bgp.rules.ts';
import type { BgpProfileRow } from '../bgp.store.ts';
import * as store from '../bgp.store.ts';
import { toUserModel } from '../compatibility/user-models.ts';
import type { BgpProfiles } from './bgp-profiles.ts';

const ANALYSIS_CONTEXT = 'bgp_profiles.analysis';

/** A change to a profile; parts that are left out stay as they are. */
export type ProfileChange = {
  behaviour?: { shown: TraitState; matching: TraitState };
  /** Null forgets the last one. */
  reading?: Reading | null;
  /** The encrypted tally from which the behaviour was calculated. */
  tally?: Buffer;
  causes?: Causes;
  /** The cause that the history gives for a changed trait which is not in `causes`. */
  defaultCause: 'questions' | 'analysis' | 'time' | 'more';
  lastActivity?: Date | undefined;
};

/** Writes changed profiles and the history of their traits. */
export function createProfileWriter(
  { clock, vault, outbox }: Pick<Core, 'clock' | 'vault' | 'outbox'>,
  { calculateVectors }: Pick<BgpProfiles, 'calculateVectors'>,
) {
  /** Recalculates the profile from behaviour, answers and the last reading, stores it, and notifies the user's devices. */
  async function save(tx: Tx, row: BgpProfileRow, change: ProfileChange): Promise<void> {
    const { userId } = row;
    const now = clock.now();
    const { shown, matching } = change.behaviour ?? currentBehaviour(row);
    const answers = (await store.listAnswers(tx, userId)).map(({ itemId, answer }) => ({ id: itemId, answer }));
    const reading = change.reading === undefined ? await findReading(tx, row) : change.reading;
    const state = combineEvidence(shown, answers, reading);
    const status = analysisStatus({
      status: change.defaultCause === 'analysis' ? 'complete' : row.analysisStatus,
      events: await store.countWeighing(tx, userId),
      answers: answers.filter(({ answer }) => answer !== null).length,
    });
    // An analysis may have left work, such as a reading by the language model. Only another analysis completes it.
    const isUnfinished = row.analysisStatus === 'complete' && change.defaultCause !== 'analysis' && row.needsAnalysis;
    const behaviour = {
      behaviourMeans: shown.means,
      behaviourVariances: shown.variances,
      matchingMeans: matching.means,
      matchingVariances: matching.variances,
    };
    await store.updateBgpProfile(tx, userId, {
      ...state,
      ...behaviour,
      forgottenAt: now,
      updatedAt: now,
      ...status,
      ...(isUnfinished && { needsAnalysis: true }),
      ...(change.reading && { analysis: await sealReading(tx, userId, change.reading), analysedAt: now }),
      ...(change.reading === null && { analysis: null, analysedAt: null }),
      ...(change.tally && { tally: change.tally }),
      lastActivity: change.lastActivity,
      ...(await calculateVectors(tx, toUserModel({ ...row, ...state, ...behaviour }))),
    });
    await recordEvolution(
      tx,
      userId,
      describeEvolution(row, state, change.causes ?? new Map(), change.defaultCause, now),
    );
    await outbox.publish(tx, { to: [userId], type: 'bgp_update', payload: { needs_refetch: true } });
  }

  /** What behaviour alone says, faded to the present. */
  function currentBehaviour(row: BgpProfileRow): { shown: TraitState; matching: TraitState } {
    const shown = { means: row.behaviourMeans, variances: row.behaviourVariances };
    const matching = { means: row.matchingMeans, variances: row.matchingVariances };
    const now = clock.now();
    return {
      shown: fadeBehaviour(shown, row.forgottenAt, now),
      matching: fadeBehaviour(matching, row.forgottenAt, now, priorState()),
    };
  }

  /** Changes of one trait on one day for the same reason are merged into one entry. */
  async function recordEvolution(tx: Tx, userId: string, changes: readonly Evolution[]): Promise<void> {
    if (changes.length === 0) return;
    const now = clock.now();
    const today = await store.listEvolutionSince(tx, userId, new Date(`${toUtcDay(now)}T00:00:00Z`));
    const added: Evolution[] = [];
    for (const change of changes) {
      const same = today.findLast(({ trait, because }) => trait === change.trait && because === change.because);
      if (!same) added.push(change);
      else if (same.from === change.to) await store.deleteEvolution(tx, same.id);
      else await store.updateEvolution(tx, same.id, change.to, now);
    }
    await store.insertEvolution(
      tx,
      added.map(({ trait, from, to, because }) => ({ userId, trait, from, to, because, at: now })),
    );
  }

  async function sealReading(tx: Tx, userId: string, reading: Reading): Promise<Buffer> {
    return vault.seal(tx, `user:${userId}`, reading, ANALYSIS_CONTEXT);
  }

  /** The last reading by a language model; null when there is none or it cannot be decrypted. */
  async function findReading(db: Db, { userId, analysis }: BgpProfileRow): Promise<Reading | null> {
    if (!analysis) return null;
    return vault.openJson<Reading>(db, `user:${userId}`, analysis, ANALYSIS_CONTEXT).catch(() => null);
  }

  return { save, currentBehaviour, findReading };
}

export type ProfileWriter = ReturnType<typeof createProfileWriter>;
