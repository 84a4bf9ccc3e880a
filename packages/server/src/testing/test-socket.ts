import { randomUUID } from 'node:crypto';
import { type Envelope, type EventType, socketPath } from '@soulsight/contract/realtime';
import { WebSocket } from 'ws';

const WAIT_MS = 60_000;

/** A realtime socket that queues events until a test takes them. */
export interface TestSocket {
  userId: string;
  /** Sends an event with the fields that every payload needs. Returns its id. */
  send(type: EventType, payload?: Record<string, unknown>): string;
  sendRaw(data: string | Buffer): void;
  /** Takes the next event of a type (that `matches`); waits for it. Rejects after a minute. */
  next(type: EventType, matches?: (event: Envelope) => boolean): Promise<Envelope>;
  /** Sends an event, and waits for its response. */
  request(type: EventType, payload?: Record<string, unknown>): Promise<Envelope>;
  /** Received events that no test has taken. */
  pending(type?: EventType): Envelope[];
  /** Resolves with the close code. */
  closed: Promise<number>;
  close(): Promise<number>;
}

interface Waiter {
  matches: (event: Envelope) => boolean;
  take: (event: Envelope) => void;
}

/** Opens a socket; `next('auth_success')` waits until it is signed in. */
export function openSocket(port: number, user: { id: string; token: string }): TestSocket {
  const url = `ws://127.0.0.1:${port}${socketPath(user.id)}?token=${encodeURIComponent(user.token)}`;
  const socket = new WebSocket(url);
  const events: Envelope[] = [];
  const waiters = new Set<Waiter>();
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as Envelope;
    for (const waiter of waiters) {
      if (!waiter.matches(event)) continue;
      waiters.delete(waiter);
      waiter.take(event);
      return;
    }
    events.push(event);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));

  function take(matches: Waiter['matches'], what: string): Promise<Envelope> {
    const at = events.findIndex(matches);
    if (at >= 0) return Promise.resolve(events.splice(at, 1)[0] as Envelope);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        matches,
        take(event) {
          clearTimeout(timer);
          resolve(event);
        },
      };
      const timer = setTimeout(() => {
        waiters.delete(waiter);
        reject(new Error(`No ${what} was received. Received: ${events.map((e) => e.type).join(', ') || 'nothing'}`));
      }, WAIT_MS);
      waiters.add(waiter);
    });
  }

  function send(type: EventType, payload: Record<string, unknown> = {}): string {
    const id = randomUUID();
    const whole = { user_id: user.id, timestamp: new Date().toISOString(), ...payload };
    socket.send(JSON.stringify({ type, payload: whole, id, priority: 'normal' }));
    return id;
  }

  return {
    userId: user.id,
    send,
    sendRaw: (data) => socket.send(data),
    next: (type, matches = () => true) => take((e) => e.type === type && matches(e), type),
    request(type, payload) {
      const id = send(type, payload);
      return take((e) => e.response_to === id, `answer to ${type}`);
    },
    pending: (type) => events.filter((e) => type === undefined || e.type === type),
    closed,
    close() {
      socket.close(1000);
      return closed;
    },
  };
}
