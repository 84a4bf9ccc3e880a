import type { Envelope, ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import { createRealtimeClient } from '../lib/realtime/client.ts';
import type { RealtimeDeps, ToastKind } from '../lib/realtime/client.types.ts';
import type { Clock } from '../lib/realtime/clock.ts';
import { keepsContract } from '../lib/realtime/keeps-contract.ts';
import type { SocketLike } from '../lib/realtime/socket.ts';
import { forwardSyncEvents } from '../lib/realtime/sync-events.ts';
import { CONVERSATION_ID, MY_ID, testUuid } from './ids.ts';

/** A clock that stands still until `advance` is called. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): Clock & { advance(ms: number): void } {
  let now = start;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((t) => t !== timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = timers.filter((t) => t.at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((t) => t !== due);
        now = due.at;
        due.callback();
      }
      now = end;
    },
  };
}

/** The server's end of a socket. */
export class FakeSocket implements SocketLike {
  readonly url: string;
  readonly sent: Envelope[] = [];
  closedWith: number | null = null;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  private count = 0;

  constructor(url: string) {
    this.url = url;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Envelope);
  }

  close(code: number): void {
    this.closedWith = code;
  }

  /** Opens the socket and accepts the token. */
  accept(): void {
    this.onopen?.();
    this.serverSends('auth_success', { user_id: MY_ID, session_expires_at: 0 });
  }

  serverSends<T extends ServerEventType>(type: T, payload: ServerPayload<T>, responseTo?: string): void {
    this.count += 1;
    const envelope = { type, payload, id: `s${this.count}`, priority: 'normal', response_to: responseTo };
    this.onmessage?.({ data: JSON.stringify(envelope) });
  }

  serverCloses(code: number, reason = ''): void {
    this.onclose?.({ code, reason });
  }

  sentByType(type: Envelope['type']): Envelope[] {
    return this.sent.filter((envelope) => envelope.type === type);
  }
}

/** A realtime client with a fake clock and fake sockets: nothing happens until the test makes it happen. */
export function fakeRealtime(overrides: Partial<RealtimeDeps> = {}) {
  const clock = fakeClock();
  const sockets: FakeSocket[] = [];
  const toasts: ToastKind[] = [];
  let ids = 0;
  const client = createRealtimeClient({
    keepsContract,
    origin: () => 'wss://test',
    clock,
    openSocket(url) {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    random: () => 0,
    uuid: () => testUuid(++ids),
    notify: (kind) => void toasts.push(kind),
    ...overrides,
  });
  forwardSyncEvents(client);
  const lastSocket = () => sockets.at(-1) as FakeSocket;
  return {
    client,
    clock,
    sockets,
    toasts,
    lastSocket,
    /** Signs in and connects; returns the open socket. */
    connect() {
      client.dispatch({ type: 'signed_in', userId: MY_ID, token: 'token-1' });
      clock.advance(1_000);
      lastSocket().accept();
      return lastSocket();
    },
    sendMessage: (content: string, id: string) =>
      client.send('message', { conversation_id: CONVERSATION_ID, content, message_id: id }, { id, priority: 'high' }),
  };
}
