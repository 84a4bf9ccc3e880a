import type { Message } from '@soulsight/contract/chat';
import {
  findResumeSeq,
  hasGapBefore,
  type Thread,
  threadFromPage,
  toMessage,
  withMessages,
} from '@soulsight/web/features/chat/thread/thread.rules';
import { createRealtimeClient } from '@soulsight/web/lib/realtime/client';
import { systemClock } from '@soulsight/web/lib/realtime/clock';
import type { SocketLike } from '@soulsight/web/lib/realtime/socket';
import { WebSocket } from 'ws';
import type { Ledger } from './ledger.ts';
import type { User } from './users.ts';

const RETRY_MS = 1_000;
const PAGE = 100;

export interface SoakUserOptions {
  user: User;
  conversationId: string;
  /** The address of a running node, as a load balancer would choose it. */
  origin: () => string;
  /** The client address that the load balancer reports. */
  address: string;
  ledger: Ledger;
}

/** One user with one device: the web application's realtime client and thread rules, without a browser. */
export interface SoakUser {
  write(id: string, content: string): void;
  thread(): Thread;
  isConnected(): boolean;
  stop(): void;
}

export function createSoakUser({ user, conversationId, origin, address, ledger }: SoakUserOptions): SoakUser {
  const unsent = new Map<string, string>();
  let thread: Thread = threadFromPage({ messages: [], has_more: false });
  let isConnected = false;
  let isStopped = false;

  const client = createClient(origin);
  const catchUp = createCatchUp(fetchMissed, () => isStopped);

  client.on('message', (wire) => {
    ledger.frame(wire.message_id, user.id);
    const gap = hasGapBefore(thread, wire.seq);
    addMessages([toMessage(wire)]);
    if (gap) catchUp();
  });
  client.onResult((settlement) => {
    const { envelope, outcome } = settlement;
    if (envelope.type !== 'message') return;
    if (outcome === 'answered') {
      unsent.delete(envelope.id);
      ledger.acknowledged(envelope.id);
    } else {
      ledger.retried(outcome);
      setTimeout(() => resend(envelope.id), RETRY_MS);
    }
  });
  client.subscribe(() => {
    const { status } = client.snapshot();
    const now = status === 'connected';
    if (now && !isConnected) {
      for (const id of unsent.keys()) resend(id);
      catchUp();
    }
    if (!now && isConnected && !isStopped) ledger.lostConnection(user.id);
    isConnected = now;
    // A user would return to the page.
    if (status === 'error' && !isStopped) setTimeout(() => client.dispatch({ type: 'wake' }), RETRY_MS);
  });
  client.dispatch({ type: 'signed_in', userId: user.id, token: user.token });

  function addMessages(messages: readonly Message[]): void {
    thread = withMessages(thread, messages);
    for (const message of messages) if (message.sender_id !== user.id) ledger.delivered(message.id);
  }

  function resend(id: string): void {
    const content = unsent.get(id);
    if (content === undefined || isStopped) return;
    client.send('message', { conversation_id: conversationId, content, message_id: id }, { id, priority: 'high' });
  }

  /** Fetches everything after the last known sequence number. */
  async function fetchMissed(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const page = await fetchPage(origin(), { conversationId, after: findResumeSeq(thread), user, address });
      addMessages(page.messages);
      hasMore = page.has_more;
    }
    if (isConnected) ledger.caughtUp(user.id);
  }

  return {
    write(id, content) {
      unsent.set(id, content);
      ledger.written(id);
      resend(id);
    },
    thread: () => thread,
    isConnected: () => isConnected,
    stop() {
      isStopped = true;
      client.dispatch({ type: 'signed_out' });
    },
  };
}

function createClient(origin: () => string) {
  return createRealtimeClient({
    origin: () => origin().replace('http', 'ws'),
    clock: systemClock,
    openSocket,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    notify() {},
  });
}

/** Returns a function that runs `fetchMissed` until it succeeds, and once more if it was called meanwhile. */
function createCatchUp(fetchMissed: () => Promise<void>, isStopped: () => boolean): () => void {
  let isFetching = false;
  let isStale = false;
  async function run(): Promise<void> {
    isFetching = true;
    while (isStale && !isStopped()) {
      isStale = false;
      try {
        await fetchMissed();
      } catch {
        isStale = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    isFetching = false;
  }
  return () => {
    isStale = true;
    if (!isFetching) void run();
  };
}

function openSocket(url: string): SocketLike {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const like: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: (data) => socket.send(data),
    close: (code) => socket.close(code),
  };
  socket.on('open', () => like.onopen?.());
  socket.on('message', (data) => like.onmessage?.({ data: String(data) }));
  socket.on('close', (code) => like.onclose?.({ code }));
  socket.on('error', () => like.onerror?.());
  return like;
}

interface PageRequest {
  conversationId: string;
  after: number;
  user: User;
  address: string;
}

async function fetchPage(origin: string, { conversationId, after, user, address }: PageRequest) {
  const url = `${origin}/api/chat/conversations/${conversationId}/messages?after=${after}&limit=${PAGE}`;
  const headers = { authorization: `Bearer ${user.token}`, 'x-forwarded-for': address };
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as { messages: Message[]; has_more: boolean };
}
