import { expect, it } from 'vitest';
import { runInBackground } from '../background.ts';
import { createOneAtATime } from './one-at-a-time.ts';

/** Holds the turn until `release`; what is called meanwhile waits. */
function hold(oneAtATime: ReturnType<typeof createOneAtATime>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { done: oneAtATime(() => promise), release: resolve };
}

it('calls go before waiting background work, and each kind keeps its order', async () => {
  const oneAtATime = createOneAtATime();
  const order: string[] = [];
  const call = (name: string) => oneAtATime(async () => void order.push(name));
  const { done, release } = hold(oneAtATime);
  const all = [
    runInBackground(() => call('job 1')),
    call('call 1'),
    runInBackground(() => call('job 2')),
    call('call 2'),
  ];
  expect(order).toEqual([]);
  release();
  await Promise.all([done, ...all]);
  expect(order).toEqual(['call 1', 'call 2', 'job 1', 'job 2']);
});

it('background work has a turn in the end, however many calls there are', async () => {
  const oneAtATime = createOneAtATime();
  const order: string[] = [];
  const { done, release } = hold(oneAtATime);
  const job = runInBackground(() => oneAtATime(async () => void order.push('job')));
  const calls = Array.from({ length: 50 }, () => oneAtATime(async () => void order.push('call')));
  release();
  await Promise.all([done, job, ...calls]);
  expect(order.indexOf('job')).toBe(20);
});

it('what fails makes room for the next', async () => {
  const oneAtATime = createOneAtATime();
  const failed = oneAtATime(async () => {
    throw new Error('no');
  });
  const next = oneAtATime(async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});
