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

it('pauses after a task while the process is busy, until the signal aborts', async () => {
  const controller = new AbortController();
  const throttle = createThrottle()(controller.signal);
  const busy = async () => {
    const until = performance.now() + 60;
    while (performance.now() < until) Math.sqrt(2);
  };
  await throttle(busy);
  const startedAt = performance.now();
  await throttle(async () => {});
  expect(performance.now() - startedAt).toBeGreaterThan(500);
  await throttle(busy);
  const next = throttle(async () => {});
  controller.abort();
  await expect(next).rejects.toThrow();
});

it('unthrottled runs a task at once', async () => {
  expect(await unthrottled(async () => 'done')).toBe('done');
});
