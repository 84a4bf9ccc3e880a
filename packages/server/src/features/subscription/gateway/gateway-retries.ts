import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';

const RETRY_MIN_MS = MINUTE_MS;
const RETRY_MAX_MS = 6 * HOUR_MS;

/**
 * A job whose calls to the payment gateway are idempotent, how often they have failed so far, and why the last time. Operators see it
 * among the failed jobs once that was often.
 */
export type Retried<Task> = Task & { failures?: number; error?: string };

/** Jobs that call the payment gateway until it has done what they ask, however long it is unavailable. */
export function createGatewayRetries({ jobs, log }: Pick<Core, 'jobs' | 'log'>) {
  /** Performs the task of a job; one that fails is sent again, later each time. */
  return async function performUntilDone<Task extends object>(
    queue: string,
    { failures = 0, error: _, ...task }: Retried<Task>,
    perform: (task: Task) => Promise<void>,
  ): Promise<void> {
    try {
      await perform(task as unknown as Task);
    } catch (err) {
      const kind = 'kind' in task ? task.kind : undefined;
      log.error({ err, queue, kind, failures: failures + 1 }, 'payment gateway call failed, will retry');
      const startAfter = Math.min(RETRY_MIN_MS * 2 ** failures, RETRY_MAX_MS);
      await jobs.send(queue, { ...task, failures: failures + 1, error: describe(err) }, { startAfter });
    }
  };
}

const ERROR_CHARS_MAX = 500;

/** What the gateway said, as the queue can store it: without NUL and halves of surrogate pairs. */
function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.slice(0, ERROR_CHARS_MAX).replaceAll('\0', '').toWellFormed();
}
