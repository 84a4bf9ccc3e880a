import type { Job, JobWithMetadata } from 'pg-boss';
import { runInBackground } from '../background.ts';
import { runWithLogContext } from '../ops/log-context.ts';
import type { Log } from '../ops/logger.ts';

export interface JobInfo {
  id: string;
  /** Aborts when the server is stopping: the handler should give up, the job is retried later. */
  signal: AbortSignal | undefined;
}

export type JobHandler<T> = (data: T, job: JobInfo) => Promise<void>;

/** What pg-boss notes at a job whose worker stopped reporting that it is alive. */
const WORKER_DIED = 'job heartbeat timeout';

export type JobListener = (name: string, seconds: number, isGood: boolean) => void;

/** The handlers of jobs, by name. */
export interface JobRunner {
  on<T extends object>(name: string, handler: JobHandler<T>): void;
  names(): string[];
  onFinished(listener: JobListener): void;
  onTakenOver(listener: (name: string) => void): void;
  /** Runs the handler. Returns its error, which is logged, or null. */
  run(name: string, job: Job<object> & Partial<Pick<JobWithMetadata, 'output'>>): Promise<Error | null>;
  /** Aborts the signal of every job. */
  abort(): void;
}

export function createJobRunner(log: Pick<Log, 'error' | 'warn'>): JobRunner {
  const handlers = new Map<string, JobHandler<object>>();
  const listeners: JobListener[] = [];
  const takenOver: ((name: string) => void)[] = [];
  const stopping = new AbortController();

  async function tryRun(name: string, job: Job<object>): Promise<Error | null> {
    try {
      const signal = job.signal && AbortSignal.any([job.signal, stopping.signal]);
      await handlers.get(name)?.(job.data, { id: job.id, signal });
      return null;
    } catch (err) {
      log.error({ err, job: name }, 'job failed');
      return err instanceof Error ? err : new Error(String(err));
    }
  }

  const run: JobRunner['run'] = async (name, job) => {
    if (isTakenOver(job.output)) {
      log.warn({ job: name }, 'job taken over from a worker that died');
      for (const listener of takenOver) listener(name);
    }
    const startedAt = performance.now();
    const failure = await tryRun(name, job);
    for (const listener of listeners) listener(name, (performance.now() - startedAt) / 1_000, failure === null);
    return failure;
  };

  return {
    on<T extends object>(name: string, handler: JobHandler<T>) {
      if (handlers.has(name)) throw new Error(`The job ${name} already has a handler.`);
      handlers.set(name, handler as unknown as JobHandler<object>);
    },
    names: () => [...handlers.keys()],
    onFinished: (listener) => void listeners.push(listener),
    onTakenOver: (listener) => void takenOver.push(listener),
    run: (name, job) => runWithLogContext({ jobId: job.id }, () => runInBackground(() => run(name, job))),
    abort: () => stopping.abort(),
  };
}

/** @param output what the attempt before left */
function isTakenOver(output: object | undefined): boolean {
  const { value } = (output ?? {}) as { value?: { message?: unknown } };
  return value?.message === WORKER_DIED;
}
