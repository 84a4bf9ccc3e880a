import { expect, it } from 'vitest';
import { createThrottle, unthrottled } from './throttle.ts';

function loggedTask(log: string[], name: string) {
  return async () => {
    log.push(`${name} starts`);
    await new Promise((done) => setImmediate(done));
    log.push(`${name} ends`);
    return name;
  };
}

it('runs tasks one after another and returns each result', async () => {
  const throttle = createThrottle()(new AbortController().signal);
  const log: string[] = [];
  const results = await Promise.all([throttle(loggedTask(log, 'one')), throttle(loggedTask(log, 'two'))]);
  expect(results).toEqual(['one', 'two']);
  expect(log).toEqual(['one starts', 'one ends', 'two starts', 'two ends']);
});

it('a task that fails rejects, and does not block the next', async () => {
  const throttle = createThrottle()(new AbortController().signal);
  const failed = throttle(() => Promise.reject(new Error('no')));
  const next = throttle(async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

it('starts nothing after the signal aborts', async () => {
  const controller = new AbortController();
  const throttle = createThrottle()(controller.signal);
  controller.abort();
  await expect(throttle(async () => 'late')).rejects.toThrow();
});

it('pauses before the next task while the process is busy, twenty times as long as a task took, at most two seconds', async () => {
  let now = 0;
  let isBusy = true;
  const pauses: number[] = [];
  const throttle = createThrottle({
    now: () => now,
    isBusy: () => isBusy,
    pause: async (ms) => void pauses.push(ms),
  })(new AbortController().signal);
  const task = (ms: number) => async () => {
    now += ms;
  };
  await throttle(task(10));
  await throttle(task(500));
  isBusy = false;
  await throttle(task(10));
  await throttle(task(0));
  expect(pauses).toEqual([200, 2_000]);
});

it('a pause ends when the signal aborts', async () => {
  const controller = new AbortController();
  const throttle = createThrottle({ isBusy: () => true })(controller.signal);
  await throttle(async () => {});
  const next = throttle(async () => {});
  controller.abort();
  await expect(next).rejects.toThrow();
});

it('unthrottled runs a task at once', async () => {
  expect(await unthrottled(async () => 'done')).toBe('done');
});
