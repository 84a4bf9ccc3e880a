import type { Conversation } from '@soulsight/contract/chat';
import type { Core } from '../../../core/core.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { presentConversation } from '../chat.presenter.ts';
import { decryptMessages } from '../messages/decrypt-messages.ts';
import { type ConversationView, listRestricted } from './conversation.store.ts';

type Context = Pick<Core, 'db' | 'vault' | 'hub' | 'clock'> & Pick<ChatDeps, 'profile'>;

/** Adds the other user's profile at the stage of the reveal, their presence and the last message. */
export async function presentConversations(
  ctx: Context,
  userId: string,
  views: readonly ConversationView[],
): Promise<Conversation[]> {
  const otherIds = views.map(({ me }) => me.otherId);
  const [profiles, online, { suspended, hidingPresence }, lastMessages] = await Promise.all([
    ctx.profile.getPublicProfiles(
      userId,
      views.map(({ me, stage }) => ({ id: me.otherId, stage })),
    ),
    ctx.hub.online(otherIds),
    listRestricted(ctx.db, otherIds, ctx.clock.now()),
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
    const isSuspended = suspended.has(person.id);
    const isOnline = hidingPresence.has(person.id) ? null : online.has(person.id);
    return [presentConversation(view, { last, person, isSuspended, isOnline })];
  });
}
