import { type PairTrustInputs, pairTrust } from '@soulsight/affinity/connection';
import { AppError } from '@soulsight/contract/errors';
import type { ServerEventType } from '@soulsight/contract/realtime';
import type { RevealRequest, RevealState } from '@soulsight/contract/reveal';
import { isFieldVisible, revealStage } from '@soulsight/contract/reveal-stages';
import { HOUR_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import { withTransactionRetry } from '../../core/db/transaction-retry.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { BgpService } from '../bgp/bgp.service.ts';
import type { ChatService } from '../chat/chat.service.ts';
import { lockMatch } from '../match/match.store.ts';
import type { Pair, PairFacts } from '../match/pair-facts.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { TrustService } from '../trust/trust.service.ts';
import {
  decideAccept,
  decideAsk,
  decideDecline,
  decideStepBack,
  mayAskAgainAt,
  nextStage,
  type RevealFacts,
  trustHints,
} from './reveal.rules.ts';
import {
  findLastDeclined,
  findPendingRequest,
  getStage,
  insertRequest,
  listPendingRequests,
  listSummaries,
  type RequestRow,
  resetReveal,
  updateRequestStatus,
  upsertStage,
} from './reveal.store.ts';

export type RevealStates = Record<string, { stage: number; trust_level: number; pending: 'none' | 'mine' | 'theirs' }>;

export interface RevealService {
  /** @throws match_gone */
  getState(userId: string, matchId: string): Promise<RevealState>;
  /** Asks for the next stage, or accepts the other's open request. @throws reveal_*, match_gone */
  request(userId: string, matchId: string): Promise<RevealState>;
  /** @throws conflict, reveal_*, match_gone */
  accept(userId: string, matchId: string): Promise<RevealState>;
  /** @throws conflict, match_gone */
  decline(userId: string, matchId: string): Promise<RevealState>;
  /** Withdraws one's own request, else closes the last stage. @throws conflict, match_gone */
  stepBack(userId: string, matchId: string): Promise<RevealState>;
  /** Open requests of all matches, one's own and the others'. */
  listRequests(userId: string): Promise<RevealRequest[]>;
  /** For a client that comes back. */
  listStates(userId: string): Promise<RevealStates>;
  /** Everything that is open between two closes with their match. */
  endForMatch(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void>;
}

type Others = {
  pairs: Pick<PairFacts, 'getPair'>;
  chat: Pick<ChatService, 'measurePair' | 'deleteMessageNotifications'>;
  profile: Pick<ProfileService, 'getPublicProfile' | 'getDisplayName'>;
  notifications: Pick<NotificationsService, 'notify' | 'markGroupRead' | 'deleteGroups'>;
  bgp: Pick<BgpService, 'record'>;
  trust: Pick<TrustService, 'getScores' | 'applyEvent'>;
};
type Level = { trustLevel: number; inputs: PairTrustInputs; connection: number | null };
/** One step inside its transaction: the locked match as the caller sees it, and how far the reveal is. */
type Step = { tx: Tx; userId: string; pair: Pair; facts: RevealFacts; pending: RequestRow | null; now: Date };

/** The staged reveal between two matched people. */
export function createRevealService(
  { db, clock, outbox }: Pick<Core, 'db' | 'clock' | 'outbox'>,
  { pairs, chat, profile, notifications, bgp, trust }: Others,
): RevealService {
  /** The pair's trust level from everything that stands in their talk by now. */
  async function getTrustLevel(userId: string, { otherId, conversationId }: Pair): Promise<Level> {
    const measured = conversationId ? await chat.measurePair(userId, conversationId) : null;
    if (measured) return measured;
    const scores = await trust.getScores([userId, otherId]);
    const silent = { messages: 0, answered: 0, vulnerable: 0, supported: 0 };
    const of = (id: string) => scores.get(id)?.trust_score ?? 0;
    const inputs = { one: silent, other: silent, activeDays: 0, trustScores: [of(userId), of(otherId)] as const };
    return { trustLevel: pairTrust(inputs), inputs, connection: null };
  }

  async function getMutualPair(handle: Db, userId: string, matchId: string): Promise<Pair> {
    const pair = await pairs.getPair(handle, userId, matchId);
    if (!pair.mutual) throw new AppError('match_gone');
    return pair;
  }

  async function getState(userId: string, matchId: string): Promise<RevealState> {
    const pair = await getMutualPair(db, userId, matchId);
    const { trustLevel, inputs, connection } = await getTrustLevel(userId, pair);
    const { stage, otherId } = pair;
    const next = nextStage(stage, trustLevel);
    const declined = next
      ? await findLastDeclined(db, { matchId: pair.match.id, requesterId: userId, stage: next.stage })
      : null;
    const request = await findPendingRequest(db, pair.match.id);
    return {
      match_id: pair.match.id,
      reveal_status: revealStage(stage).id,
      stage,
      trust_level: trustLevel,
      next,
      trust_hints: trustHints(trustLevel, inputs),
      request: request && presentRequest(request),
      may_ask_again_at: mayAskAgainAt(declined?.decidedAt ?? null, clock.now())?.toISOString() ?? null,
      emotional_connection_score: connection,
      person: await profile.getPublicProfile(userId, otherId, stage),
    };
  }

  /** Does one step under the lock of the match, by the facts as they stand then. */
  async function step(userId: string, matchId: string, work: (step: Step) => Promise<void>): Promise<RevealState> {
    const { trustLevel } = await getTrustLevel(userId, await getMutualPair(db, userId, matchId));
    await withTransactionRetry(db, async (tx) => {
      await lockMatch(tx, matchId);
      const pair = await getMutualPair(tx, userId, matchId);
      const stage = await getStage(tx, pair.match.id);
      const pending = await findPendingRequest(tx, pair.match.id);
      const asked = { matchId: pair.match.id, requesterId: userId, stage: stage + 1 };
      const declinedAt = (await findLastDeclined(tx, asked))?.decidedAt ?? null;
      await work({ tx, userId, pair, pending, now: clock.now(), facts: { stage, trustLevel, pending, declinedAt } });
    });
    return await getState(userId, matchId);
  }

  async function requestStage(s: Step): Promise<void> {
    const decision = decideAsk(s.facts, s.userId, s.now);
    if (decision === 'accept') return await openNextStage(s);
    if (decision === 'wait') return;
    const { tx, userId, pair, facts, now } = s;
    const matchId = pair.match.id;
    const stage = facts.stage + 1;
    await insertRequest(tx, { matchId, requesterId: userId, stage, createdAt: now });
    await publishEvent(s, 'reveal_request', [pair.otherId, userId], stage);
    await notifyOther(
      s,
      pair.otherId,
      'would like to show a little more',
      'You can say yes, or that you would like more time.',
    );
    const since = pair.match.mutualAt ?? now;
    await bgp.record(tx, {
      userId,
      type: 'reveal_requested',
      metadata: { hours_known: Math.max(0, (now.getTime() - since.getTime()) / HOUR_MS), stage },
      subjectId: matchId,
      at: now,
    });
  }

  /** Both said yes: the next stage is open for both. */
  async function openNextStage(s: Step): Promise<void> {
    const { tx, userId, pair, facts, pending, now } = s;
    const matchId = pair.match.id;
    const stage = facts.stage + 1;
    if (pending) await updateRequestStatus(tx, pending.id, 'accepted', now);
    await upsertStage(tx, matchId, stage, now);
    const both = [userId, pair.otherId];
    await publishEvent(s, 'reveal_accepted', [pair.otherId], stage);
    await publishEvent(s, 'reveal_mutual', both, stage);
    await publishEvent(s, 'reveal_stage_update', both, stage);
    // In one order everywhere, so that two pairs never wait for one another.
    for (const id of [...both].sort()) {
      await trust.applyEvent(tx, { userId: id, cause: 'reveal_kept', subjectId: `${matchId}:${stage}` });
    }
    await notifications.markGroupRead(tx, userId, revealGroup(matchId));
    await notifyOther(
      { ...s, facts: { ...facts, stage } },
      pair.otherId,
      'said yes',
      'A little more of each other is open now.',
    );
  }

  async function decline(s: Step): Promise<void> {
    decideDecline(s.facts, s.userId);
    const { tx, pair, pending, now, facts } = s;
    if (pending) await updateRequestStatus(tx, pending.id, 'declined', now);
    await publishEvent(s, 'reveal_declined', [pair.otherId, s.userId], facts.stage);
    await notifications.markGroupRead(tx, s.userId, revealGroup(pair.match.id));
    await notifyOther(
      s,
      pair.otherId,
      'would like a little more time',
      'Nothing is lost: keep talking, and ask again later.',
    );
  }

  async function stepBack(s: Step): Promise<void> {
    const { tx, userId, pair, facts, pending, now } = s;
    const both = [userId, pair.otherId];
    const decision = decideStepBack(facts, userId);
    if (pending) await updateRequestStatus(tx, pending.id, 'withdrawn', now);
    await notifications.markGroupRead(tx, pair.otherId, revealGroup(pair.match.id));
    if (decision === 'withdraw') return await publishEvent(s, 'reveal_stage_update', both, facts.stage);
    await upsertStage(tx, pair.match.id, facts.stage - 1, now);
    if (!isFieldVisible('first_name', facts.stage - 1)) await deleteNameNotifications(tx, pair.match.id, both);
    await publishEvent(s, 'reveal_stage_update', both, facts.stage - 1);
  }

  /** The names are closed again: what was told by them goes, from the list and from what is still to be pushed or mailed. */
  async function deleteNameNotifications(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void> {
    for (const userId of userIds) await notifications.deleteGroups(tx, userId, [revealGroup(matchId)]);
    await chat.deleteMessageNotifications(tx, matchId, userIds);
  }

  type RevealEvent = Extract<ServerEventType, `reveal_${string}`>;
  async function publishEvent(
    { tx, pair, facts }: Step,
    type: RevealEvent,
    to: string[],
    stage: number,
  ): Promise<void> {
    const payload = { match_id: pair.match.id, stage, trust_level: facts.trustLevel };
    await outbox.publish(tx, { to, type, payload });
  }

  /** Names the caller as far as the stage lets the other know them. */
  async function notifyOther({ tx, userId, pair, facts }: Step, to: string, did: string, body: string): Promise<void> {
    const name = await profile.getDisplayName(userId, facts.stage, tx);
    const matchId = pair.match.id;
    await notifications.notify(tx, {
      userId: to,
      kind: 'reveal',
      title: `${name} ${did}`,
      body,
      href: `/reveal/${matchId}`,
      groupKey: revealGroup(matchId),
    });
  }

  async function listStates(userId: string): Promise<RevealStates> {
    const all = await listSummaries(db, userId);
    return Object.fromEntries(
      all.map(({ matchId, stage, requesterId, trustLevel }) => {
        const pending = requesterId === null ? 'none' : requesterId === userId ? 'mine' : 'theirs';
        return [matchId, { stage, trust_level: trustLevel, pending }] as const;
      }),
    );
  }

  return {
    getState,
    request: (userId, matchId) => step(userId, matchId, requestStage),
    accept: (userId, matchId) =>
      step(userId, matchId, async (s) => {
        decideAccept(s.facts, userId);
        await openNextStage(s);
      }),
    decline: (userId, matchId) => step(userId, matchId, decline),
    stepBack: (userId, matchId) => step(userId, matchId, stepBack),
    listRequests: async (userId) => (await listPendingRequests(db, userId)).map(presentRequest),
    listStates,
    async endForMatch(tx, matchId, userIds) {
      await resetReveal(tx, [matchId], clock.now());
      await deleteNameNotifications(tx, matchId, userIds);
    },
  };
}

function revealGroup(matchId: string): string {
  return `reveal:${matchId}`;
}

function presentRequest(row: RequestRow): RevealRequest {
  return {
    id: row.id,
    match_id: row.matchId,
    requester_id: row.requesterId,
    stage: row.stage,
    status: row.status,
    created_at: row.createdAt.toISOString(),
  };
}
