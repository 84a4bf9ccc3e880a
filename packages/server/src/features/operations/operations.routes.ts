import { OK } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import * as contract from '@soulsight/contract/operations';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core/core.ts';
import { route } from '../../core/http/route.ts';
import { describeFailure } from './failure-text.rules.ts';

/** What operators see and do in the browser. The log names who did it. */
export function registerOperationsRoutes(app: FastifyInstance, { jobs, log }: Pick<Core, 'jobs' | 'log'>): void {
  route(app, contract.getFailedJobs, async () => {
    const [dead, counts] = await Promise.all([jobs.listDead(), jobs.countDead()]);
    return {
      jobs: dead.map(({ id, name, attempts, createdAt, failedAt, error }) => ({
        id,
        queue: name,
        attempts,
        error: describeFailure(error),
        created_at: createdAt.toISOString(),
        failed_at: failedAt.toISOString(),
      })),
      total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    };
  });
  route(app, contract.postFailedJobRetry, async ({ caller, params: { id } }) => {
    if (!(await jobs.retryDead(id))) throw new AppError('not_found');
    log.info({ job: id, operator: caller.userId }, 'failed job retried');
    return OK;
  });
  route(app, contract.deleteFailedJob, async ({ caller, params: { id } }) => {
    if (!(await jobs.discardDead(id))) throw new AppError('not_found');
    log.info({ job: id, operator: caller.userId }, 'failed job discarded');
    return OK;
  });
}
