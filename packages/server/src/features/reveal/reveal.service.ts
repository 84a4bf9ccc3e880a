import type { RevealRequest, RevealState } from '@soulsight/contract/reveal';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { RevealContext, RevealDeps } from './reveal.deps.ts';
import { presentRequest } from './reveal.presenter.ts';
import {
  listOwnRequests,
  listPendingRequests,
  listSummaries,
  type RevealSummary,
  withdrawRequest,
} from './reveal.store.ts';
import { acceptRequest, declineRequest, requestStage, stepBack } from './reveal-actions.ts';
import { deleteNameNotifications } from './reveal-messages.ts';
import { listReady } from './reveal-ready.ts';
import { getRevealState } from './reveal-state.ts';
import { type RevealStep, runRevealStep } from './reveal-step.ts';

/** By match id. */
export type RevealStates = Record<string, { stage: number; trust_level: number; pending: 'none' | 'mine' | 'theirs' }>;

/** The staged reveal between two matched users. */
export interface RevealService {
  /** @throws match_gone */
  getState(userId: string, matchId: string): Promise<RevealState>;
  /** Asks for a stage, or accepts the other user's request for it; without a stage, only asks. @throws reveal_*, match_gone */
  request(userId: string, matchId: string, stage?: number): Promise<RevealState>;
  /** @throws conflict, reveal_*, match_gone */
  accept(userId: string, matchId: string, stage: number): Promise<RevealState>;
  /** @throws conflict, match_gone */
  decline(userId: string, matchId: string, stage: number): Promise<RevealState>;
  /** Withdraws the caller's own request for the stage, or closes it. @throws conflict, match_gone */
  stepBack(userId: string, matchId: string, stage: number): Promise<RevealState>;
  /** Open requests in all of a user's matches, sent and received. */
  listRequests(userId: string): Promise<RevealRequest[]>;
  /** The ids of the matches whose next stage the user may ask for now, by the last known trust levels. */
  listReady(userId: string): Promise<string[]>;
  /** For a client that reconnects. */
  listStates(userId: string): Promise<RevealStates>;
  /** Everything stored about the user, for their data export. */
  archive(userId: string): Promise<unknown>;
  /**
   * Withdraws the open request of a match that ends. The stage is kept, though nothing opens by it any more: it says by which name
   * the two knew each other, and what a reporter had seen.
   */
  endForMatch(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void>;
}

export function createRevealService(
  core: Pick<Core, 'db' | 'clock' | 'outbox' | 'jobs'>,
  deps: RevealDeps,
): RevealService {
  const { db, clock, outbox, jobs } = core;
  const ctx: RevealContext = { db, clock, outbox, jobs, ...deps };

  const runAs =
    <S>(action: (ctx: RevealContext, step: RevealStep, stage: S) => Promise<void>) =>
    (userId: string, matchId: string, stage: S) =>
      runRevealStep(ctx, userId, matchId, (step) => action(ctx, step, stage));

  return {
    getState: (userId, matchId) => getRevealState(ctx, userId, matchId),
    request: (userId, matchId, stage) => runAs(requestStage)(userId, matchId, stage),
    accept: runAs(acceptRequest),
    decline: runAs(declineRequest),
    stepBack: runAs(stepBack),
    listRequests: async (userId) => (await listPendingRequests(db, userId)).map(presentRequest),
    listReady: (userId) => listReady(ctx, userId),
    listStates: async (userId) => toRevealStates(await listSummaries(db, userId), userId),
    archive: (userId) => listOwnRequests(db, userId),
    async endForMatch(tx, matchId, userIds) {
      await withdrawRequest(tx, matchId, clock.now());
      await deleteNameNotifications(ctx, tx, { matchId, userIds });
    },
  };
}

function toRevealStates(summaries: readonly RevealSummary[], userId: string): RevealStates {
  return Object.fromEntries(
    summaries.map(({ matchId, stage, requesterId, trustLevel }) => {
      const pending = requesterId === null ? 'none' : requesterId === userId ? 'mine' : 'theirs';
      return [matchId, { stage, trust_level: trustLevel, pending }] as const;
    }),
  );
}
