import { deleteFailedJob, getFailedJobs, postFailedJobRetry } from '@soulsight/contract/operations';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { signInAgain } from '../../testing/test-users.ts';
import { type BuiltUser, buildUser } from '../demo/builders/user.builder.ts';

let app: TestApp;
let operator: BuiltUser;
let moderator: BuiltUser;
let runs = 0;
let isBroken = true;
beforeAll(async () => {
  app = await buildTestApp({
    routes(_http, { jobs }) {
      jobs.on('doomed', async () => {
        runs += 1;
        if (isBroken) throw new Error('550 no such user ada@people.example');
      });
    },
  });
  operator = await buildUser(app.features, { firstName: 'Opal', isOperator: true });
  moderator = await buildUser(app.features, { firstName: 'Mo', isModerator: true });
});
afterAll(() => app.stop());

async function failJob(): Promise<string> {
  isBroken = true;
  await app.core.jobs.send('doomed', { email: 'ada@people.example' });
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await app.drain().catch(() => {});
    app.clock.advance(HOUR_MS);
  }
  // Their tokens have expired by now.
  [operator, moderator] = [await signInAgain(app, operator), await signInAgain(app, moderator)];
  const [job] = await app.core.jobs.listDead();
  return job?.id ?? '';
}

const list = async () => (await app.call(getFailedJobs, { as: operator })).ok();

it('an operator sees failed jobs without what they are about, and runs them again', async () => {
  const id = await failJob();
  const { jobs, total } = await list();
  expect(total).toBe(1);
  expect(jobs).toMatchObject([{ id, queue: 'doomed', attempts: 9 }]);
  expect(jobs[0]?.error).toContain('no such user');
  expect(JSON.stringify(jobs)).not.toContain('ada@');
  [runs, isBroken] = [0, false];
  const retry = () => app.call(postFailedJobRetry, { as: operator, params: { id } });
  const answers = await Promise.all([retry(), retry()]);
  expect(answers.map(({ status }) => status)).toContain(200);
  app.clock.advance(MINUTE_MS);
  await app.drain();
  expect(runs).toBe(1);
  expect(await list()).toEqual({ jobs: [], total: 0 });
});

it('a discarded job never runs again', async () => {
  const id = await failJob();
  const discard = () => app.call(deleteFailedJob, { as: operator, params: { id } });
  (await discard()).ok();
  (await discard()).refused('not_found');
  (await app.call(postFailedJobRetry, { as: operator, params: { id } })).refused('not_found');
  [runs, isBroken] = [0, false];
  app.clock.advance(MINUTE_MS);
  await app.drain();
  expect(runs).toBe(0);
});

it('moderators are no operators: nothing is shown or changed', async () => {
  const id = await failJob();
  (await app.call(getFailedJobs, { as: moderator })).refused('forbidden');
  (await app.call(postFailedJobRetry, { as: moderator, params: { id } })).refused('forbidden');
  (await app.call(deleteFailedJob, { as: moderator, params: { id } })).refused('forbidden');
  expect((await list()).jobs).toMatchObject([{ id }]);
});
