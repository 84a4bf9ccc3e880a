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
import type { Incoming } from './incoming.ts';
import type { LinkEvent } from './link.ts';
import type { OfflineQueue } from './offline-queue.ts';
import type { QueueStorage } from './queue-storage.ts';
import type { SocketFactory } from './socket.ts';

export type ToastKind = keyof typeof REALTIME_MESSAGES;

/** What the machine needs of the world around it. */
export interface RealtimeDeps {
  /** Such as wss://host. */
  origin: () => string;
  clock: Clock;
  openSocket: SocketFactory;
  /** A number in [0, 1). */
  random: () => number;
  uuid: () => string;
  storage: QueueStorage;
  /** Shows a toast; already throttled. */
  notify: (kind: ToastKind) => void;
  /** Sends a browser event. */
  emit: (name: string, detail: unknown) => void;
}

/** A payload without what every outgoing one gets. */
export type OutgoingPayload<T extends ClientEventType> = Omit<
  ClientPayload<T>,
  'user_id' | 'timestamp' | 'message_type'
> & { message_type?: 'text' };

export interface SendOptions {
  /** The envelope's id; the same id is never under way twice. */
  id?: string;
  priority?: Priority;
}

export interface Sent {
  id: string;
  /** `dropped`: not worth sending later. */
  state: 'sent' | 'queued' | 'dropped';
}

/** What became of an envelope that waits for an answer. */
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

/** What the application tells the machine. */
export type AppEvent = Extract<
  LinkEvent,
  { type: 'signed_in' | 'token_refreshed' | 'signed_out' | 'connect' | 'woken' | 'went_offline' }
>;

export interface RealtimeClient {
  dispatch(event: AppEvent): void;
  subscribe(listener: () => void): () => void;
  snapshot(): ConnectionSnapshot;
  /** Sends now, or keeps it for later when there is no connection. */
  send<T extends ClientEventType>(type: T, payload: OutgoingPayload<T>, options?: SendOptions): Sent;
  /** Calls back on each event of a type; the answer stops it. */
  on<T extends ServerEventType>(type: T, handler: (payload: ServerPayload<T>) => void): () => void;
  /** Calls back when an envelope got its answer or will get none; the answer stops it. */
  onResult(handler: (settlement: DeliveryResult) => void): () => void;
  /** The last envelopes both ways, oldest first. */
  history(): readonly HistoryEntry[];
  queued(): OfflineQueue;
  /** The last latencies in milliseconds, oldest first. */
  latencies(): readonly number[];
}
