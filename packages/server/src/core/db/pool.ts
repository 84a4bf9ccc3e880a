import { MINUTE_MS } from '@soulsight/contract/time';
import pg from 'pg';
import { SQL_STATE } from './errors.ts';

/** Calls that wait for a connection. Above it the next one fails at once: it would wait too long anyway. */
const WAITING_MAX = 1_000;
/** How long a call waits for a connection, or for a new one to be made. */
const WAIT_MS = 5_000;
/** A transaction whose node no longer speaks must not hold its locks. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** The server cancels a long statement first; this is for an answer that gets lost. */
const ANSWER_MARGIN_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/**
 * How long an unused connection stays open: longer than the five minutes between sweeps. A new one costs the server several milliseconds of
 * CPU time, and so do its first statements, which a message would wait for whenever a burst of other work had all open connections.
 */
const IDLE_MS = 10 * MINUTE_MS;

export interface PoolOptions {
  max: number;
  /** The server cancels a statement that takes longer; 0 for no limit. */
  statementTimeoutMs: number;
  /** 5 s without it. */
  waitMs?: number | undefined;
  /** 1,000 without it. */
  waitingMax?: number | undefined;
}

/** Too many calls wait for a connection. */
class PoolFullError extends Error {
  readonly code = SQL_STATE.tooManyConnections;

  constructor() {
    super('Too many calls wait for a database connection.');
    this.name = 'PoolFullError';
  }
}

/** What the pool says where every connection is in use for too long. One that cannot be made fails with another text. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect';

/** Whether a call got no connection only because others use them all: the server may well answer. */
export function isPoolBusy(error: unknown): boolean {
  return error instanceof PoolFullError || (error instanceof Error && error.message === WAITED_TOO_LONG);
}

type OnConnect = Parameters<pg.Pool['connect']>[0];

class BoundedPool extends pg.Pool {
  readonly #waitingMax: number;

  constructor(config: pg.PoolConfig, waitingMax: number) {
    super(config);
    this.#waitingMax = waitingMax;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    const isFull = this.waitingCount >= this.#waitingMax;
    if (!callback) return isFull ? Promise.reject(new PoolFullError()) : super.connect();
    if (isFull) callback(new PoolFullError(), undefined, () => {});
    else super.connect(callback);
    return undefined;
  }
}

/** Connections to a PostgreSQL server, with bounds on how many there are, how many calls wait for one, and how long. */
export function openPool(url: string, options: PoolOptions): pg.Pool {
  const { max, statementTimeoutMs, waitMs = WAIT_MS, waitingMax = WAITING_MAX } = options;
  const pool = new BoundedPool(
    {
      connectionString: url,
      max,
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: IDLE_MS,
      application_name: 'soulsight',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      ...(statementTimeoutMs > 0 && {
        statement_timeout: statementTimeoutMs,
        query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
      }),
    },
    waitingMax,
  );
  // The pool replaces a broken connection at its next use. Without a listener the error event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Gives a connection back. One that still waits for an answer would make its next user wait too, so it is closed. */
export function releaseClient(client: pg.PoolClient): void {
  const { readyForQuery } = client as { readyForQuery?: boolean };
  client.release(readyForQuery === false);
}

/**
 * Runs work on a connection, which is closed if the work fails or takes too long: a server that hangs would not answer
 * a rollback either, and the next caller must not wait for it.
 * @param timeoutMs from when there is a connection
 */
export async function runWithin<T>(
  timeoutMs: number,
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isDone = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database server did not answer in time.')), timeoutMs);
  });
  try {
    const result = await Promise.race([work(client), late]);
    isDone = true;
    return result;
  } finally {
    clearTimeout(timer);
    client.release(!isDone);
  }
}
