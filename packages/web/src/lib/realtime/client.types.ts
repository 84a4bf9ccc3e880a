import type {
  ClientEventType,
  ClientPayload,
  Envelope,
  Priority,
  ServerEventType,
  ServerPayload,
} from '@soulsight/contract/realtime';
import type { REALTIME_MESSAGES } from '../errors/catalogue.ts';
import type { Clock } from './clock.ts';
import type { ConnectionSnapshot } from './connection.ts';
import type { Frame, Incoming } from './incoming.ts';
import type { LinkEvent } from './link.ts';
import type { OfflineQueue } from './offline-queue.ts';
import type { SocketFactory } from './socket.ts';

export type ToastKind = keyof typeof REALTIME_MESSAGES;

/** Everything the client needs from its environment. */
export interface RealtimeDeps {
  /** Such as `wss://host`. */
  origin: () => string;
  clock: Clock;
  openSocket: SocketFactory;
  /** A number in [0, 1). */
  random: () => number;
  uuid: () => string;
  /** Checks every frame against the contract; without it, only its form is checked. */
  keepsContract?: (frame: Frame) => boolean;
  /** Shows a toast; already throttled. */
  notify: (kind: ToastKind) => void;
}

/** A payload without the fields that the client adds to every outgoing one. */
export type OutgoingPayload<T extends ClientEventType> = Omit<
  ClientPayload<T>,
  'user_id' | 'timestamp' | 'message_type'
> & { message_type?: 'text' };

export interface SendOptions {
  /** The envelope's id; an id is never in flight twice. */
  id?: string;
  priority?: Priority;
  /** Sends through the queue, at most ten per second: for many at once. */
  batched?: boolean;
}

export interface Sent {
  id: string;
  /** `dropped`: neither sent nor queued. */
  state: 'sent' | 'queued' | 'dropped';
}

/** The outcome of an envelope that expects an answer. */
export type DeliveryResult = { envelope: Envelope } & (
  | { outcome: 'answered'; answer: Incoming }
  | { outcome: 'refused'; code: string; detail: string }
  | { outcome: 'timeout' }
  | { outcome: 'dropped' }
);

export interface HistoryEntry {
  direction: 'in' | 'out';
  /** Milliseconds since 1970. */
  at: number;
  type: Envelope['type'];
  id: string;
}

/** Events that come from the application. */
export type AppEvent = Extract<
  LinkEvent,
  { type: 'signed_in' | 'token_refreshed' | 'signed_out' | 'connect' | 'wake' | 'went_offline' }
>;

export interface RealtimeClient {
  dispatch(event: AppEvent): void;
  subscribe(listener: () => void): () => void;
  snapshot(): ConnectionSnapshot;
  /** Sends now, or queues until there is a connection. */
  send<T extends ClientEventType>(type: T, payload: OutgoingPayload<T>, options?: SendOptions): Sent;
  /** Neither sends an envelope later nor waits for its answer: what it carried is gone, or arrived another way. */
  withdraw(id: string): void;
  /** Whether an envelope is queued or waits for its answer. */
  holds(id: string): boolean;
  /** Calls back on each event of a type. Returns a function that stops it. */
  on<T extends ServerEventType>(type: T, handler: (payload: ServerPayload<T>) => void): () => void;
  /** Calls back when the user has signed this session out in another tab or on another device. */
  onSignedOutElsewhere(handler: () => void): () => void;
  /** Calls back when an envelope was answered or never will be. Returns a function that stops it. */
  onResult(handler: (result: DeliveryResult) => void): () => void;
  /** The last envelopes in both directions, oldest first. */
  history(): readonly HistoryEntry[];
  queued(): OfflineQueue;
  /** The last latencies in milliseconds, oldest first. */
  latencies(): readonly number[];
}
