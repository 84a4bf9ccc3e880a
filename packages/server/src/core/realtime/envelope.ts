import { randomUUID } from 'node:crypto';
import {
  type Envelope,
  type EventType,
  type Priority,
  SERVER_PAYLOADS,
  type ServerEventType,
  type ServerPayload,
} from '@soulsight/contract/realtime';

const HIGH: ReadonlySet<EventType> = new Set(['message', 'auth_failed', 'auth_expired', 'error', 'reconnect']);
const LOW: ReadonlySet<EventType> = new Set(['typing_start', 'typing_stop', 'user_activity', 'heartbeat_ack']);

function eventPriority(type: EventType): Priority {
  if (HIGH.has(type)) return 'high';
  return LOW.has(type) ? 'low' : 'normal';
}

/** Wraps a payload for a client. The id is random unless one is given. */
export function toEnvelope<T extends ServerEventType>(
  type: T,
  payload: ServerPayload<T>,
  options: { id?: string; responseTo?: string | undefined } = {},
): Envelope {
  const envelope: Envelope = {
    type,
    payload: payload as Record<string, unknown>,
    id: options.id ?? randomUUID(),
    priority: eventPriority(type),
  };
  if (options.responseTo !== undefined) envelope.response_to = options.responseTo;
  return envelope;
}

/** @throws Error where the payload does not match the contract for its type */
export function assertPayload(type: ServerEventType, payload: unknown): void {
  const result = SERVER_PAYLOADS[type].safeParse(payload);
  if (result.success) return;
  const issues = result.error.issues.map((i) => `${i.path.map(String).join('.') || '(whole)'}: ${i.message}`);
  throw new Error(`The event ${type} violates the contract:\n  ${issues.join('\n  ')}`);
}
