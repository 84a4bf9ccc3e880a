import type { Features } from '../../app/composition.ts';
import type { Db } from '../../core/db/types.ts';
import type { Delivery } from '../../core/realtime/bus.ts';
import { findMatchId, listUnansweredConversations, listUnansweredLikes } from './demo.store.ts';
import type { BotProfile } from './demo-bot.rules.ts';
import type { DemoBots } from './demo-bot.ts';

/** Passes events on to the bots they are addressed to. */
export function createBotEvents(
  db: Db,
  { reveal }: Pick<Features, 'reveal'>,
  { bots, botProfiles }: { bots: DemoBots; botProfiles: ReadonlyMap<string, BotProfile> },
) {
  /** Bots act on realtime events. A like goes to the devices of the user who liked, not to the bot: a like is not announced. */
  function onDelivery({ to, envelope }: Delivery): void {
    const payload = envelope.payload as { match_id?: string; conversation_id?: string; sender_id?: string };
    if (envelope.type === 'match_liked') void answerLikes(to);
    for (const userId of to) {
      if (!botProfiles.has(userId)) continue;
      if (envelope.type === 'match_mutual' && payload.match_id) bots.onMutual(userId, payload.match_id);
      if (envelope.type === 'reveal_request' && payload.match_id) bots.onRevealRequest(userId, payload.match_id);
      if (envelope.type === 'message' && payload.conversation_id && payload.sender_id !== userId)
        void answerMessage(userId, payload.conversation_id);
    }
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
    for (const id of ids) {
      const requests = await reveal.listRequests(id);
      for (const request of requests.filter((r) => r.requester_id !== id)) bots.onRevealRequest(id, request.match_id);
    }
  }

  return { onDelivery, catchUp };
}
