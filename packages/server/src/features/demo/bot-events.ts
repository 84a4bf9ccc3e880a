import type { EventType } from '@soulsight/contract/realtime';
import type { Features } from '../../app/composition.ts';
import type { Db } from '../../core/db/types.ts';
import type { Delivery } from '../../core/realtime/bus.ts';
import {
  findMatchId,
  listUnansweredConversations,
  listUnansweredIcebreakers,
  listUnansweredLikes,
} from './demo.store.ts';
import type { BotProfile } from './demo-bot.rules.ts';
import type { DemoBots } from './demo-bot.ts';

type EventPayload = { match_id?: string; conversation_id?: string; sender_id?: string };

/** Passes events on to the bots they are addressed to. */
export function createBotEvents(
  db: Db,
  { reveal }: Pick<Features, 'reveal'>,
  { bots, botProfiles }: { bots: DemoBots; botProfiles: ReadonlyMap<string, BotProfile> },
) {
  /** Bots act on realtime events. A like goes to the devices of the user who liked, not to the bot: a like is not announced. */
  function onDelivery({ to, envelope }: Delivery): void {
    const payload = envelope.payload as EventPayload;
    if (envelope.type === 'match_liked') void answerLikes(to);
    for (const userId of to) if (botProfiles.has(userId)) react(userId, envelope.type, payload);
  }

  function react(userId: string, type: EventType, payload: EventPayload): void {
    const { match_id: matchId, conversation_id: conversationId } = payload;
    if (type === 'match_mutual' && matchId) bots.onMutual(userId, matchId);
    if (type === 'reveal_request' && matchId) bots.onRevealRequest(userId, matchId);
    if (type === 'icebreaker_update' && matchId) bots.onIcebreaker(userId, matchId);
    if (type === 'message' && conversationId && payload.sender_id !== userId)
      void answerMessage(userId, conversationId);
  }

  /** Answers the likes that bots received, of some users or of all. */
  async function answerLikes(likedBy?: readonly string[]): Promise<void> {
    for (const like of await listUnansweredLikes(db, [...botProfiles.keys()]).catch(() => []))
      if (likedBy?.includes(like.likedBy) ?? true) bots.onLiked(like.demoId, like.matchId);
  }

  async function answerMessage(userId: string, conversationId: string): Promise<void> {
    const matchId = await findMatchId(db, conversationId).catch(() => null);
    if (matchId) bots.onMessage(userId, conversationId, matchId);
  }

  /** Answers what was left unanswered when the server last stopped. */
  async function catchUp(): Promise<void> {
    const ids = [...botProfiles.keys()];
    await answerLikes();
    for (const { demoId, conversationId, matchId } of await listUnansweredConversations(db, ids))
      bots.onMessage(demoId, conversationId, matchId);
    for (const { demoId, matchId } of await listUnansweredIcebreakers(db, ids)) bots.onIcebreaker(demoId, matchId);
    for (const id of ids) {
      const requests = await reveal.listRequests(id);
      for (const request of requests.filter((r) => r.requester_id !== id)) bots.onRevealRequest(id, request.match_id);
    }
  }

  return { onDelivery, catchUp };
}
