import { z } from 'zod';
import { messageCautionSchema, messageTextSchema } from './chat.ts';
import { uuidSchema } from './endpoint.ts';
import { NOTIFICATION_KIND_IDS } from './notifications.ts';
import { stageNumberSchema } from './stage-number.ts';

/** Path of the socket; the token is the query parameter `token`. */
export function socketPath(userId: string): string {
  return `/ws/${userId}`;
}

/** Every real-time event type: the specification's full list, `subscription_update` and `icebreaker_update`. */
export const EVENT_TYPES = [
  'auth',
  'auth_success',
  'auth_failed',
  'auth_expired',
  'message',
  'message_delivered',
  'message_read',
  'message_deleted',
  'typing_start',
  'typing_stop',
  'new_match',
  'match_liked',
  'match_mutual',
  'match_passed',
  'match_expired',
  'reveal_request',
  'reveal_accepted',
  'reveal_declined',
  'reveal_mutual',
  'reveal_stage_update',
  'user_online',
  'user_offline',
  'user_activity',
  'unread_messages',
  'pending_matches',
  'bgp_update',
  'bgp_sync',
  'trust_score_update',
  'ai_insight',
  'compatibility_update',
  'notification',
  'notification_read',
  'system_alert',
  'heartbeat',
  'heartbeat_ack',
  'connection_quality',
  'state_sync',
  'state_sync_response',
  'error',
  'reconnect',
  'rate_limited',
  'maintenance',
  'subscription_update',
  'icebreaker_update',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
export const PRIORITIES = ['low', 'normal', 'high'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const ENVELOPE_ID_MAX_CHARS = 64;

/** A socket message in either direction. `response_to` is the `id` of the message that it answers. */
export const envelopeSchema = z.object({
  type: z.enum(EVENT_TYPES),
  payload: z.record(z.string(), z.unknown()).default({}),
  id: z.string().max(ENVELOPE_ID_MAX_CHARS),
  priority: z.enum(PRIORITIES).default('normal'),
  response_to: z.string().max(ENVELOPE_ID_MAX_CHARS).optional(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** Fields of every payload from the client. */
const outgoingFields = { user_id: uuidSchema, timestamp: z.iso.datetime() };

/** Conversations in one `message_delivered` event of a client. */
export const DELIVERED_PER_EVENT_MAX = 100;

export const SYNC_TYPES = ['reveal_states', 'match_states', 'unread_counts'] as const;

/** What a client may send, by type. */
export const CLIENT_PAYLOADS = {
  auth: z.object({ ...outgoingFields, token: z.string().max(8_192) }),
  message: z.object({
    ...outgoingFields,
    conversation_id: uuidSchema,
    content: messageTextSchema,
    message_type: z.literal('text').default('text'),
    message_id: uuidSchema,
  }),
  typing_start: z.object({ ...outgoingFields, conversation_id: uuidSchema }),
  typing_stop: z.object({ ...outgoingFields, conversation_id: uuidSchema }),
  /** The newest message that the device holds, of each conversation: only this makes a message delivered. */
  message_delivered: z.object({
    ...outgoingFields,
    delivered: z
      .array(z.object({ conversation_id: uuidSchema, seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }))
      .min(1)
      .max(DELIVERED_PER_EVENT_MAX),
  }),
  message_read: z.object({ ...outgoingFields, conversation_id: uuidSchema, message_id: uuidSchema }),
  heartbeat: z.object({ ...outgoingFields }),
  state_sync: z.object({ ...outgoingFields, sync_types: z.array(z.enum(SYNC_TYPES)).min(1) }),
} as const satisfies Partial<Record<EventType, z.ZodType>>;
export type ClientEventType = keyof typeof CLIENT_PAYLOADS;

/** A chat message on the socket; `seq` is its number in the conversation, from 1 without gaps. */
const wireMessageSchema = z.object({
  id: uuidSchema,
  message_id: uuidSchema,
  conversation_id: uuidSchema,
  sender_id: uuidSchema,
  content: z.string(),
  message_type: z.string(),
  timestamp: z.iso.datetime(),
  seq: z.number().int().min(1),
  /** For the receiver. */
  caution: messageCautionSchema.optional(),
});

const matchRef = { match_id: uuidSchema };
const revealRef = {
  match_id: uuidSchema,
  stage: stageNumberSchema,
  trust_level: z.number().min(0).max(100),
};
const receiptFields = {
  conversation_id: uuidSchema,
  message_id: uuidSchema,
  user_id: uuidSchema,
  seq: z.number().int(),
  timestamp: z.iso.datetime(),
};

/** What the server sends, by type; the payload of each is checked in development and tests. */
export const SERVER_PAYLOADS = {
  auth_success: z.object({ user_id: uuidSchema, session_expires_at: z.number() }),
  auth_failed: z.object({ detail: z.string() }),
  auth_expired: z.object({ detail: z.string() }),
  /** To the other members and to the sender's other devices; to the sending device as the answer (`response_to`). */
  message: wireMessageSchema,
  message_delivered: z.object(receiptFields),
  message_read: z.object(receiptFields),
  message_deleted: z.object({ conversation_id: uuidSchema, message_id: uuidSchema, seq: z.number().int() }),
  typing_start: z.object({ conversation_id: uuidSchema, user_id: uuidSchema }),
  typing_stop: z.object({ conversation_id: uuidSchema, user_id: uuidSchema }),
  /** A match, or the conversation of one, is new. */
  new_match: z.object(matchRef),
  match_liked: z.object({}),
  match_mutual: z.object(matchRef),
  match_passed: z.object(matchRef),
  match_expired: z.object(matchRef),
  reveal_request: z.object(revealRef),
  reveal_accepted: z.object(revealRef),
  reveal_declined: z.object(revealRef),
  reveal_mutual: z.object(revealRef),
  reveal_stage_update: z.object(revealRef),
  user_online: z.object({ user_id: uuidSchema }),
  user_offline: z.object({ user_id: uuidSchema }),
  user_activity: z.object({ user_id: uuidSchema, conversation_id: uuidSchema }),
  unread_messages: z.object({ total: z.number().int(), conversations: z.record(uuidSchema, z.number().int()) }),
  pending_matches: z.object({ count: z.number().int() }),
  bgp_update: z.object({ needs_refetch: z.literal(true) }),
  bgp_sync: z.object({ needs_refetch: z.literal(true) }),
  trust_score_update: z.object({ trust_score: z.number() }),
  ai_insight: z.object({ match_id: uuidSchema, text: z.string() }),
  compatibility_update: z.object({ match_id: uuidSchema, compatibility_score: z.number() }),
  notification: z.object({
    id: uuidSchema,
    kind: z.enum(NOTIFICATION_KIND_IDS),
    title: z.string(),
    body: z.string(),
    href: z.string(),
    created_at: z.iso.datetime(),
    unread: z.number().int(),
  }),
  notification_read: z.object({ id: uuidSchema.nullable(), unread: z.number().int() }),
  system_alert: z.object({ title: z.string(), detail: z.string() }),
  heartbeat: z.object({}),
  heartbeat_ack: z.object({ timestamp: z.iso.datetime() }),
  connection_quality: z.object({ latency_ms: z.number() }),
  state_sync_response: z.object({
    reveal_states: z
      .record(
        uuidSchema,
        z.object({ stage: stageNumberSchema, trust_level: z.number(), pending: z.enum(['none', 'mine', 'theirs']) }),
      )
      .optional(),
    match_states: z
      .record(
        uuidSchema,
        z.object({ status: z.string(), mutual_match: z.boolean(), conversation_id: uuidSchema.nullable() }),
      )
      .optional(),
    unread_counts: z.record(uuidSchema, z.number().int()).optional(),
  }),
  error: z.object({ code: z.string(), detail: z.string() }),
  reconnect: z.object({ detail: z.string().optional() }),
  rate_limited: z.object({ detail: z.string(), retry_after_ms: z.number().int() }),
  maintenance: z.object({ detail: z.string(), at: z.iso.datetime().nullable() }),
  /** The plan, a card or an invoice changed: on every open page of the user. */
  subscription_update: z.object({ needs_refetch: z.literal(true) }),
  /** One of the two has answered the question that both answer. */
  icebreaker_update: z.object(matchRef),
} as const satisfies Partial<Record<EventType, z.ZodType>>;
export type ServerEventType = keyof typeof SERVER_PAYLOADS;
export type ServerPayload<T extends ServerEventType> = z.input<(typeof SERVER_PAYLOADS)[T]>;
export type ClientPayload<T extends ClientEventType> = z.output<(typeof CLIENT_PAYLOADS)[T]>;

/** WebSocket close codes in use. */
export const CLOSE_CODES = { normal: 1000, goingAway: 1001, policy: 1008, tooBig: 1009, tryAgainLater: 1013 } as const;
/** The reason of a close with 1000 when the user signed the session out, in another tab or on another device. */
export const SIGNED_OUT_REASON = 'signed_out';
/** The `error` code that makes the client close with 1008. */
export const MAX_CONNECTIONS_CODE = 'MAX_CONNECTIONS';
