import { openFrames } from './frames.ts';
import type { Heard } from './heard.ts';
import { openXmpp } from './xmpp.ts';

/** Both of a pair on their sockets. `send` lets the first (0) or the second (1) write. */
export interface TalkingPair {
  send(side: 0 | 1, messageId: string, text: string): void;
  close(): void;
}

export interface Person {
  id: string;
  token: string;
}

export type Talks =
  | { kind: 'soulsight'; port: number; pairs: { people: [Person, Person]; conversationId: string }[] }
  /** `acknowledges`: a bare relay stores nothing, and has nothing to acknowledge. */
  | { kind: 'relay'; port: number; pairs: number; acknowledges: boolean }
  | { kind: 'xmpp'; port: number; pairs: number };

export function pairCount(talks: Talks): number {
  return typeof talks.pairs === 'number' ? talks.pairs : talks.pairs.length;
}

/** Whether a message is done when it has come only: what an archive holds is delivered after it was stored there. */
export function acknowledges(talks: Talks): boolean {
  return talks.kind === 'soulsight' || (talks.kind === 'relay' && talks.acknowledges);
}

export function openPair(talks: Talks, index: number, heard: Heard): Promise<TalkingPair> {
  if (talks.kind === 'soulsight') return soulsightPair(talks, index, heard);
  return talks.kind === 'relay' ? relayPair(talks, index, heard) : xmppPair(talks, index, heard);
}

type Event = { type: string; response_to?: string; payload: { message_id?: string; detail?: string; code?: string } };

async function soulsightPair(talks: Talks & { kind: 'soulsight' }, index: number, heard: Heard): Promise<TalkingPair> {
  const { people, conversationId } = talks.pairs[index] as (typeof talks.pairs)[number];
  const sockets = await Promise.all(people.map((person) => openSocket(talks.port, person, heard)));
  return {
    send(side, messageId, content) {
      const payload = {
        conversation_id: conversationId,
        content,
        message_type: 'text',
        message_id: messageId,
        user_id: people[side].id,
        timestamp: new Date().toISOString(),
      };
      sockets[side]?.send(JSON.stringify({ type: 'message', payload, id: messageId, priority: 'high' }));
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

/** A person's socket, once it is signed in. */
export function openSocket(port: number, person: Person, heard: Heard, localAddress?: string) {
  return new Promise<{ send(text: string): void; close(): void }>((resolve, reject) => {
    const onText = (text: string) => {
      const event = JSON.parse(text) as Event;
      if (event.type === 'message') {
        if (event.response_to !== undefined) heard.acknowledged(event.response_to);
        else heard.received(event.payload.message_id ?? '');
      } else if (event.type === 'auth_success') opened.then(resolve, reject);
      else if (event.type === 'error' || event.type === 'rate_limited' || event.type === 'auth_failed') {
        heard.failed(`${event.type}: ${event.payload.code ?? ''} ${event.payload.detail ?? ''}`);
      }
    };
    const path = `/ws/${person.id}?token=${person.token}`;
    const where = localAddress === undefined ? {} : { localAddress };
    const opened = openFrames({ port, path, ...where, onText, onClose: () => heard.failed('a socket was closed') });
    opened.catch(reject);
  });
}

async function relayPair(talks: Talks & { kind: 'relay' }, index: number, heard: Heard): Promise<TalkingPair> {
  const numbers = [index * 2, index * 2 + 1] as const;
  const onText = (text: string) => {
    const { ack, id } = JSON.parse(text) as { ack?: string; id?: string };
    if (ack !== undefined) heard.acknowledged(ack);
    else if (id !== undefined) heard.received(id);
  };
  const onClose = () => heard.failed('a socket was closed');
  const sockets = await Promise.all(
    numbers.map((n) => openFrames({ port: talks.port, path: `/${n}`, onText, onClose })),
  );
  return {
    send: (side, id, content) =>
      sockets[side]?.send(JSON.stringify({ to: numbers[side === 0 ? 1 : 0], from: numbers[side], id, content })),
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

async function xmppPair(talks: Talks & { kind: 'xmpp' }, index: number, heard: Heard): Promise<TalkingPair> {
  const names = [`p${index}a`, `p${index}b`] as const;
  const sockets = await Promise.all(names.map((name) => openXmpp(talks.port, name, heard)));
  return {
    send: (side, id, text) => sockets[side]?.send(names[side === 0 ? 1 : 0], id, text),
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}
