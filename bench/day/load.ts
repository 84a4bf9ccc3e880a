import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { buildCall, type Call, type DayUser, findKind, type Kind, WITH_PASSWORD } from './calls.ts';

const TICK_MS = 5;
const SETTLE_MS = 10_000;

export interface Sent {
  kind: Kind;
  /** Milliseconds from the time it was due, so that a server that falls behind cannot slow the load down. */
  ms: number;
  /** 0 when the connection failed. */
  status: number;
}

interface Load {
  port: number;
  users: readonly DayUser[];
  /** Requests a second. */
  rate: number;
  seconds: number;
  kinds: readonly Kind[];
  /** The floor has one path for each kind. */
  isFloor?: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Sends requests at a fixed rate, whatever the server does, and resolves to their outcomes. */
export async function runLoad({ port, users, rate, seconds, kinds, isFloor = false }: Load): Promise<Sent[]> {
  const done: Sent[] = [];
  const startedAt = performance.now();
  let sent = 0;
  for (let now = startedAt; now < startedAt + seconds * 1_000; now = performance.now()) {
    for (const due = ((now - startedAt) / 1_000) * rate; sent < due; sent += 1) {
      const kind = findKind(sent, kinds);
      const user = users[sent % (kind === 'sign-in' ? WITH_PASSWORD : users.length)] as DayUser;
      const call = buildCall(kind, sent, user);
      const dueAt = startedAt + (sent / rate) * 1_000;
      const target = isFloor ? { ...call, path: `/${call.kind}` } : call;
      void send(port, target).then((status) => done.push({ kind, ms: performance.now() - dueAt, status }));
    }
    await pause(TICK_MS);
  }
  for (const until = performance.now() + SETTLE_MS; done.length < sent && performance.now() < until; ) await pause(20);
  return [
    ...done,
    ...Array.from({ length: sent - done.length }, () => ({ kind: 'dashboard', ms: SETTLE_MS, status: 0 }) as const),
  ];
}

function send(port: number, { method, path, token, body }: Call): Promise<number> {
  return new Promise((resolve) => {
    const text = body && JSON.stringify(body);
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
    };
    const call = request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', () => resolve(0));
    call.end(text);
  });
}
