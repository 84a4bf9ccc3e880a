import { z } from 'zod';
import { endpoint, idParamsSchema, instantSchema, okSchema, pageQuerySchema, uuidSchema } from './endpoint.ts';
import { MESSAGE_MAX_CHARS } from './limits.ts';
import { publicProfileSchema } from './profile.ts';

/** `sent` means committed; `delivered` and `read` follow from the other user's receipts. `sending` and `failed` exist only in the client. */
const MESSAGE_STATUSES = ['sending', 'sent', 'failed', 'delivered', 'read'] as const;

/** The text of a message: something visible, not only white space or invisible characters. */
export const messageTextSchema = z
  .string()
  .min(1)
  .max(MESSAGE_MAX_CHARS)
  .regex(/[^\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u, 'Please write something.');
/** Why the receiver of a message is warned: it asks for money, or offers easy money. */
export const messageCautionSchema = z.literal('money');

export const messageSchema = z.strictObject({
  id: uuidSchema,
  conversation_id: uuidSchema,
  sender_id: uuidSchema,
  /** Empty when deleted. */
  content: z.string(),
  message_type: z.enum(['text']),
  timestamp: instantSchema,
  status: z.enum(MESSAGE_STATUSES),
  /** Number in the conversation, from 1. */
  seq: z.number().int().min(1),
  deleted: z.boolean(),
  /** Only on messages of the other user. */
  caution: messageCautionSchema.optional(),
});
export type Message = z.infer<typeof messageSchema>;

export const conversationSchema = z.strictObject({
  id: uuidSchema,
  match_id: uuidSchema,
  /** Only `active` ones count against the limit. */
  status: z.enum(['active', 'closed']),
  last_message: messageSchema.nullable(),
  updated_at: instantSchema,
  /** Counted to 100. */
  unread: z.number().int().min(0),
  person: publicProfileSchema,
  /** A moderator has suspended the other user: the conversation takes no messages for now. */
  suspended: z.literal(true).optional(),
  /** Absent if the other user hides it. */
  online: z.boolean().optional(),
  /** The numbers of the last messages that the other user has received and read. */
  delivered_seq: z.number().int().min(0),
  read_seq: z.number().int().min(0),
  /** When a message was deleted last; absent if none was. A device that kept messages from before may show it. */
  last_deleted_at: instantSchema.optional(),
});
export type Conversation = z.infer<typeof conversationSchema>;

const sendSchema = z.strictObject({
  content: messageTextSchema,
  message_type: z.literal('text').default('text'),
  /** The client's UUID of the message: sending it twice stores it once. */
  message_id: uuidSchema.optional(),
});

export const conversationInsightsSchema = z.strictObject({
  /** Share of the messages that are the caller's, 0 to 100. */
  balance: z.number().min(0).max(100),
  /** Median minutes to an answer: the caller's and the other's; null with too few answers. */
  pace: z.strictObject({ mine_minutes: z.number().nullable(), theirs_minutes: z.number().nullable() }),
  /** 0 to 100: questions, openness and support on both sides. */
  depth: z.number().min(0).max(100),
  messages: z.number().int(),
  days: z.number().int(),
  emotional_connection_score: z.number().min(0).max(100).nullable(),
  trust_level: z.number().min(0).max(100),
  /** Highlights as sentences, without quotes. */
  highlights: z.array(z.string()),
});
export type ConversationInsights = z.infer<typeof conversationInsightsSchema>;

/** Messages after a number (oldest first) or before one (the newest before it, oldest first); neither: the newest page. */
const messagesQuerySchema = z.strictObject({
  after: z.coerce.number().int().min(0).optional(),
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
const messagesPageSchema = z.strictObject({
  messages: z.array(messageSchema),
  has_more: z.boolean(),
  /** With `after`: deleted messages up to that number, the last deleted first, for clients that were offline. */
  deleted: z.array(z.number().int().min(1)).optional(),
});
const messageParamsSchema = z.strictObject({ id: uuidSchema, messageId: uuidSchema });

export const postConversationStart = endpoint({
  method: 'POST',
  path: '/api/conversations/start',
  summary: 'Start the conversation of a mutual match; returns the existing one if there is one',
  access: 'verified',
  body: z.strictObject({ match_id: uuidSchema }),
  response: z.strictObject({ id: uuidSchema, conversation: conversationSchema }),
  errors: ['conversation_limit', 'conversation_limit_other', 'not_matched', 'match_gone'],
  callsPerMinute: 20,
});
export const postConversationMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/messages',
  summary: 'Send a message',
  access: 'verified',
  params: idParamsSchema,
  body: sendSchema,
  response: messageSchema,
  errors: ['conversation_gone', 'conversation_paused', 'not_matched', 'message_held_back', 'conflict'],
  callsPerMinute: 240,
});
export const getConversationInsights = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/insights',
  summary: 'Insights into a conversation',
  access: 'verified',
  params: idParamsSchema,
  response: z.strictObject({ insights: conversationInsightsSchema }),
  errors: ['conversation_gone'],
});
export const getChatConversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations',
  summary: 'The inbox, newest first',
  access: 'verified',
  query: pageQuerySchema,
  response: z.strictObject({ conversations: z.array(conversationSchema), next_cursor: z.string().nullable() }),
});
export const getChatConversation = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:id',
  summary: 'One conversation',
  access: 'verified',
  params: idParamsSchema,
  response: conversationSchema,
  errors: ['conversation_gone'],
});
export const getChatMessages = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:id/messages',
  summary: 'Messages of a conversation, by number',
  access: 'verified',
  params: idParamsSchema,
  query: messagesQuerySchema,
  response: messagesPageSchema,
  errors: ['conversation_gone'],
});
export const postChatMessage = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/:id/messages',
  summary: 'Send a message',
  access: 'verified',
  params: idParamsSchema,
  body: sendSchema,
  response: messageSchema,
  errors: ['conversation_gone', 'conversation_paused', 'not_matched', 'message_held_back', 'conflict'],
  callsPerMinute: 240,
});
export const postChatMessageRead = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/:id/messages/:messageId/read',
  summary: 'Mark everything up to this message as read',
  access: 'verified',
  params: messageParamsSchema,
  response: okSchema,
  errors: ['conversation_gone', 'not_found'],
});
export const deleteChatMessage = endpoint({
  method: 'DELETE',
  path: '/api/chat/conversations/:id/messages/:messageId',
  summary: 'Delete one of your messages for both users',
  access: 'verified',
  params: messageParamsSchema,
  response: okSchema,
  errors: ['conversation_gone', 'not_found'],
});
export const getChatSearch = endpoint({
  method: 'GET',
  path: '/api/chat/search',
  summary: 'Search in your own conversations',
  access: 'verified',
  query: z.strictObject({ q: z.string().trim().min(2).max(100), conversation_id: uuidSchema.optional() }),
  response: z.strictObject({ messages: z.array(messageSchema) }),
  callsPerMinute: 30,
});

/** The endpoints of this file, by name. */
export const chatEndpoints = {
  postConversationStart,
  postConversationMessage,
  getConversationInsights,
  getChatConversations,
  getChatConversation,
  getChatMessages,
  postChatMessage,
  postChatMessageRead,
  deleteChatMessage,
  getChatSearch,
};
