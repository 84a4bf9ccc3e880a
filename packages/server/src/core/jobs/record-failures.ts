import { setTimeout } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Log } from '../ops/logger.ts';

/** How often a worker tries to store that a job failed. */
const TRY_EVERY_MS = 250;

interface Options {
  boss: Pick<PgBoss, 'fail'>;
  log: Pick<Log, 'error'>;
  /** Called once the failure of an attempt is stored, with how many retries came before it. */
  onRecorded: (name: string, retries: number) => void;
}

/**
 * Stores that a job failed, as soon as the database takes it. Otherwise the job would stay with this worker, which does not run it any
 * more, until its heartbeat is missed. The queue's own record of the failure then changes nothing.
 */
export function createFailureRecorder({ boss, log, onRecorded }: Options) {
  let isStopped = false;
  return {
    async record(name: string, job: JobWithMetadata<object>, output: object): Promise<void> {
      for (let tries = 1; !isStopped; tries += 1) {
        try {
          await boss.fail(name, job, output);
          return onRecorded(name, job.retryCount);
        } catch (err) {
          if (tries === 1) log.error({ err, job: name }, 'the failure of a job cannot be stored yet');
          await setTimeout(TRY_EVERY_MS);
        }
      }
    },
    /** Tries no more: another worker takes the job over. */
    stop(): void {
      isStopped = true;
    },
  };
}
