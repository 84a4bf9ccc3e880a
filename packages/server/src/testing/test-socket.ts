import { randomUUID } from 'node:crypto';
import { type Envelope, type EventType, socketPath } from '@soulsight/contract/realtime';
import { WebSocket } from 'ws';

const WAIT_MS = 10_000;

/** A socket as a simple client holds it: it keeps every event until a test takes it. */
export interface TestSocket {
  userId: string;
  /** Sends an event with what every outgoing payload carries. Answers its id. */
  send(type: EventType, payload?: Record<string, unknown>): string;
  sendRaw(data: string | Buffer): void;
  /** The next event of that type (and that fits) that nobody took yet; waits for it. */
  next(type: EventType, matches?: (event: Envelope) => boolean): Promise<Envelope>;
  /** Sends, and waits for the event that answers it. */
  request(type: EventType, payload?: Record<string, unknown>): Promise<Envelope>;
  /** Events that came and nobody took. */
  pending(type?: EventType): Envelope[];
  /** The close code, once it is closed. */
  closed: Promise<number>;
  close(): Promise<number>;
}

interface Waiter {
  matches: (event: Envelope) => boolean;
  take: (event: Envelope) => void;
}

/** Opens a socket; `next('auth_success')` tells that it is signed in. */
export function openSocket(port: number, person: { id: string; token: string }): TestSocket {
  const url = `ws://127.0.0.1:${port}${socketPath(person.id)}?token=${encodeURIComponent(person.token)}`;
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
        reject(new Error(`No ${what} came. Came: ${events.map((e) => e.type).join(', ') || 'nothing'}`));
      }, WAIT_MS);
      waiters.add(waiter);
    });
  }

  function send(type: EventType, payload: Record<string, unknown> = {}): string {
    const id = randomUUID();
    const whole = { user_id: person.id, timestamp: new Date().toISOString(), ...payload };
    socket.send(JSON.stringify({ type, payload: whole, id, priority: 'normal' }));
    return id;
  }

  return {
    userId: person.id,
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
