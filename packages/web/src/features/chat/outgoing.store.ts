import type { Message } from '@soulsight/contract/chat';
import { z } from 'zod';
import { createEmitter } from '../../lib/emitter.ts';

/** A message that the server does not have yet, with its temporary id. */
export interface Outgoing {
  /** The client's UUID: sending it twice stores it once. */
  id: string;
  conversationId: string;
  content: string;
  /** ISO 8601. */
  timestamp: string;
  status: Extract<Message['status'], 'sending' | 'failed'>;
  /** It waits for the connection. */
  waiting: boolean;
  /** Why it failed, for a person. */
  reason: string | null;
}

const outgoingSchema = z.array(
  z.object({
    id: z.uuid(),
    conversationId: z.uuid(),
    content: z.string(),
    timestamp: z.string(),
    status: z.enum(['sending', 'failed']),
    waiting: z.boolean(),
    reason: z.string().nullable(),
  }),
);

const storageKey = (userId: string) => `soulsight.outgoing.${userId}`;

/** What one person has written and the server has not taken yet. It outlives a reload of the page. */
export interface OutgoingStore {
  subscribe(listener: () => void): () => void;
  all(): readonly Outgoing[];
  upsert(message: Outgoing): void;
  update(id: string, update: Partial<Outgoing>): void;
  remove(id: string): void;
  /** Forgets what was written in a conversation that is closed. */
  removeConversation(conversationId: string): void;
}

export function createOutgoingStore(userId: string, storage: Storage): OutgoingStore {
  const changes = createEmitter();
  let all: readonly Outgoing[] = load();

  function load(): readonly Outgoing[] {
    try {
      const parsed = outgoingSchema.safeParse(JSON.parse(storage.getItem(storageKey(userId)) ?? '[]'));
      return parsed.success ? parsed.data : [];
    } catch {
      return [];
    }
  }

  function set(next: readonly Outgoing[]): void {
    all = next;
    try {
      if (all.length === 0) storage.removeItem(storageKey(userId));
      else storage.setItem(storageKey(userId), JSON.stringify(all));
    } catch {
      // Without storage it lives as long as the page.
    }
    changes.emit();
  }

  return {
    subscribe: changes.subscribe,
    all: () => all,
    upsert: (message) => set([...all.filter((m) => m.id !== message.id), message]),
    update: (id, update) => set(all.map((m) => (m.id === id ? { ...m, ...update } : m))),
    remove(id) {
      if (all.some((m) => m.id === id)) set(all.filter((m) => m.id !== id));
    },
    removeConversation: (conversationId) => set(all.filter((m) => m.conversationId !== conversationId)),
  };
}
