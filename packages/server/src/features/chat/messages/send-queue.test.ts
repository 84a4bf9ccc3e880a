import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSendQueue } from './send-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Message = { conversation: string; n: number };

/** A queue whose batches end when the test says so. */
function startQueue(atOnce = 4) {
  const batches: Message[][] = [];
  const ends: (() => void)[] = [];
  const queue = createSendQueue<Message>({
    atOnce,
    toConversationId: ({ conversation }) => conversation,
    run(batch) {
      batches.push(batch);
      return new Promise((resolve) => ends.push(resolve));
    },
  });
  let count = 0;
  return {
    queue,
    batches,
    sizes: () => batches.map((batch) => batch.length),
    /** Adds messages: each of its own conversation, unless one is named. */
    add(messages: number, conversation?: string) {
      for (let i = 0; i < messages; i += 1) {
        count += 1;
        queue.add({ conversation: conversation ?? `of ${count}`, n: count });
      }
    },
    /** A turn of the event loop. */
    turn: () => vi.advanceTimersByTimeAsync(0),
    async end(batch: number) {
      ends[batch]?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it('while few messages are on their way the next batch does not wait, up to the most batches at once', async () => {
  const { add, turn, sizes, end } = startQueue();
  for (let n = 0; n < 5; n += 1) {
    add(2);
    await turn();
  }
  expect(sizes()).toEqual([2, 2, 2, 2]);
  await end(1);
  expect(sizes()).toEqual([2, 2, 2, 2, 2]);
});

it('with more on their way the next batch waits for more messages, 10 ms and no longer', async () => {
  const { add, turn, sizes } = startQueue();
  add(9);
  await turn();
  add(10);
  await vi.advanceTimersByTimeAsync(9);
  expect(sizes()).toEqual([9]);
  add(5);
  await vi.advanceTimersByTimeAsync(2);
  await turn();
  expect(sizes()).toEqual([9, 15]);
});

it('with more on their way the next batch starts as soon as those are stored', async () => {
  const { add, turn, sizes, end } = startQueue();
  add(9);
  await turn();
  add(399);
  await turn();
  expect(sizes()).toEqual([9]);
  await end(0);
  expect(sizes()).toEqual([9, 399]);
});

it('many messages do not wait, and a batch has at most a thousand', async () => {
  const { add, turn, sizes } = startQueue();
  add(9);
  await turn();
  add(1_100);
  await turn();
  expect(sizes()).toEqual([9, 1_000]);
  await vi.advanceTimersByTimeAsync(11);
  await turn();
  expect(sizes()).toEqual([9, 1_000, 100]);
});

it('a conversation is in one batch at a time, and its messages keep their order', async () => {
  const { queue, add, turn, end, batches } = startQueue();
  add(2, 'mine');
  await turn();
  add(2, 'mine');
  add(1);
  await turn();
  add(1, 'mine');
  const isIdle = vi.fn();
  void queue.idle().then(isIdle);
  await vi.advanceTimersByTimeAsync(5);
  const shown = () => batches.map((batch) => batch.map(({ n }) => n));
  expect(shown()).toEqual([[1, 2], [5]]);
  expect(queue.size()).toBe(3);
  await end(0);
  expect(shown()).toEqual([[1, 2], [5], [3, 4, 6]]);
  await end(1);
  expect(isIdle).not.toHaveBeenCalled();
  await end(2);
  expect(isIdle).toHaveBeenCalledOnce();
});
