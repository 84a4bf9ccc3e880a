import { AsyncLocalStorage } from 'node:async_hooks';

/** What the log lines of one request, socket event or job have in common. */
export interface LogContext {
  requestId?: string;
  jobId?: string;
  /** Logged only as a keyed hash. */
  userId?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs work whose log lines carry this context, also those of the services it calls. */
export function runWithLogContext<T>(context: LogContext, work: () => T): T {
  return storage.run(context, work);
}

export function getLogContext(): LogContext | undefined {
  return storage.getStore();
}

/** Names the user of the current context, once it is known. */
export function setLogUser(userId: string): void {
  const context = storage.getStore();
  if (context) context.userId = userId;
}
