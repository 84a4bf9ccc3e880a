import { startShared } from '../../../core/shared-work.ts';

/** The most messages of one batch. */
const BATCH_MAX = 1_000;
/** With so few messages on their way, the next batch does not wait for them: while few people write, no message waits for the commit of others. */
const FEW = 8;
/**
 * With more on their way, the next batch waits until it has this many or the others are stored: a message in a small batch costs several
 * times as much. Only a server at its limit ever has this many.
 */
const MANY = 400;
/** A slow commit does not keep the next batch for longer. */
const WAIT_MAX_MS = 10;

export interface SendQueue<T> {
  add(message: T): void;
  /** Messages that no batch has taken yet. */
  size(): number;
  /** Resolves when the queue is empty and every batch is written. */
  idle(): Promise<void>;
}

/** Group commit: what arrives while the database is busy with many messages is the next batch. */
export function createSendQueue<T>({
  atOnce,
  toConversationId,
  run,
}: {
  /** The most batches on their way. */
  atOnce: number;
  toConversationId: (message: T) => string;
  /** Writes a batch. Never rejects. */
  run: (batch: T[]) => Promise<void>;
}): SendQueue<T> {
  let queue: T[] = [];
  const running = new Set<Promise<void>>();
  /** A conversation is in one batch at a time, so that its messages keep their order and no batch waits for another's lock. */
  const busy = new Set<string>();
  let underWay = 0;
  /** Messages in the queue whose conversations are not busy. */
  let ready = 0;
  let isScheduled = false;
  let waiting: NodeJS.Timeout | undefined;

  const isReady = (message: T) => !busy.has(toConversationId(message));

  /** Batches start at the end of a turn of the event loop, with everything that it has read from the sockets. */
  function schedule(): void {
    if (isScheduled || ready === 0 || running.size >= atOnce) return;
    if (underWay > FEW && ready < MANY) waiting ??= startShared(() => setTimeout(startSoon, WAIT_MAX_MS));
    else startSoon();
  }

  function startSoon(): void {
    clearTimeout(waiting);
    waiting = undefined;
    if (isScheduled || ready === 0 || running.size >= atOnce) return;
    isScheduled = true;
    startShared(() =>
      setImmediate(() => {
        isScheduled = false;
        start(takeBatch());
      }),
    );
  }

  function takeBatch(): T[] {
    const batch: T[] = [];
    const rest: T[] = [];
    for (const message of queue) (batch.length < BATCH_MAX && isReady(message) ? batch : rest).push(message);
    queue = rest;
    return batch;
  }

  function start(batch: T[]): void {
    const conversationIds = new Set(batch.map(toConversationId));
    for (const id of conversationIds) busy.add(id);
    underWay += batch.length;
    const done = run(batch).finally(() => {
      running.delete(done);
      underWay -= batch.length;
      for (const id of conversationIds) busy.delete(id);
      countReady();
    });
    running.add(done);
    countReady();
  }

  function countReady(): void {
    ready = queue.reduce((count, message) => count + Number(isReady(message)), 0);
    schedule();
  }

  return {
    add(message) {
      queue.push(message);
      if (!isReady(message)) return;
      ready += 1;
      schedule();
    },
    size: () => queue.length,
    async idle() {
      while (queue.length > 0 || running.size > 0) {
        if (running.size > 0) await Promise.race(running);
        else await new Promise((turn) => setImmediate(turn));
      }
    },
  };
}
