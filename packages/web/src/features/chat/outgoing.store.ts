import type { Message } from '@soulsight/contract/chat';
import { createEmitter } from '../../lib/emitter.ts';

/** A message that the server has not stored yet, with its temporary id. */
export interface Outgoing {
  /** The client's UUID: sending it twice stores it once. */
  id: string;
  conversationId: string;
  content: string;
  /** ISO 8601. */
  timestamp: string;
  status: Extract<Message['status'], 'sending' | 'failed'>;
  /** It is queued until there is a connection. */
  waiting: boolean;
  /** Why it failed, as a sentence for the user. */
  reason: string | null;
}

/** What is stored may come from another version. */
function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== 'object' || value === null) return false;
  const { id, conversationId, content, timestamp, status, reason } = value as Record<string, unknown>;
  const areTexts = [id, conversationId, content, timestamp].every((text) => typeof text === 'string');
  return areTexts && (status === 'sending' || status === 'failed') && (reason === null || typeof reason === 'string');
}

const STORAGE_PREFIX = 'soulsight.outgoing.';
const storageKey = (userId: string) => STORAGE_PREFIX + userId;

/** Removes what any user has written and not sent, since another user may sign in next. */
export function clearOutgoing(storage: Storage): void {
  try {
    for (const key of Object.keys(storage)) if (key.startsWith(STORAGE_PREFIX)) storage.removeItem(key);
  } catch {
    // Storage is blocked: nothing is stored.
  }
}

/**
 * What a user has written and the server has not stored yet. This is the only place that survives a reload of the page: the
 * realtime client's queue is in memory and is filled from here.
 */
export interface OutgoingStore {
  subscribe(listener: () => void): () => void;
  all(): readonly Outgoing[];
  upsert(message: Outgoing): void;
  update(id: string, update: Partial<Outgoing>): void;
  remove(id: string): void;
  /** Removes everything written in a conversation that is closed. */
  removeConversation(conversationId: string): void;
}

export function createOutgoingStore(userId: string, storage: Storage): OutgoingStore {
  const changes = createEmitter();
  let all: readonly Outgoing[] = load();

  function load(): readonly Outgoing[] {
    try {
      const stored: unknown = JSON.parse(storage.getItem(storageKey(userId)) ?? '[]');
      const messages = Array.isArray(stored) ? stored.filter(isOutgoing) : [];
      return messages.map((message) => ({ ...message, waiting: message.status === 'sending' }));
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
      // Without storage the messages live as long as the page.
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
