import { type PairTrustInputs, pairTrust } from '@soulsight/affinity/connection';
import { AppError } from '@soulsight/contract/errors';
import type { ServerEventType } from '@soulsight/contract/realtime';
import { REVEAL_STAGES, type RevealRequest, type RevealState } from '@soulsight/contract/reveal';
import type { Core } from '../../core/core.ts';
import { retrying } from '../../core/db/transaction-retry.ts';
import type { Tx } from '../../core/db/types.ts';
import type { ChatService } from '../chat/chat.service.ts';
import { conversationOfMatch } from '../chat/conversations/conversation.store.ts';
import { talkOf } from '../chat/insights/conversation-stats.rules.ts';
import { messageGroup } from '../chat/receipts/receipts.service.ts';
import type { BgpPort } from '../match/match.deps.ts';
import type { MatchService, Pair } from '../match/match.service.ts';
import { lockMatch } from '../match/match.store.ts';
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
  addRequest,
  decideRequest,
  endReveal,
  lastDeclined,
  pendingRequest,
  pendingRequestsOf,
  type RequestRow,
  setStage,
  stageOf,
  summariesOf,
} from './reveal.store.ts';

export type RevealStates = Record<string, { stage: number; trust_level: number; pending: 'none' | 'mine' | 'theirs' }>;

export interface RevealService {
  /** @throws match_gone */
  state(userId: string, matchId: string): Promise<RevealState>;
  /** Asks for the next stage, or accepts the other's open request. @throws reveal_*, match_gone */
  request(userId: string, matchId: string): Promise<RevealState>;
  /** @throws conflict, reveal_*, match_gone */
  accept(userId: string, matchId: string): Promise<RevealState>;
  /** @throws conflict, match_gone */
  decline(userId: string, matchId: string): Promise<RevealState>;
  /** Withdraws one's own request, else closes the last stage. @throws conflict, match_gone */
  stepBack(userId: string, matchId: string): Promise<RevealState>;
  /** Open requests of all matches, one's own and the others'. */
  requests(userId: string): Promise<RevealRequest[]>;
  /** For a client that comes back. */
  states(userId: string): Promise<RevealStates>;
  /** Everything that is open between two closes with their match. */
  endFor(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void>;
}

type Others = {
  match: Pick<MatchService, 'pair'>;
  chat: Pick<ChatService, 'features'>;
  profile: Pick<ProfileService, 'person' | 'nameFor'>;
  notifications: Pick<NotificationsService, 'notify' | 'settleGroup' | 'forgetGroups'>;
  bgp: Pick<BgpPort, 'record'>;
  trust: Pick<TrustService, 'scores' | 'move'>;
};
type Level = { trustLevel: number; inputs: PairTrustInputs; connection: number | null };
/** One step inside its transaction: the locked match as the caller sees it, and how far the reveal is. */
type Step = { tx: Tx; userId: string; pair: Pair; facts: RevealFacts; pending: RequestRow | null; now: Date };

const HOUR_MS = 3_600_000;

/** The staged reveal between two matched people. */
export function createRevealService(
  { db, clock, outbox }: Pick<Core, 'db' | 'clock' | 'outbox'>,
  { match, chat, profile, notifications, bgp, trust }: Others,
): RevealService {
  /** The pair's trust level from everything that stands in their talk by now. */
  async function levelOf(userId: string, { otherId, conversationId }: Pair): Promise<Level> {
    const levels = conversationId ? await chat.features(conversationId) : null;
    if (levels) {
      const scores =
        levels.owner.members[0] === userId
          ? levels.trustScores
          : ([...levels.trustScores].reverse() as [number, number]);
      const inputs = { ...talkOf(levels.talk, userId), trustScores: scores };
      return { trustLevel: levels.trustLevel, inputs, connection: levels.connection };
    }
    const scores = await trust.scores([userId, otherId]);
    const silent = { messages: 0, answered: 0, vulnerable: 0, supported: 0 };
    const of = (id: string) => scores.get(id)?.trust_score ?? 0;
    const inputs = { one: silent, other: silent, activeDays: 0, trustScores: [of(userId), of(otherId)] as const };
    return { trustLevel: pairTrust(inputs), inputs, connection: null };
  }

  async function mutualPair(
    handle: Parameters<MatchService['pair']>[0],
    userId: string,
    matchId: string,
  ): Promise<Pair> {
    const pair = await match.pair(handle, userId, matchId);
    if (!pair.mutual) throw new AppError('match_gone');
    return pair;
  }

  async function state(userId: string, matchId: string): Promise<RevealState> {
    const pair = await mutualPair(db, userId, matchId);
    const { trustLevel, inputs, connection } = await levelOf(userId, pair);
    const { stage, otherId } = pair;
    const next = nextStage(stage, trustLevel);
    const declined = next
      ? await lastDeclined(db, { matchId: pair.match.id, requesterId: userId, stage: next.stage })
      : null;
    const request = await pendingRequest(db, pair.match.id);
    return {
      match_id: pair.match.id,
      reveal_status: REVEAL_STAGES[stage] ?? 'aura',
      stage,
      trust_level: trustLevel,
      next,
      trust_hints: trustHints(trustLevel, inputs),
      request: request && presentRequest(request),
      may_ask_again_at: mayAskAgainAt(declined?.decidedAt ?? null, clock.now())?.toISOString() ?? null,
      emotional_connection_score: connection,
      person: await profile.person(userId, otherId, stage),
    };
  }

  /** Does one step under the lock of the match, by the facts as they stand then. */
  async function step(userId: string, matchId: string, work: (step: Step) => Promise<void>): Promise<RevealState> {
    const { trustLevel } = await levelOf(userId, await mutualPair(db, userId, matchId));
    await retrying(db, async (tx) => {
      await lockMatch(tx, matchId);
      const pair = await mutualPair(tx, userId, matchId);
      const stage = await stageOf(tx, pair.match.id);
      const pending = await pendingRequest(tx, pair.match.id);
      const asked = { matchId: pair.match.id, requesterId: userId, stage: stage + 1 };
      const declinedAt = (await lastDeclined(tx, asked))?.decidedAt ?? null;
      await work({ tx, userId, pair, pending, now: clock.now(), facts: { stage, trustLevel, pending, declinedAt } });
    });
    return await state(userId, matchId);
  }

  async function ask(s: Step): Promise<void> {
    const decision = decideAsk(s.facts, s.userId, s.now);
    if (decision === 'accept') return await open(s);
    if (decision === 'wait') return;
    const { tx, userId, pair, facts, now } = s;
    const matchId = pair.match.id;
    const stage = facts.stage + 1;
    await addRequest(tx, { matchId, requesterId: userId, stage, createdAt: now });
    await tell(s, 'reveal_request', [pair.otherId, userId], stage);
    await notify(
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
  async function open(s: Step): Promise<void> {
    const { tx, userId, pair, facts, pending, now } = s;
    const matchId = pair.match.id;
    const stage = facts.stage + 1;
    if (pending) await decideRequest(tx, pending.id, 'accepted', now);
    await setStage(tx, matchId, stage, now);
    const both = [userId, pair.otherId];
    await tell(s, 'reveal_accepted', [pair.otherId], stage);
    await tell(s, 'reveal_mutual', both, stage);
    await tell(s, 'reveal_stage_update', both, stage);
    // In one order everywhere, so that two pairs never wait for one another.
    for (const id of [...both].sort()) {
      await trust.move(tx, { userId: id, cause: 'reveal_kept', subjectId: `${matchId}:${stage}` });
    }
    await notifications.settleGroup(tx, userId, revealGroup(matchId));
    await notify(
      { ...s, facts: { ...facts, stage } },
      pair.otherId,
      'said yes',
      'A little more of each other is open now.',
    );
  }

  async function decline(s: Step): Promise<void> {
    decideDecline(s.facts, s.userId);
    const { tx, pair, pending, now, facts } = s;
    if (pending) await decideRequest(tx, pending.id, 'declined', now);
    await tell(s, 'reveal_declined', [pair.otherId, s.userId], facts.stage);
    await notifications.settleGroup(tx, s.userId, revealGroup(pair.match.id));
    await notify(
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
    if (pending) await decideRequest(tx, pending.id, 'withdrawn', now);
    await notifications.settleGroup(tx, pair.otherId, revealGroup(pair.match.id));
    if (decision === 'withdraw') return await tell(s, 'reveal_stage_update', both, facts.stage);
    await setStage(tx, pair.match.id, facts.stage - 1, now);
    if (facts.stage === 1) await forgetNames(tx, pair.match.id, both);
    await tell(s, 'reveal_stage_update', both, facts.stage - 1);
  }

  /** The names are closed again: what was told by them goes, from the list and from what is still to be pushed or mailed. */
  async function forgetNames(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void> {
    const conversation = await conversationOfMatch(tx, matchId);
    const groups = [revealGroup(matchId), ...(conversation ? [messageGroup(conversation.id)] : [])];
    for (const userId of userIds) await notifications.forgetGroups(tx, userId, groups);
  }

  type RevealEvent = Extract<ServerEventType, `reveal_${string}`>;
  async function tell({ tx, pair, facts }: Step, type: RevealEvent, to: string[], stage: number): Promise<void> {
    const payload = { match_id: pair.match.id, stage, trust_level: facts.trustLevel };
    await outbox.publish(tx, { to, type, payload });
  }

  /** Names the caller as far as the stage lets the other know them. */
  async function notify({ tx, userId, pair, facts }: Step, to: string, did: string, body: string): Promise<void> {
    const name = await profile.nameFor(to, userId, facts.stage, tx);
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

  async function states(userId: string): Promise<RevealStates> {
    const all = await summariesOf(db, userId);
    return Object.fromEntries(
      all.map(({ matchId, stage, requesterId, trustLevel }) => {
        const pending = requesterId === null ? 'none' : requesterId === userId ? 'mine' : 'theirs';
        return [matchId, { stage, trust_level: trustLevel, pending }] as const;
      }),
    );
  }

  return {
    state,
    request: (userId, matchId) => step(userId, matchId, ask),
    accept: (userId, matchId) =>
      step(userId, matchId, async (s) => {
        decideAccept(s.facts, userId);
        await open(s);
      }),
    decline: (userId, matchId) => step(userId, matchId, decline),
    stepBack: (userId, matchId) => step(userId, matchId, stepBack),
    requests: async (userId) => (await pendingRequestsOf(db, userId)).map(presentRequest),
    states,
    async endFor(tx, matchId, userIds) {
      await endReveal(tx, [matchId], clock.now());
      await forgetNames(tx, matchId, userIds);
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
