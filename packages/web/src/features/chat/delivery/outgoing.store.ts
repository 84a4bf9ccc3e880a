import type { Message } from '@soulsight/contract/chat';
import { DAY_MS } from '@soulsight/contract/time';
import { userSignal } from '../../../lib/api/api.ts';
import { STORAGE_PREFIXES } from '../../../lib/browser/storage.ts';
import type { Tab } from '../../../lib/browser/tab.ts';
import { createEmitter } from '../../../lib/emitter.ts';
import { DATA_ERRORS } from '../../../lib/errors/catalogue.ts';

/** A message that the server has not stored yet, with its temporary id. */
export interface Outgoing {
  /** The client's UUID: sending it twice stores it once. */
  id: string;
  conversationId: string;
  content: string;
  /** ISO 8601. */
  timestamp: string;
  status: Extract<Message['status'], 'sending' | 'failed'>;
  /** It is not on its way, but will be by itself: with the next connection, or after a pause. */
  waiting: boolean;
  /** Why it failed, or why it still waits after it was tried, as a sentence for the user. */
  reason: string | null;
}

/** A message that is on its way. */
export const SENDING = { status: 'sending', waiting: false, reason: null } as const;

/** As it is stored: with the tab that is sending it, or was. */
type Stored = Outgoing & { tab: string };

/** What is stored may come from another version. */
function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const { id, conversationId, content, timestamp, status, reason, tab } = value as Record<string, unknown>;
  const areTexts = [id, conversationId, content, timestamp, tab].every((text) => typeof text === 'string');
  return areTexts && (status === 'sending' || status === 'failed') && (reason === null || typeof reason === 'string');
}

/** Further messages are kept in memory only. */
const STORED_MAX = 200;

/** What was written earlier than this is not sent by itself: the user decides. */
const SENT_BY_ITSELF_MS = DAY_MS;

/** Whether the user has to decide about a message. @param now in milliseconds since 1970 */
export function isTooOld({ timestamp }: Outgoing, now: number): boolean {
  return now - Date.parse(timestamp) >= SENT_BY_ITSELF_MS;
}

/**
 * What a user has written and the server has not stored yet. This is the only place that survives a reload of the page, or the end
 * of its tab: the realtime client's queue is in memory and is filled from here.
 */
export interface OutgoingStore {
  subscribe(listener: () => void): () => void;
  /** The messages of this tab, and those of tabs that were closed before they were sent. The oldest first. */
  all(): readonly Outgoing[];
  /** Adds a message, or moves it to the end. */
  upsert(message: Outgoing): void;
  update(id: string, update: Partial<Outgoing>): void;
  remove(id: string): void;
  /** Removes everything written in a conversation that is closed. */
  removeConversation(conversationId: string): void;
  /** Takes over what closed tabs have left: those that were open when this store was made, too. */
  adopt(): Promise<void>;
  stop(): void;
}

export interface OutgoingStoreOptions {
  userId: string;
  storage: Storage;
  tab: Tab;
  /** In milliseconds since 1970; replaced in tests. */
  now?: () => number;
  /** Messages of closed tabs are in this store now, and those that are `sending` are still to be sent. */
  onAdopted: () => void;
}

/** Each message has a key of its own, so that two tabs never write over each other. */
export function createOutgoingStore({
  userId,
  storage,
  tab,
  now = Date.now,
  onAdopted,
}: OutgoingStoreOptions): OutgoingStore {
  const changes = createEmitter();
  const { toKey, readAll, read, write, erase, signedOut } = createMessageStorage(userId, storage, tab);
  let all: readonly Outgoing[] = readAll()
    .filter((message) => message.tab === tab.id)
    .map(reopen);

  /** A message of a page that is gone: it waits again, unless it was refused or is old. */
  function reopen({ tab: _, ...message }: Stored): Outgoing {
    if (message.status === 'failed') return { ...message, waiting: false };
    if (isTooOld(message, now()))
      return { ...message, status: 'failed', waiting: false, reason: DATA_ERRORS.messageOld };
    return { ...message, ...SENDING, waiting: true };
  }

  function set(next: readonly Outgoing[]): void {
    all = next;
    changes.emit();
  }

  function upsert(message: Outgoing): void {
    write(message);
    set([...all.filter((m) => m.id !== message.id), message]);
  }

  function removeWhere(isGone: (message: Outgoing) => boolean): void {
    const gone = all.filter(isGone);
    for (const { id } of gone) erase(id);
    if (gone.length > 0) set(all.filter((message) => !isGone(message)));
  }

  /** If two tabs do so at once both may send it: its id makes the server store it once. */
  async function adopt(): Promise<void> {
    const open = await tab.listOpen();
    if (signedOut.aborted) return;
    const known = new Set(all.map(({ id }) => id));
    const orphans = readAll().filter((message) => !open.has(message.tab) && !known.has(message.id));
    if (orphans.length === 0) return;
    const adopted = orphans.map(reopen);
    adopted.forEach(write);
    set([...adopted, ...all].toSorted((a, b) => a.timestamp.localeCompare(b.timestamp)));
    onAdopted();
  }

  const stopListening = tab.onStored((key) => {
    // Another tab has sent or removed a message, or shows it now; or the user has signed out there.
    const isGone = ({ id }: Outgoing) => read(toKey(id))?.tab !== tab.id;
    const changed = key === null ? all : all.filter(({ id }) => toKey(id) === key);
    const gone = new Set(changed.filter(isGone));
    if (gone.size > 0) set(all.filter((message) => !gone.has(message)));
  });
  const stopShown = tab.onShown(adopt);
  void adopt();

  return {
    subscribe: changes.subscribe,
    all: () => all,
    upsert,
    update(id, update) {
      const known = all.find((m) => m.id === id);
      if (!known) return;
      const next = { ...known, ...update };
      if ((Object.keys(update) as (keyof Outgoing)[]).every((key) => next[key] === known[key])) return;
      write(next);
      set(all.map((m) => (m.id === id ? next : m)));
    },
    remove: (id) => removeWhere((message) => message.id === id),
    removeConversation: (conversationId) => removeWhere((message) => message.conversationId === conversationId),
    adopt,
    stop() {
      stopListening();
      stopShown();
    },
  };
}

/** The messages in the browser's storage, those of all tabs. Without storage they live as long as the page. */
function createMessageStorage(userId: string, storage: Storage, tab: Tab) {
  const prefix = `${STORAGE_PREFIXES.outgoing}${userId}.`;
  const toKey = (id: string) => prefix + id;
  // Aborted when the user signs out, which empties the storage: nothing is written after that.
  const signedOut = userSignal();

  function readAll(): Stored[] {
    try {
      const keys = Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? '');
      const found = keys.filter((key) => key.startsWith(prefix)).flatMap((key) => read(key) ?? []);
      return found.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
    } catch {
      return [];
    }
  }

  function read(key: string): Stored | null {
    try {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
      return isStored(stored) ? stored : null;
    } catch {
      return null;
    }
  }

  function write(message: Outgoing): void {
    if (signedOut.aborted) return;
    try {
      const key = toKey(message.id);
      if (storage.getItem(key) !== null || readAll().length < STORED_MAX)
        storage.setItem(key, JSON.stringify({ ...message, tab: tab.id } satisfies Stored));
    } catch {
      // Without storage the messages live as long as the page.
    }
  }

  function erase(id: string): void {
    try {
      storage.removeItem(toKey(id));
    } catch {
      // Storage is blocked: nothing is stored.
    }
  }

  return { toKey, readAll, read, write, erase, signedOut };
}
