import { pairTrust } from '@soulsight/affinity/connection';
import { type TextFeatures, textEvents, textFeatures } from '@soulsight/affinity/text';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { SeenEvent } from '../../match/match.deps.ts';
import type { ChatOthers } from '../chat.deps.ts';
import { type MessageRow, pageOfMessages } from '../messages/message.store.ts';
import { bound } from '../messages/open-messages.ts';
import { type Pace, unpaced } from '../throttle.ts';
import {
  conversationsOf,
  lockTalk,
  saveTalk,
  type TalkOwner,
  talkOwner,
  talkRow,
} from './conversation-insights.store.ts';
import {
  connectionOf,
  contextFor,
  emptyTalk,
  responseSeconds,
  type TalkState,
  talkOf,
  withMessage,
  withoutAnalysisOf,
} from './conversation-stats.rules.ts';

/** Messages counted in one transaction. */
const COUNTED_AT_ONCE = 40;
/** From this many messages of one's own in a talk that the other also wrote in, a person counts as answering. */
const ANSWERING_FROM_MESSAGES = 3;

/** What a talk amounts to, for the reveal, the insights and the match. */
export type Levels = {
  owner: TalkOwner;
  talk: TalkState;
  connection: number | null;
  trustLevel: number;
  /** In the order of `owner.members`. */
  trustScores: [number, number];
};

export interface TalkService {
  /** The talk with every stored message counted; null for an unknown conversation. */
  levels(conversationId: string, pace?: Pace): Promise<Levels | null>;
  /** Notes what a member was told of, and answers whether it was news. */
  markNotified(tx: Tx, conversationId: string, userId: string, seq: number): Promise<boolean>;
  /** Consent withdrawn: everything read out of a person's messages goes. */
  forget(tx: Tx, userId: string): Promise<void>;
}

type Others = Pick<ChatOthers, 'bgp' | 'profile' | 'trust' | 'match'>;
type Consents = Record<string, boolean>;

/** Counts talks from their stored messages: never on the sender's path, each message once. */
export function createTalkService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  others: Others,
): TalkService {
  async function levels(conversationId: string, pace = unpaced): Promise<Levels | null> {
    const owner = await talkOwner(db, conversationId);
    if (!owner) return null;
    const trustScores = await scoresOf(owner);
    const talk = await caughtUp(owner, trustScores, pace);
    return { owner, talk, connection: connectionOf(talk), trustLevel: levelOf(talk, owner, trustScores), trustScores };
  }

  async function caughtUp(owner: TalkOwner, trustScores: [number, number], pace: Pace): Promise<TalkState> {
    let talk = await stored(db, owner);
    if (talk.uptoSeq >= owner.lastSeq) return talk;
    const consents = await consentsOf(owner);
    while (talk.uptoSeq < owner.lastSeq) {
      const before = talk.uptoSeq;
      talk = await pace(() => db.transaction((tx) => countPage(tx, owner, consents, trustScores)));
      if (talk.uptoSeq === before) return talk;
    }
    return talk;
  }

  /** Counts the next messages, hands what they say of their writers to the profiles, and keeps the sums. */
  async function countPage(
    tx: Tx,
    owner: TalkOwner,
    consents: Consents,
    trustScores: [number, number],
  ): Promise<TalkState> {
    await lockTalk(tx, owner.conversationId);
    let talk = await stored(tx, owner);
    const page = await pageOfMessages(tx, owner.conversationId, { after: talk.uptoSeq, limit: COUNTED_AT_ONCE });
    const texts = await textsOf(tx, page);
    const seen: { userId: string; event: SeenEvent }[] = [];
    for (const [i, message] of page.entries()) {
      const text = texts[i] ?? null;
      const mayRead = text !== null && consents[message.senderId];
      const features = mayRead ? textFeatures(text, contextFor(talk, message.senderId)) : null;
      if (features) seen.push(...eventsOf(talk, message, features));
      talk = withMessage(talk, { seq: message.seq, senderId: message.senderId, at: message.createdAt, features });
    }
    for (const userId of owner.members) {
      const own = seen.filter((one) => one.userId === userId).map(({ event }) => event);
      await others.bgp.recordAll(tx, userId, own);
    }
    await save(tx, owner, talk, trustScores);
    await others.match.connectionMeasured(tx, owner.matchId, connectionOf(talk));
    await rewardAnswers(tx, owner, talk);
    return talk;
  }

  async function rewardAnswers(tx: Tx, { conversationId, members }: TalkOwner, talk: TalkState): Promise<void> {
    const both = members.every((id) => (talk.sides[id]?.messages ?? 0) >= ANSWERING_FROM_MESSAGES);
    if (!both) return;
    for (const userId of members) {
      await others.trust.move(tx, { userId, cause: 'conversation_answered', subjectId: conversationId });
    }
  }

  async function stored(tx: Db, { conversationId, members }: TalkOwner): Promise<TalkState> {
    const row = await talkRow(tx, conversationId);
    if (!row) return emptyTalk(members);
    return await vault.openJson<TalkState>(tx, `conversation:${conversationId}`, row.features, 'talk');
  }

  async function save(tx: Tx, owner: TalkOwner, talk: TalkState, trustScores: [number, number]): Promise<void> {
    const { conversationId } = owner;
    await saveTalk(tx, {
      conversationId,
      features: await vault.seal(tx, `conversation:${conversationId}`, talk, 'talk'),
      uptoSeq: talk.uptoSeq,
      trustLevel: levelOf(talk, owner, trustScores),
      updatedAt: clock.now(),
    });
  }

  async function textsOf(tx: Tx, page: readonly MessageRow[]): Promise<(string | null)[]> {
    const sealedOnes = page.filter((message) => message.content !== null);
    const opened = await vault.openMany(
      tx,
      sealedOnes.map((m) => ({
        owner: `conversation:${m.conversationId}`,
        sealed: m.content as Buffer,
        context: bound(m.id),
      })),
    );
    const byId = new Map(sealedOnes.map((message, i) => [message.id, opened[i] ?? null]));
    return page.map((message) => byId.get(message.id) ?? null);
  }

  async function consentsOf({ members }: TalkOwner): Promise<Consents> {
    const given = await Promise.all(members.map((id) => others.profile.consentsOf(id)));
    return Object.fromEntries(members.map((id, i) => [id, given[i]?.behavioural_analysis ?? false]));
  }

  async function scoresOf({ members }: TalkOwner, handle: Db = db): Promise<[number, number]> {
    const scores = await others.trust.scores(members, handle);
    const [one, other] = members.map((id) => scores.get(id)?.trust_score ?? 0);
    return [one ?? 0, other ?? 0];
  }

  /** Changes the stored sums of a talk under its lock. */
  async function change(tx: Tx, conversationId: string, next: (talk: TalkState) => TalkState): Promise<boolean> {
    const owner = await talkOwner(tx, conversationId);
    if (!owner) return false;
    await lockTalk(tx, conversationId);
    const talk = await stored(tx, owner);
    const changed = next(talk);
    if (changed !== talk) await save(tx, owner, changed, await scoresOf(owner, tx));
    return changed !== talk;
  }

  return {
    levels,
    markNotified: (tx, conversationId, userId, seq) =>
      change(tx, conversationId, (talk) =>
        (talk.notified[userId] ?? 0) >= seq ? talk : { ...talk, notified: { ...talk.notified, [userId]: seq } },
      ),
    async forget(tx, userId) {
      for (const id of await conversationsOf(tx, userId))
        await change(tx, id, (talk) => withoutAnalysisOf(talk, userId));
    },
  };
}

function levelOf(talk: TalkState, { members }: TalkOwner, trustScores: [number, number]): number {
  return pairTrust({ ...talkOf(talk, members[0] ?? ''), trustScores });
}

/** What one message says of its writer, as numbers. */
function eventsOf(
  talk: TalkState,
  message: MessageRow,
  features: TextFeatures,
): { userId: string; event: SeenEvent }[] {
  const { senderId: userId, conversationId: subjectId, createdAt: at } = message;
  const metadata = { ...features, response_time: responseSeconds(talk, userId, at) };
  return textEvents(features, contextFor(talk, userId)).map((type) => ({
    userId,
    event: { type, metadata, subjectId, at },
  }));
}
