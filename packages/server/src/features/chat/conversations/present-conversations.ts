import type { Conversation } from '@soulsight/contract/chat';
import type { Core } from '../../../core/core.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { presentConversation } from '../chat.presenter.ts';
import { decryptMessages } from '../messages/decrypt-messages.ts';
import { type ConversationView, listHidingPresence, listSuspended } from './conversation.store.ts';

type Context = Pick<Core, 'db' | 'vault' | 'hub' | 'clock'> & Pick<ChatDeps, 'profile'>;

/** Adds the other user's profile at the stage of the reveal, their presence and the last message. */
export async function presentConversations(
  ctx: Context,
  userId: string,
  views: readonly ConversationView[],
): Promise<Conversation[]> {
  const otherIds = views.map(({ me }) => me.otherId);
  const [profiles, online, suspended, lastMessages] = await Promise.all([
    ctx.profile.getPublicProfiles(
      userId,
      views.map(({ me, stage }) => ({ id: me.otherId, stage })),
    ),
    getVisiblePresence(ctx, otherIds),
    listSuspended(ctx.db, otherIds, ctx.clock.now()),
    decryptMessages(
      ctx,
      views.flatMap(({ last }) => (last ? [last] : [])),
    ),
  ]);
  const messageById = new Map(lastMessages.map((message) => [message.id, message]));
  return views.flatMap((view) => {
    const person = profiles.get(view.me.otherId);
    if (!person) return [];
    const last = view.last ? (messageById.get(view.last.id) ?? null) : null;
    const isSuspended = suspended.has(view.me.otherId);
    return [presentConversation(view, { last, person, isSuspended, isOnline: online.get(view.me.otherId) ?? null })];
  });
}

/** Users who hide their presence are not in the map. */
async function getVisiblePresence({ db, hub }: Context, userIds: string[]): Promise<Map<string, boolean>> {
  const online = await hub.online(userIds);
  const hidden = await listHidingPresence(db, userIds);
  return new Map(userIds.filter((id) => !hidden.has(id)).map((id) => [id, online.has(id)]));
}
