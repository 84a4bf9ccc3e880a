import { pairTrust } from '@soulsight/affinity/connection';
import { type TextFeatures, textEvents, textFeatures } from '@soulsight/affinity/text';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { SeenEvent } from '../../match/match.deps.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { aad } from '../messages/decrypt-messages.ts';
import { listMessagePage, type MessageRow } from '../messages/message.store.ts';
import { type Throttle, unthrottled } from '../throttle.ts';
import {
  type ConversationInfo,
  findConversationFeatures,
  findConversationInfo,
  listConversationIds,
  lockConversationFeatures,
  upsertConversationFeatures,
} from './conversation-insights.store.ts';
import {
  addMessage,
  type ConversationTally,
  calculateConnection,
  emptyStats,
  responseSeconds,
  textContext,
  toModelInput,
  withoutAnalysis,
} from './conversation-stats.rules.ts';

/** Messages counted in one transaction. */
const COUNT_BATCH = 40;
/** From this many messages of one's own in a talk that the other also wrote in, a person counts as answering. */
const ANSWERING_FROM_MESSAGES = 3;

/** What a talk amounts to, for the reveal, the insights and the match. */
export type ConversationMeasures = {
  owner: ConversationInfo;
  talk: ConversationTally;
  connection: number | null;
  trustLevel: number;
  /** In the order of `owner.members`. */
  trustScores: [number, number];
};

export interface ConversationInsightsService {
  /** The talk with every stored message counted; null for an unknown conversation. */
  measure(conversationId: string, throttle?: Throttle): Promise<ConversationMeasures | null>;
  /** Notes what a member was told of, and answers whether it was news. */
  markNotified(tx: Tx, conversationId: string, userId: string, seq: number): Promise<boolean>;
  /** Consent withdrawn: everything read out of a person's messages goes. */
  eraseAnalysis(tx: Tx, userId: string): Promise<void>;
}

type Others = Pick<ChatDeps, 'bgp' | 'profile' | 'trust' | 'match'>;
type Consents = Record<string, boolean>;

/** Counts talks from their stored messages: never on the sender's path, each message once. */
export function createConversationInsightsService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  others: Others,
): ConversationInsightsService {
  async function measure(conversationId: string, throttle = unthrottled): Promise<ConversationMeasures | null> {
    const owner = await findConversationInfo(db, conversationId);
    if (!owner) return null;
    const trustScores = await getTrustScores(owner);
    const talk = await catchUp(owner, trustScores, throttle);
    return {
      owner,
      talk,
      connection: calculateConnection(talk),
      trustLevel: calculateTrustLevel(talk, owner, trustScores),
      trustScores,
    };
  }

  async function catchUp(
    owner: ConversationInfo,
    trustScores: [number, number],
    throttle: Throttle,
  ): Promise<ConversationTally> {
    let talk = await readStats(db, owner);
    if (talk.uptoSeq >= owner.lastSeq) return talk;
    const consents = await getConsents(owner);
    while (talk.uptoSeq < owner.lastSeq) {
      const before = talk.uptoSeq;
      talk = await throttle(() => db.transaction((tx) => countPage(tx, owner, consents, trustScores)));
      if (talk.uptoSeq === before) return talk;
    }
    return talk;
  }

  /** Counts the next messages, hands what they say of their writers to the profiles, and keeps the sums. */
  async function countPage(
    tx: Tx,
    owner: ConversationInfo,
    consents: Consents,
    trustScores: [number, number],
  ): Promise<ConversationTally> {
    await lockConversationFeatures(tx, owner.conversationId);
    let talk = await readStats(tx, owner);
    const page = await listMessagePage(tx, owner.conversationId, { after: talk.uptoSeq, limit: COUNT_BATCH });
    const texts = await decryptTexts(tx, page);
    const seen: { userId: string; event: SeenEvent }[] = [];
    for (const [i, message] of page.entries()) {
      const text = texts[i] ?? null;
      const mayRead = text !== null && consents[message.senderId];
      const features = mayRead ? textFeatures(text, textContext(talk, message.senderId)) : null;
      if (features) seen.push(...toObservedEvents(talk, message, features));
      talk = addMessage(talk, { seq: message.seq, senderId: message.senderId, at: message.createdAt, features });
    }
    for (const userId of owner.members) {
      const own = seen.filter((one) => one.userId === userId).map(({ event }) => event);
      await others.bgp.recordAll(tx, userId, own);
    }
    await save(tx, owner, talk, trustScores);
    await others.match.updateConnection(tx, owner.matchId, calculateConnection(talk));
    await rewardAnswers(tx, owner, talk);
    return talk;
  }

  async function rewardAnswers(
    tx: Tx,
    { conversationId, members }: ConversationInfo,
    talk: ConversationTally,
  ): Promise<void> {
    const both = members.every((id) => (talk.sides[id]?.messages ?? 0) >= ANSWERING_FROM_MESSAGES);
    if (!both) return;
    for (const userId of members) {
      await others.trust.applyEvent(tx, { userId, cause: 'conversation_answered', subjectId: conversationId });
    }
  }

  async function readStats(tx: Db, { conversationId, members }: ConversationInfo): Promise<ConversationTally> {
    const row = await findConversationFeatures(tx, conversationId);
    if (!row) return emptyStats(members);
    return await vault.openJson<ConversationTally>(tx, `conversation:${conversationId}`, row.features, 'talk');
  }

  async function save(
    tx: Tx,
    owner: ConversationInfo,
    talk: ConversationTally,
    trustScores: [number, number],
  ): Promise<void> {
    const { conversationId } = owner;
    await upsertConversationFeatures(tx, {
      conversationId,
      features: await vault.seal(tx, `conversation:${conversationId}`, talk, 'talk'),
      uptoSeq: talk.uptoSeq,
      trustLevel: calculateTrustLevel(talk, owner, trustScores),
      updatedAt: clock.now(),
    });
  }

  async function decryptTexts(tx: Tx, page: readonly MessageRow[]): Promise<(string | null)[]> {
    const sealedOnes = page.filter((message) => message.content !== null);
    const opened = await vault.openMany(
      tx,
      sealedOnes.map((m) => ({
        owner: `conversation:${m.conversationId}`,
        sealed: m.content as Buffer,
        context: aad(m.id),
      })),
    );
    const byId = new Map(sealedOnes.map((message, i) => [message.id, opened[i] ?? null]));
    return page.map((message) => byId.get(message.id) ?? null);
  }

  async function getConsents({ members }: ConversationInfo): Promise<Consents> {
    const given = await Promise.all(members.map((id) => others.profile.getConsents(id)));
    return Object.fromEntries(members.map((id, i) => [id, given[i]?.behavioural_analysis ?? false]));
  }

  async function getTrustScores({ members }: ConversationInfo, handle: Db = db): Promise<[number, number]> {
    const scores = await others.trust.getScores(members, handle);
    const [one, other] = members.map((id) => scores.get(id)?.trust_score ?? 0);
    return [one ?? 0, other ?? 0];
  }

  /** Changes the stored sums of a talk under its lock. */
  async function change(
    tx: Tx,
    conversationId: string,
    next: (talk: ConversationTally) => ConversationTally,
  ): Promise<boolean> {
    const owner = await findConversationInfo(tx, conversationId);
    if (!owner) return false;
    await lockConversationFeatures(tx, conversationId);
    const talk = await readStats(tx, owner);
    const changed = next(talk);
    if (changed !== talk) await save(tx, owner, changed, await getTrustScores(owner, tx));
    return changed !== talk;
  }

  return {
    measure,
    markNotified: (tx, conversationId, userId, seq) =>
      change(tx, conversationId, (talk) =>
        (talk.notified[userId] ?? 0) >= seq ? talk : { ...talk, notified: { ...talk.notified, [userId]: seq } },
      ),
    async eraseAnalysis(tx, userId) {
      for (const id of await listConversationIds(tx, userId))
        await change(tx, id, (talk) => withoutAnalysis(talk, userId));
    },
  };
}

function calculateTrustLevel(
  talk: ConversationTally,
  { members }: ConversationInfo,
  trustScores: [number, number],
): number {
  return pairTrust({ ...toModelInput(talk, members[0] ?? ''), trustScores });
}

/** What one message says of its writer, as numbers. */
function toObservedEvents(
  talk: ConversationTally,
  message: MessageRow,
  features: TextFeatures,
): { userId: string; event: SeenEvent }[] {
  const { senderId: userId, conversationId: subjectId, createdAt: at } = message;
  const metadata = { ...features, response_time: responseSeconds(talk, userId, at) };
  return textEvents(features, textContext(talk, userId)).map((type) => ({
    userId,
    event: { type, metadata, subjectId, at },
  }));
}
