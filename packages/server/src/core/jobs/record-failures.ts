import { setTimeout } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { getSqlState } from '../db/errors.ts';
import type { Log } from '../ops/logger.ts';

/** How often a worker tries to store that a job failed. */
const TRY_EVERY_MS = 250;

interface Options {
  boss: Pick<PgBoss, 'fail'>;
  log: Pick<Log, 'error'>;
  /** Called once the failure of an attempt is stored, with how many retries came before it. */
  onRecorded: (name: string, retries: number) => void;
}

/** SQLSTATEs of a database that may take the same statement later: a lost connection, no resources, a shutdown or a start. */
const PASSES = /^(?:08|53|57)/;

/** Stores a job's failure as soon as the database accepts it. Otherwise the job stays active until its heartbeat expires. */
export function createFailureRecorder({ boss, log, onRecorded }: Options) {
  let isStopped = false;
  return {
    async record(name: string, job: JobWithMetadata<object>, output: object): Promise<void> {
      for (let tries = 1; !isStopped && !job.signal.aborted; tries += 1) {
        try {
          await boss.fail(name, job, output);
          return onRecorded(name, job.retryCount);
        } catch (err) {
          const state = getSqlState(err);
          if (tries === 1) log.error({ err, job: name }, 'the failure of a job cannot be stored');
          // The queue tries once itself.
          if (state && !PASSES.test(state)) return;
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
