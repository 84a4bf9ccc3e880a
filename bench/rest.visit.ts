import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Conversation } from '@soulsight/contract/chat';
import { socketPath } from '@soulsight/contract/realtime';
import { MINUTE_MS } from '@soulsight/contract/time';
import { READY_ACCOUNTS_FILE } from '@soulsight/server/features/demo/ready-accounts';
import { WebSocket } from 'ws';
import { buildCall, type Call, type DayUser, findKind, KINDS } from './day/calls.ts';

/** Requests a second of both accounts together, what two people who never rest would make. */
const RATE = 5;
/** A new sign-in, with a new socket and a photo that is uploaded, looked at and deleted again. */
const VISIT_MS = 2 * MINUTE_MS;
const REQUEST_MAX_MS = 30_000;
/** Neither is one of an ordinary minute: a visit signs in by itself, and suggestions are asked for in their place. */
const USED = KINDS.filter((kind) => kind !== 'sign-in');
const PHOTO = readFileSync(path.resolve(import.meta.dirname, '../packages/web/public/screen-wide.png'));

export interface Visit {
  /** How many requests were answered with each status; 0 where no answer came within 30 s. */
  statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** Uses the demo with its two ready accounts: the calls of the benchmark `day`, the wingman, sockets, sign-ins and photos. */
export function visitDemo(port: number, dataDir: string): Visit {
  const origin = `http://127.0.0.1:${port}`;
  const statuses = new Map<number, number>();
  const device = createDevice(origin, (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
  const { free, premium } = JSON.parse(readFileSync(path.join(dataDir, READY_ACCOUNTS_FILE), 'utf8'));
  const accounts: Account[] = [free, premium];
  let isStopped = false;
  const running = Promise.all(accounts.map(visitAs));

  async function visitAs(account: Account): Promise<void> {
    for (let n = 0; !isStopped; ) {
      const { access_token: token, user } = await device.signIn(account);
      const socket = new WebSocket(`${origin.replace('http', 'ws')}${socketPath(user.id)}?token=${token}`);
      socket.on('error', () => {});
      const conversations = await device.listConversations(token);
      await device.uploadPhoto(token);
      for (const until = Date.now() + VISIT_MS; Date.now() < until && !isStopped; n += 1) {
        await act(n, account, token, conversations[n % conversations.length] as Conversation);
        await pause((1_000 * accounts.length) / RATE);
      }
      socket.close();
    }
  }

  async function act(n: number, { id, email }: Account, token: string, conversation: Conversation): Promise<void> {
    const { id: conversationId, match_id: matchId, person } = conversation;
    const user: DayUser = { id, email, token, otherId: person.id, matchId, conversationId };
    await device.request(buildCall(findKind(n, USED), n, user));
    if (n % 20 === 0) await device.get(`/api/wingman/conversations/${conversationId}/suggestions`, token);
  }

  return {
    statuses,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Sends requests and reads their answers to the end; `onAnswer` hears each status. */
function createDevice(origin: string, onAnswer: (status: number) => void) {
  async function call(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(REQUEST_MAX_MS);
    const answer = await fetch(origin + path, { ...init, signal }).catch(() => null);
    onAnswer(answer?.status ?? 0);
    return answer ?? Response.error();
  }

  async function request({ method, path, token, body }: Call): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await call(path, body ? { method, headers, body: JSON.stringify(body) } : { method, headers });
    await answer.arrayBuffer();
  }

  async function get(path: string, token: string): Promise<unknown> {
    const answer = await call(path, { headers: { authorization: `Bearer ${token}` } });
    return answer.ok ? answer.json() : answer.arrayBuffer();
  }

  async function signIn({ email, password }: Account): Promise<{ access_token: string; user: { id: string } }> {
    const headers = { 'content-type': 'application/json' };
    const answer = await call('/api/auth/login', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }

  async function listConversations(token: string): Promise<Conversation[]> {
    const page = (await get('/api/chat/conversations', token)) as { conversations: Conversation[] };
    return page.conversations.filter(({ status }) => status === 'active');
  }

  async function uploadPhoto(token: string): Promise<void> {
    const body = new FormData();
    body.append('photo', new Blob([PHOTO], { type: 'image/png' }), 'photo.png');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await call('/api/user/photos', { method: 'POST', headers, body });
    if (!answer.ok) return;
    const { id, url } = (await answer.json()) as { id: string; url: string };
    await (await call(url, { headers })).arrayBuffer();
    await (await call(`/api/user/photos/${id}`, { method: 'DELETE', headers })).arrayBuffer();
  }

  return { request, get, signIn, listConversations, uploadPhoto };
}

interface Account {
  id: string;
  email: string;
  password: string;
}
