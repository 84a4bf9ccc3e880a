import type { Message } from '@soulsight/contract/chat';
import {
  findResumeSeq,
  hasGapBefore,
  type Thread,
  threadFromPage,
  toMessage,
  withMessages,
} from '@soulsight/web/features/chat/thread.rules';
import { createRealtimeClient } from '@soulsight/web/lib/realtime/client';
import { systemClock } from '@soulsight/web/lib/realtime/clock';
import type { SocketLike } from '@soulsight/web/lib/realtime/socket';
import { WebSocket } from 'ws';
import type { Ledger } from './ledger.ts';
import type { Person } from './users.ts';

const TRY_AGAIN_MS = 1_000;
const PAGE = 100;

export interface TalkerOptions {
  person: Person;
  conversationId: string;
  /** A node that answers, as a load balancer chooses it. */
  origin: () => string;
  /** Where the person calls from, as the load balancer says. */
  address: string;
  ledger: Ledger;
}

/** One person at one device: the browser's own live connection and rules of a thread, without a browser. */
export interface Talker {
  write(id: string, content: string): void;
  thread(): Thread;
  isConnected(): boolean;
  stop(): void;
}

export function createTalker({ person, conversationId, origin, address, ledger }: TalkerOptions): Talker {
  const unsent = new Map<string, string>();
  let thread: Thread = threadFromPage({ messages: [], has_more: false });
  let isConnected = false;
  let isStopped = false;
  let isAsking = false;
  let askAgain = false;

  const client = createRealtimeClient({
    origin: () => origin().replace('http', 'ws'),
    clock: systemClock,
    openSocket,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    notify() {},
  });

  client.on('message', (wire) => {
    ledger.frame(wire.message_id, person.id);
    const gap = hasGapBefore(thread, wire.seq);
    hold([toMessage(wire)]);
    if (gap) catchUp();
  });
  client.onResult((settlement) => {
    const { envelope, outcome } = settlement;
    if (envelope.type !== 'message') return;
    if (outcome === 'answered') {
      unsent.delete(envelope.id);
      ledger.acknowledged(envelope.id);
    } else {
      ledger.triedAgain(outcome);
      setTimeout(() => sendAgain(envelope.id), TRY_AGAIN_MS);
    }
  });
  client.subscribe(() => {
    const { status } = client.snapshot();
    const now = status === 'connected';
    if (now && !isConnected) {
      for (const id of unsent.keys()) sendAgain(id);
      catchUp();
    }
    if (!now && isConnected && !isStopped) ledger.lostConnection(person.id);
    isConnected = now;
    // A person would look at the page again.
    if (status === 'error' && !isStopped) setTimeout(() => client.dispatch({ type: 'wake' }), TRY_AGAIN_MS);
  });
  client.dispatch({ type: 'signed_in', userId: person.id, token: person.token });

  function hold(messages: readonly Message[]): void {
    thread = withMessages(thread, messages);
    for (const message of messages) if (message.sender_id !== person.id) ledger.held(message.id);
  }

  function sendAgain(id: string): void {
    const content = unsent.get(id);
    if (content === undefined || isStopped) return;
    client.send('message', { conversation_id: conversationId, content, message_id: id }, { id, priority: 'high' });
  }

  /** Everything after the last number known, until the server has answered it once. */
  function catchUp(): void {
    askAgain = true;
    if (!isAsking) void ask();
  }

  async function ask(): Promise<void> {
    isAsking = true;
    while (askAgain && !isStopped) {
      askAgain = false;
      try {
        while (await nextPage());
        if (isConnected) ledger.caughtUp(person.id);
      } catch {
        askAgain = true;
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
    isAsking = false;
  }

  /** @returns whether there is more */
  async function nextPage(): Promise<boolean> {
    const where = `/api/chat/conversations/${conversationId}/messages?after=${findResumeSeq(thread)}&limit=${PAGE}`;
    const headers = { authorization: `Bearer ${person.token}`, 'x-forwarded-for': address };
    const answer = await fetch(`${origin()}${where}`, { headers });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = (await answer.json()) as { messages: Message[]; has_more: boolean };
    hold(page.messages);
    return page.has_more;
  }

  return {
    write(id, content) {
      unsent.set(id, content);
      ledger.written(id);
      sendAgain(id);
    },
    thread: () => thread,
    isConnected: () => isConnected,
    stop() {
      isStopped = true;
      client.dispatch({ type: 'signed_out' });
    },
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
