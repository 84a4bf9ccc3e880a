import {
  deleteChatMessage,
  getChatConversation,
  getChatConversations,
  getChatMessages,
  getChatSearch,
  getConversationInsights,
  postChatMessage,
  postChatMessageRead,
  postConversationMessage,
  postConversationStart,
} from '@soulsight/contract/chat';
import { OK } from '@soulsight/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { type Call, route } from '../../core/http/route.ts';
import type { ChatService } from './chat.service.ts';

/** The two path families, `/api/chat` and `/api/conversations`, call the same service. */
export function registerChatRoutes(app: FastifyInstance, { chat }: { chat: ChatService }): void {
  async function send({ caller, params, body }: Pick<Call<typeof postChatMessage>, 'caller' | 'params' | 'body'>) {
    const { content, message_id: messageId } = body;
    return chat.sendAndPresent({ userId: caller.userId, conversationId: params.id, content, messageId });
  }

  route(app, postConversationStart, async ({ caller, body }) => {
    const conversation = await chat.start(caller.userId, body.match_id);
    return { id: conversation.id, conversation };
  });
  route(app, postConversationMessage, send);
  route(app, postChatMessage, send);
  route(app, getConversationInsights, async ({ caller, params }) => ({
    insights: await chat.getInsights(caller.userId, params.id),
  }));
  route(app, getChatConversations, ({ caller, query }) => chat.list(caller.userId, query));
  route(app, getChatConversation, ({ caller, params }) => chat.get(caller.userId, params.id));
  route(app, getChatMessages, ({ caller, params, query }) => chat.listMessages(caller.userId, params.id, query));
  route(app, postChatMessageRead, async ({ caller, params }) => {
    await chat.markRead(caller.userId, params.id, params.messageId);
    return OK;
  });
  route(app, deleteChatMessage, async ({ caller, params }) => {
    await chat.deleteMessage(caller.userId, params.id, params.messageId);
    return OK;
  });
  route(app, getChatSearch, async ({ caller, query }) => ({
    messages: await chat.search(caller.userId, { q: query.q, conversationId: query.conversation_id }),
  }));
}
