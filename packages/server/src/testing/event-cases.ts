import { randomUUID } from 'node:crypto';
import { type ClientEventType, SYNC_TYPES } from '@soulsight/contract/realtime';
import type { Belongings } from './callers.ts';
import { conversationOnly, type Outcomes } from './outcomes.ts';

/** `auth` is not among them: a token that is refused ends the socket. */
export type NamingEvent = Exclude<ClientEventType, 'auth'>;

interface EventCase {
  /** The payload, without the fields that all events have. */
  payload: (its: Belongings) => Record<string, unknown>;
  outcomes: Outcomes;
}

/** Every event that a client may send, as the tests send it: strangers and leaks. */
export const EVENT_CASES: Readonly<Record<NamingEvent, EventCase>> = {
  heartbeat: { payload: () => ({}), outcomes: { stranger: 'ok' } },
  message: {
    payload: ({ conversationId }) => ({ conversation_id: conversationId, content: 'Hi', message_id: randomUUID() }),
    outcomes: conversationOnly,
  },
  typing_start: { payload: ({ conversationId }) => ({ conversation_id: conversationId }), outcomes: conversationOnly },
  typing_stop: { payload: ({ conversationId }) => ({ conversation_id: conversationId }), outcomes: conversationOnly },
  // Receipts of conversations that are not the caller's are dropped silently.
  message_delivered: {
    payload: ({ conversationId }) => ({ delivered: [{ conversation_id: conversationId, seq: 1 }] }),
    outcomes: { stranger: 'ok' },
  },
  message_read: {
    payload: ({ conversationId, messageId }) => ({ conversation_id: conversationId, message_id: messageId }),
    outcomes: conversationOnly,
  },
  state_sync: { payload: () => ({ sync_types: SYNC_TYPES }), outcomes: { stranger: 'ok' } },
};

export const EVENT_TYPES = Object.keys(EVENT_CASES) as NamingEvent[];
