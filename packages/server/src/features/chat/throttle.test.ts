import { expect, it } from 'vitest';
import { createThrottle, unthrottled } from './throttle.ts';

function piece(log: string[], name: string) {
  return async () => {
    log.push(`${name} begins`);
    await new Promise((done) => setImmediate(done));
    log.push(`${name} ends`);
    return name;
  };
}

it('pieces of work go one after another, and each gives its result', async () => {
  const pace = createThrottle()(new AbortController().signal);
  const log: string[] = [];
  const results = await Promise.all([pace(piece(log, 'one')), pace(piece(log, 'two'))]);
  expect(results).toEqual(['one', 'two']);
  expect(log).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it('a piece that fails tells so, and does not hold up the next', async () => {
  const pace = createThrottle()(new AbortController().signal);
  const failed = pace(() => Promise.reject(new Error('no')));
  const next = pace(async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

it('nothing more is begun once the work is to end', async () => {
  const ending = new AbortController();
  const pace = createThrottle()(ending.signal);
  ending.abort();
  await expect(pace(async () => 'late')).rejects.toThrow();
});

it('while the process is busy a piece is followed by a rest, which ends with the work', async () => {
  const ending = new AbortController();
  const pace = createThrottle()(ending.signal);
  const busy = async () => {
    const until = performance.now() + 60;
    while (performance.now() < until) Math.sqrt(2);
  };
  await pace(busy);
  const startedAt = performance.now();
  await pace(async () => {});
  expect(performance.now() - startedAt).toBeGreaterThan(500);
  await pace(busy);
  const next = pace(async () => {});
  ending.abort();
  await expect(next).rejects.toThrow();
});

it('without a pace it is done at once', async () => {
  expect(await unthrottled(async () => 'done')).toBe('done');
});
