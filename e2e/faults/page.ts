import { AsyncLocalStorage } from 'node:async_hooks';
import type { Message } from '@soulsight/contract/chat';
import {
  conversationQuery,
  deleteMessage,
  inboxQuery,
  pollingInterval,
  threadQuery,
} from '@soulsight/web/features/chat/chat.api';
import { type ChatService, createChatService } from '@soulsight/web/features/chat/chat.service';
import type { Outgoing } from '@soulsight/web/features/chat/delivery/outgoing.store';
import { configureApi } from '@soulsight/web/lib/api/api';
import { createQueryClient } from '@soulsight/web/lib/api/query-client';
import type { Tab } from '@soulsight/web/lib/browser/tab';
import { createRealtimeClient } from '@soulsight/web/lib/realtime/client';
import type { RealtimeClient } from '@soulsight/web/lib/realtime/client.types';
import type { Clock } from '@soulsight/web/lib/realtime/clock';
import { environmentManager, InfiniteQueryObserver, QueryObserver, timeoutManager } from '@tanstack/react-query';
import { createFaultyLink, type FaultyLink } from './faulty-link.ts';

export interface User {
  id: string;
  token: string;
}

/** The page that is running: several share this process, each with its own token and link. */
interface PageContext {
  token: string;
  fetch: (path: string, init: RequestInit) => Promise<Response>;
}
const pageContext = new AsyncLocalStorage<PageContext>();

/** Lets the test control the pages' HTTP calls and timers. Returns a function that undoes it. */
export function takeOverPages(clock: Clock): () => void {
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init = {}) => {
    const context = pageContext.getStore();
    return context ? context.fetch(String(input), init) : realFetch(input, init);
  };
  configureApi({ token: async () => pageContext.getStore()?.token ?? null });
  environmentManager.setIsServer(() => false);
  timeoutManager.setTimeoutProvider(createTimers(clock));
  return () => {
    globalThis.fetch = realFetch;
  };
}

function createTimers(clock: Clock) {
  const running = new Map<number, () => void>();
  let last = 0;
  function start(callback: () => void, ms: number, repeats: boolean): number {
    last += 1;
    const id = last;
    const bound = AsyncLocalStorage.bind(callback);
    const arm = () =>
      running.set(
        id,
        clock.after(Math.min(ms, 2 ** 31), () => {
          running.delete(id);
          if (repeats) arm();
          bound();
        }),
      );
    arm();
    return id;
  }
  const stop = (id: unknown) => {
    running.get(id as number)?.();
    running.delete(id as number);
  };
  return {
    setTimeout: (callback: () => void, ms: number) => start(callback, ms, false),
    clearTimeout: stop,
    setInterval: (callback: () => void, ms: number) => start(callback, ms, true),
    clearInterval: stop,
  };
}

export interface PageOptions {
  user: User;
  conversationId: string;
  clock: Clock;
  /** For example ws://127.0.0.1:3000. */
  origin: () => string;
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  random: () => number;
}

/** What one device shows of a conversation. */
export interface Shown {
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
}

/** A device with the conversation open: the real client and message store without a user interface. */
export interface Device {
  readonly user: User;
  readonly link: FaultyLink;
  client(): RealtimeClient;
  chat(): ChatService;
  /** Runs `work` in the context of this page. */
  run<T>(work: () => T): T;
  shown(): Shown;
  write(content: string): void;
  /** Marks the newest message of the other user as read, if there is one. */
  read(): void;
  remove(message: Message): Promise<void>;
  /** Reloads the page: browser storage stays, everything else starts over. */
  reload(): void;
  stop(): void;
}

export function createDevice(options: PageOptions): Device {
  const { user, conversationId } = options;
  const link = createFaultyLink((work) => run(work), options.clock.after);
  const storage = memoryStorage();
  const context: PageContext = {
    token: user.token,
    fetch: (path, init) => link.carry(() => options.fetch(path, init)),
  };
  const run = <T>(work: () => T): T => pageContext.run(context, work);
  let page = run(load);

  function load() {
    let isAlive = true;
    const clock: Clock = {
      now: options.clock.now,
      after: (ms, callback) => options.clock.after(ms, () => isAlive && run(callback)),
    };
    const client = createRealtimeClient({
      origin: options.origin,
      clock,
      openSocket: link.openSocket,
      random: options.random,
      uuid: () => crypto.randomUUID(),
      notify: () => {},
    });
    const queries = createQueryClient();
    const chat = createChatService({
      userId: user.id,
      realtime: client,
      queries,
      storage,
      tab: ONLY_TAB,
      clock,
      onQueued() {},
      onConnected() {},
    });
    chat.setOpenConversation(conversationId);
    const stopObserving = observeQueries(queries, client, conversationId);
    client.dispatch({ type: 'signed_in', userId: user.id, token: user.token });
    return {
      client,
      chat,
      stop() {
        isAlive = false;
        chat.stop();
        stopObserving();
        queries.clear();
      },
    };
  }

  const messages = () => page.chat.cache.thread(conversationId)?.messages ?? [];

  return {
    user,
    link,
    client: () => page.client,
    chat: () => page.chat,
    run,
    shown: () => ({ messages: messages(), outgoing: page.chat.outgoing.all() }),
    write: (content) => void run(() => page.chat.sender.send(conversationId, content)),
    read() {
      const last = messages().findLast((message) => message.sender_id !== user.id);
      if (last) run(() => page.chat.markRead(last));
    },
    remove: (message) => run(async () => void (await deleteMessage({ conversationId, id: message.id }))),
    reload() {
      page.stop();
      link.cut();
      page = run(load);
    },
    stop() {
      page.stop();
      link.cut();
    },
  };
}

/** Keeps the queries of an open conversation up to date, as its components do. Returns a function that stops. */
function observeQueries(
  queries: ReturnType<typeof createQueryClient>,
  client: ReturnType<typeof createRealtimeClient>,
  conversationId: string,
): () => void {
  const polling: ReturnType<typeof pollingInterval> = (query) => pollingInterval(client.snapshot().status)(query);
  const observers = [
    new QueryObserver(queries, { ...threadQuery(conversationId), staleTime: 0, refetchInterval: polling }),
    new QueryObserver(queries, { ...conversationQuery(conversationId), refetchInterval: polling }),
    new InfiniteQueryObserver(queries, { ...inboxQuery, refetchInterval: polling }),
  ];
  const stops = observers.map((observer) => observer.subscribe(() => {}));
  // As a component that renders again: without a connection it polls.
  for (const observer of observers) stops.push(client.subscribe(() => observer.setOptions(observer.options as never)));
  return () => {
    for (const stop of stops) stop();
  };
}

const ONLY_TAB: Tab = {
  id: 'tab',
  listOpen: async () => new Set(['tab']),
  onStored: () => () => {},
  onShown: () => () => {},
};

function memoryStorage(): Storage {
  const all = new Map<string, string>();
  return {
    get length() {
      return all.size;
    },
    key: (n) => [...all.keys()][n] ?? null,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
    clear: () => all.clear(),
  };
}
