import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { createHealth } from './health.ts';

const LONGER_THAN_A_PROBE_MS = 5_000;
const SHORTER_THAN_LOAD_BALANCERS_WAIT_MS = 900;

afterEach(() => {
  vi.useRealTimers();
});

it('begins no other read of a photo store before the last one has ended', async () => {
  vi.useFakeTimers();
  const reads: (() => void)[] = [];
  const health = createHealth(
    {
      database: async () => {},
      bus: async () => {},
      storage: () => new Promise((resolve) => reads.push(resolve)),
    },
    { clock: systemClock, log: { error() {}, warn() {} } },
  );
  async function measure(): Promise<string> {
    const measured = health.measure();
    await vi.advanceTimersByTimeAsync(LONGER_THAN_A_PROBE_MS);
    return (await measured).parts.storage.status;
  }
  for (let n = 0; n < 3; n += 1) expect(await measure()).toBe('down');
  expect(reads).toHaveLength(1);
  reads[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  const next = measure();
  reads[1]?.();
  expect(await next).toBe('ok');
  expect(reads).toHaveLength(2);
});

it('is read without waiting for a bus that does not answer, which counts as down once its time is over', async () => {
  vi.useFakeTimers();
  let pings = 0;
  const health = createHealth(
    {
      database: async () => {},
      bus: () => {
        pings += 1;
        return new Promise(() => {});
      },
      storage: async () => {},
    },
    { clock: systemClock, log: { error() {}, warn() {} } },
  );
  async function read(): Promise<string[]> {
    const reading = Promise.all([health.read(), health.read()]);
    await vi.advanceTimersByTimeAsync(SHORTER_THAN_LOAD_BALANCERS_WAIT_MS);
    const [{ status, parts }] = await reading;
    return [status, parts.bus.status];
  }
  expect(await read()).toEqual(['ok', 'ok']);
  expect(pings).toBe(1);
  await vi.advanceTimersByTimeAsync(LONGER_THAN_A_PROBE_MS);
  expect(await read()).toEqual(['ok', 'down']);
});
