import { openFrames } from './frames.ts';
import type { MessageEvents } from './message-events.ts';
import { openXmpp } from './xmpp.ts';

/** The two connected users of a pair. `send` sends as the first (0) or the second (1). */
export interface ConnectedPair {
  send(side: 0 | 1, messageId: string, text: string): void;
  close(): void;
}

export interface BenchUser {
  id: string;
  token: string;
}

export type Conversations =
  | { kind: 'soulsight'; port: number; pairs: { users: [BenchUser, BenchUser]; conversationId: string }[] }
  /** `acknowledges` is false for the bare relay, which stores nothing. */
  | { kind: 'relay'; port: number; pairs: number; acknowledges: boolean }
  | { kind: 'xmpp'; port: number; pairs: number };

export function countPairs(conversations: Conversations): number {
  return typeof conversations.pairs === 'number' ? conversations.pairs : conversations.pairs.length;
}

/** Whether the sender gets an acknowledgement. The XMPP servers send none: they deliver a message after storing it. */
export function acknowledges(conversations: Conversations): boolean {
  return conversations.kind === 'soulsight' || (conversations.kind === 'relay' && conversations.acknowledges);
}

export function openPair(conversations: Conversations, index: number, events: MessageEvents): Promise<ConnectedPair> {
  if (conversations.kind === 'soulsight') return openSoulsightPair(conversations, index, events);
  return conversations.kind === 'relay'
    ? openRelayPair(conversations, index, events)
    : openXmppPair(conversations, index, events);
}

type ServerEvent = {
  type: string;
  response_to?: string;
  payload: { message_id?: string; detail?: string; code?: string };
};

async function openSoulsightPair(
  conversations: Conversations & { kind: 'soulsight' },
  index: number,
  events: MessageEvents,
): Promise<ConnectedPair> {
  const { users, conversationId } = conversations.pairs[index] as (typeof conversations.pairs)[number];
  const sockets = await Promise.all(users.map((user) => openSocket(conversations.port, user, events)));
  return {
    send(side, messageId, content) {
      const payload = {
        conversation_id: conversationId,
        content,
        message_type: 'text',
        message_id: messageId,
        user_id: users[side].id,
        timestamp: new Date().toISOString(),
      };
      sockets[side]?.send(JSON.stringify({ type: 'message', payload, id: messageId, priority: 'high' }));
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

/** Opens a user's socket and resolves once it is signed in. */
export function openSocket(port: number, user: BenchUser, events: MessageEvents, localAddress?: string) {
  return new Promise<{ send(text: string): void; close(): void }>((resolve, reject) => {
    const onText = (text: string) => {
      const event = JSON.parse(text) as ServerEvent;
      if (event.type === 'message') {
        if (event.response_to !== undefined) events.acknowledged(event.response_to);
        else events.received(event.payload.message_id ?? '');
      } else if (event.type === 'auth_success') opened.then(resolve, reject);
      else if (event.type === 'error' || event.type === 'rate_limited' || event.type === 'auth_failed') {
        events.failed(`${event.type}: ${event.payload.code ?? ''} ${event.payload.detail ?? ''}`);
      }
    };
    const path = `/ws/${user.id}?token=${user.token}`;
    const source = localAddress === undefined ? {} : { localAddress };
    const opened = openFrames({ port, path, ...source, onText, onClose: () => events.failed('a socket closed') });
    opened.catch(reject);
  });
}

async function openRelayPair(
  conversations: Conversations & { kind: 'relay' },
  index: number,
  events: MessageEvents,
): Promise<ConnectedPair> {
  const numbers = [index * 2, index * 2 + 1] as const;
  const onText = (text: string) => {
    const { ack, id } = JSON.parse(text) as { ack?: string; id?: string };
    if (ack !== undefined) events.acknowledged(ack);
    else if (id !== undefined) events.received(id);
  };
  const onClose = () => events.failed('a socket closed');
  const sockets = await Promise.all(
    numbers.map((n) => openFrames({ port: conversations.port, path: `/${n}`, onText, onClose })),
  );
  return {
    send: (side, id, content) =>
      sockets[side]?.send(JSON.stringify({ to: numbers[side === 0 ? 1 : 0], from: numbers[side], id, content })),
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

async function openXmppPair(
  conversations: Conversations & { kind: 'xmpp' },
  index: number,
  events: MessageEvents,
): Promise<ConnectedPair> {
  const names = [`p${index}a`, `p${index}b`] as const;
  const sockets = await Promise.all(names.map((name) => openXmpp(conversations.port, name, events)));
  return {
    send: (side, id, text) => sockets[side]?.send(names[side === 0 ? 1 : 0], id, text),
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}
