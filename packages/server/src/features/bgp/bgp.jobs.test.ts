import { expect, it } from 'vitest';
import { manualClock } from '../../core/clock.ts';
import type { JobHandler } from '../../core/jobs/job-runner.ts';
import type { Jobs, SendOptions } from '../../core/jobs/jobs.ts';
import { APPLY_EVERY_MS, registerBgpJobs } from './bgp.jobs.ts';

it('many events of one user are applied together by a job that waits; others are applied at once', async () => {
  const clock = manualClock();
  const applied: string[] = [];
  const sent: [object, SendOptions | undefined][] = [];
  const handlers = new Map<string, JobHandler<object>>();
  const jobs = {
    on: (name: string, handler: JobHandler<object>) => void handlers.set(name, handler),
    send: async (_name: string, data: object, options?: SendOptions) => void sent.push([data, options]),
  } as Pick<Jobs, 'on' | 'send'> as Jobs;
  const apply = async (userId: string) => {
    if (userId === 'cleo') throw new Error('no');
    applied.push(userId);
  };
  registerBgpJobs({ clock, jobs }, { apply, reindex: async () => 0 });
  const run = (userId: string) =>
    handlers.get('bgp.apply')?.({ userId }, { id: '1', signal: new AbortController().signal });

  await run('ann');
  await run('ben');
  clock.advance(APPLY_EVERY_MS - 1);
  await run('ann');
  expect(applied).toEqual(['ann', 'ben']);
  // The queue keeps one of these for each key.
  expect(sent).toEqual([[{ userId: 'ann' }, { singletonKey: 'ann', startAfter: APPLY_EVERY_MS }]]);
  clock.advance(APPLY_EVERY_MS);
  await run('ann');
  expect(applied).toEqual(['ann', 'ben', 'ann']);
  // A failure counts as one however soon it is tried again.
  for (let n = 0; n < 2; n += 1) await expect(run('cleo')).rejects.toThrow('no');
  expect(sent).toHaveLength(1);
});
