import { createRealtimeClient } from '../lib/realtime/client.ts';
import type { RealtimeDeps, ToastKind } from '../lib/realtime/client.types.ts';
import type { Clock } from '../lib/realtime/clock.ts';
import { keepsContract } from '../lib/realtime/keeps-contract.ts';
import { forwardSyncEvents } from '../lib/realtime/sync-events.ts';
import { FakeSocket } from './fake-socket.ts';
import { CONVERSATION_ID, MY_ID, testUuid } from './ids.ts';

/** A clock that moves only when `advance` is called. */
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
