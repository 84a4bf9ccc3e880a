import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MovableClock } from '../clock.ts';
import { requireLocal } from '../http/require-local.ts';
import { validate } from '../http/validate.ts';
import type { Jobs } from '../jobs/jobs.ts';

const YEAR_MS = 366 * 86_400_000;

const bodySchema = z.union(
  [
    z.strictObject({
      advance_ms: z
        .int()
        .min(-10 * YEAR_MS)
        .max(10 * YEAR_MS),
    }),
    z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  ],
  'must be {"advance_ms": milliseconds} or {"now": an ISO 8601 instant}',
);

/**
 * `POST /dev/clock` moves the clock of the whole server, and the waiting jobs with it, so that a test from outside need not wait
 * for hours. For this machine only; see `Config.testClock`.
 */
export function registerTestClock(app: FastifyInstance, clock: MovableClock, jobs: Pick<Jobs, 'advance'>): void {
  const state = () => ({ now: clock.now().toISOString() });
  app.get('/dev/clock', { onRequest: requireLocal }, () => state());
  app.post('/dev/clock', { onRequest: requireLocal }, async (request) => {
    const body = validate(bodySchema, request.body);
    const ms = 'now' in body ? Date.parse(body.now) - clock.now().getTime() : body.advance_ms;
    clock.advance(ms);
    await jobs.advance(ms);
    return state();
  });
}
