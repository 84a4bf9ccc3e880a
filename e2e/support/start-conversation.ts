import { postConversationStart } from '@soulsight/contract/chat';
import { postMatchAccept, postMatchFind } from '@soulsight/contract/match';
import type { Api } from './api.ts';

/** Two users whom only each other fits find and accept each other, and start a conversation. */
export async function startConversation(one: Api, other: Api): Promise<{ matchId: string; conversationId: string }> {
  const { id: matchId } = await one.call(postMatchFind);
  await one.call(postMatchAccept, { params: { id: matchId }, body: {} });
  const theirs = await other.call(postMatchFind);
  await other.call(postMatchAccept, { params: { id: theirs.id }, body: {} });
  const { id: conversationId } = await one.call(postConversationStart, { body: { match_id: matchId } });
  return { matchId, conversationId };
}
