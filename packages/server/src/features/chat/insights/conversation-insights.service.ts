import type { PairTrustInputs } from '@soulsight/affinity/connection';
import type { ConversationInsights } from '@soulsight/contract/chat';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { listConversationIds } from '../conversations/conversation.store.ts';
import { type Throttle, unthrottled } from '../throttle.ts';
import {
  type ConversationInfo,
  findConversationInfo,
  lockConversationFeatures,
} from './conversation-insights.store.ts';
import {
  type ConversationTally,
  calculateConnection,
  toTrustInput,
  withoutAnalysis,
} from './conversation-tally.rules.ts';
import { calculateTrustLevel, countNewMessages, type InsightsContext, type TrustScores } from './count-messages.ts';
import { calculateInsights } from './insights.rules.ts';
import { readTally, saveTally } from './tally-storage.ts';

/** `trustLevel` and `connection` are percentages; `connection` is null until both have written. */
export type ConversationMeasures = {
  conversation: ConversationInfo;
  tally: ConversationTally;
  connection: number | null;
  trustLevel: number;
  trustScores: TrustScores;
};
/** The same for the reveal: `inputs` has the asking user as `one`. */
export type PairMeasures = { trustLevel: number; connection: number | null; inputs: PairTrustInputs };

/** Numbers about conversations. Messages are counted in the background, never while one is sent, and each one once. */
export interface ConversationInsightsService {
  /** Counts every stored message first; null for an unknown conversation. */
  measure(conversationId: string, throttle?: Throttle): Promise<ConversationMeasures | null>;
  /** As `measure`, from one user's point of view. */
  measurePair(userId: string, conversationId: string): Promise<PairMeasures | null>;
  /** @throws conversation_gone for an unknown conversation. Does not check membership. */
  getInsights(userId: string, conversationId: string): Promise<ConversationInsights>;
  /** Remembers the last message that a member was notified of; false when it was not a newer one. */
  markNotified(tx: Tx, conversationId: string, userId: string, seq: number): Promise<boolean>;
  /** Removes what was read from a user's messages, after consent was withdrawn. */
  eraseAnalysis(tx: Tx, userId: string): Promise<void>;
}

export function createConversationInsightsService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { bgp, profile, trust, match }: Pick<ChatDeps, 'bgp' | 'profile' | 'trust' | 'match'>,
): ConversationInsightsService {
  const ctx: InsightsContext = { db, clock, vault, bgp, profile, trust, match };

  async function measure(conversationId: string, throttle = unthrottled): Promise<ConversationMeasures | null> {
    const conversation = await findConversationInfo(db, conversationId);
    if (!conversation) return null;
    const trustScores = await getTrustScores(conversation, db);
    const tally = await countNewMessages(ctx, conversation, trustScores, throttle);
    const trustLevel = calculateTrustLevel(tally, conversation, trustScores);
    return { conversation, tally, connection: calculateConnection(tally), trustLevel, trustScores };
  }

  async function measurePair(userId: string, conversationId: string): Promise<PairMeasures | null> {
    const measures = await measure(conversationId);
    if (!measures) return null;
    const { conversation, tally, trustLevel, connection } = measures;
    const [first, second] = measures.trustScores;
    const trustScores: TrustScores = conversation.members[0] === userId ? [first, second] : [second, first];
    return { trustLevel, connection, inputs: { ...toTrustInput(tally, userId, conversation), trustScores } };
  }

  async function getInsights(userId: string, conversationId: string): Promise<ConversationInsights> {
    const measures = await measure(conversationId);
    if (!measures) throw new AppError('conversation_gone');
    return calculateInsights(measures.tally, userId, measures);
  }

  async function getTrustScores({ members }: ConversationInfo, handle: Db): Promise<TrustScores> {
    const scores = await trust.getScores(members, handle);
    const [first = 0, second = 0] = members.map((id) => scores.get(id)?.trust_score);
    return [first, second];
  }

  /** Changes the tally under its lock; false when `next` returned the same one. */
  async function updateTally(
    tx: Tx,
    conversationId: string,
    next: (tally: ConversationTally) => ConversationTally,
  ): Promise<boolean> {
    const conversation = await findConversationInfo(tx, conversationId);
    if (!conversation) return false;
    await lockConversationFeatures(tx, conversationId);
    const before = await readTally(vault, tx, conversation);
    const tally = next(before);
    if (tally === before) return false;
    const trustLevel = calculateTrustLevel(tally, conversation, await getTrustScores(conversation, tx));
    await saveTally(ctx, tx, conversation, { tally, trustLevel });
    return true;
  }

  return {
    measure,
    measurePair,
    getInsights,
    markNotified: (tx, conversationId, userId, seq) =>
      updateTally(tx, conversationId, (tally) =>
        (tally.notified[userId] ?? 0) >= seq ? tally : { ...tally, notified: { ...tally.notified, [userId]: seq } },
      ),
    async eraseAnalysis(tx, userId) {
      for (const id of await listConversationIds(tx, userId)) {
        await updateTally(tx, id, (tally) => withoutAnalysis(tally, userId));
      }
    },
  };
}
