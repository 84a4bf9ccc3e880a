import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Caller } from '../../core/http/caller.ts';
import type { MatchService } from '../match/match.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { RevealService } from '../reveal/reveal.service.ts';
import type { ChatService } from './chat.service.ts';

type Services = {
  chat: ChatService;
  match: Pick<MatchService, 'listMutualPartners' | 'listStates'>;
  reveal: Pick<RevealService, 'listStates'>;
  profile: Pick<ProfileService, 'getPreferences'>;
};

/** Chat over the socket: messages, typing, read receipts, presence between matched users, and the state for a client that reconnects. */
export function registerChatSocket({ hub }: Pick<Core, 'hub'>, { chat, match, reveal, profile }: Services): void {
  hub.on('message', async ({ caller, connectionId, payload, reply }) => {
    assertVerified(caller);
    const { wire } = await chat.send({
      userId: caller.userId,
      conversationId: payload.conversation_id,
      content: payload.content,
      messageId: payload.message_id,
      except: connectionId,
    });
    reply('message', wire);
  });

  for (const type of ['typing_start', 'typing_stop'] as const) {
    hub.on(type, async ({ caller, payload }) => {
      assertVerified(caller);
      const conversationId = payload.conversation_id.toLowerCase();
      const otherId = await chat.findOtherMember(caller.userId, conversationId);
      if (!otherId) throw new AppError('conversation_gone');
      hub.send([otherId], type, { conversation_id: conversationId, user_id: caller.userId });
    });
  }

  hub.on('message_delivered', ({ caller, payload }) => {
    assertVerified(caller);
    for (const { conversation_id: conversationId, seq } of payload.delivered)
      chat.markDelivered({ userId: caller.userId, conversationId: conversationId.toLowerCase(), seq });
  });

  hub.on('message_read', async ({ caller, payload, reply }) => {
    assertVerified(caller);
    reply('message_read', await chat.markRead(caller.userId, payload.conversation_id, payload.message_id));
  });

  hub.on('state_sync', async ({ caller, payload, reply }) => {
    assertVerified(caller);
    const wanted = new Set(payload.sync_types);
    const [reveal_states, match_states, unread_counts] = await Promise.all([
      wanted.has('reveal_states') ? reveal.listStates(caller.userId) : undefined,
      wanted.has('match_states') ? match.listStates(caller.userId) : undefined,
      wanted.has('unread_counts') ? chat.countUnread(caller.userId) : undefined,
    ]);
    reply('state_sync_response', { reveal_states, match_states, unread_counts });
  });

  hub.onPresence(async (userId, isOnline) => {
    const partners = await match.listMutualPartners(userId);
    if (partners.length === 0 || !(await profile.getPreferences(userId)).show_online) return;
    hub.send(partners, isOnline ? 'user_online' : 'user_offline', { user_id: userId });
  });
}

function assertVerified(caller: Caller): void {
  if (!caller.emailVerified) throw new AppError('email_not_verified');
  if (caller.locked) throw new AppError('account_locked');
}
