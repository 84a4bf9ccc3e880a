import type pg from 'pg';
import { StartError } from '../config/start-error.ts';
import { PartProblem } from '../ops/health.ts';
import { openPool, runWithin } from './pool.ts';
import { createLag } from './replica-lag.ts';
import { createReads } from './replica-reads.ts';
import type { Replica } from './types.ts';

const POOL_MAX = 10;
/** A refused read falls back to the primary, so the wait and the queue are short. */
const WAIT_MS = 1_000;
const WAITING_MAX = 50;
const STATEMENT_TIMEOUT_MS = 2_500;
const CHECK_EVERY_MS = 1_000;
const CHECK_TIMEOUT_MS = 1_500;

export interface ReplicaSettings {
  url: string;
  /** How far behind the primary its answers may be. */
  maxLagMs: number;
}

type Primary = { position: number; system: string };
type Standby = { isStandby: boolean; replayed: number | null; system: string };
type Query = pg.Pool['query'];

async function readPrimary(query: Query): Promise<Primary> {
  const { rows } = await query<Primary>(
    "select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as position, system_identifier::text as system from pg_control_system()",
  );
  return rows[0] as Primary;
}

async function readStandby(query: Query): Promise<Standby> {
  const { rows } = await query<Standby>(
    `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as replayed,
      system_identifier::text as system from pg_control_system()`,
  );
  return rows[0] as Standby;
}

const ON_PRIMARY = 'so searches run on the primary.';
const NO_ANSWER = `The replica does not answer, ${ON_PRIMARY}`;
const OTHER_SERVER = 'DATABASE_REPLICA_URL is not a standby of the server of DATABASE_URL';

/**
 * @param primary runs a statement on the primary
 * @throws StartError if it belongs to another server; one that does not answer is used as soon as it does
 */
export async function openReplica({ url, maxLagMs }: ReplicaSettings, primary: Query): Promise<Replica> {
  const pool = openPool(url, {
    max: POOL_MAX,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    waitMs: WAIT_MS,
    waitingMax: WAITING_MAX,
  });
  const checks = openPool(url, { max: 1, statementTimeoutMs: CHECK_TIMEOUT_MS, waitMs: WAIT_MS });
  const lag = createLag(maxLagMs);
  /** Why reads do not go to the replica, apart from its lag and their failures. */
  let problem: string | null = NO_ANSWER;
  const reads = createReads(pool, () => problem === null && lag.isFresh());
  let checking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const askStandby = () =>
    runWithin(CHECK_TIMEOUT_MS, checks, (client) => readStandby(client.query.bind(client) as Query));

  async function examine(): Promise<void> {
    const at = performance.now();
    const { position, system } = await readPrimary(primary);
    lag.remember({ at, written: position });
    const standby = await askStandby().catch(() => null);
    if (!standby) problem = NO_ANSWER;
    else if (standby.system !== system) problem = `${OTHER_SERVER}, ${ON_PRIMARY}`;
    else if (!standby.isStandby) problem = `DATABASE_REPLICA_URL is not a standby (any more), ${ON_PRIMARY}`;
    else {
      // Failures while it was down say little about it now: let the next read try it.
      if (problem !== null) reads.tryAgain();
      problem = null;
      lag.update(standby.replayed ?? 0);
    }
  }

  function check(): Promise<void> {
    checking ??= examine()
      // If the primary does not answer, the lag grows until reads stop.
      .catch(() => {})
      .finally(() => {
        checking = null;
      });
    return checking;
  }

  function checkRegularly(): void {
    timer = setTimeout(() => void check().then(() => isClosed || checkRegularly()), CHECK_EVERY_MS).unref();
  }

  function findProblem(): string | null {
    const tooLate = `The replica is more than ${maxLagMs / 1_000} s behind the primary, ${ON_PRIMARY}`;
    return problem ?? (lag.isFresh() ? reads.findProblem() : tooLate);
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    await Promise.all([pool.end(), checks.end()]);
  }

  await check();
  if (problem?.startsWith(OTHER_SERVER)) {
    await close();
    throw new StartError(`${OTHER_SERVER}. Set it to a streaming standby, or leave it out.`);
  }
  checkRegularly();

  return {
    read: reads.read,
    async ping() {
      const found = findProblem();
      if (found !== null) throw new PartProblem(found);
    },
    measure() {
      const lagMs = lag.getLagMs();
      return { lagSeconds: lagMs === null ? null : lagMs / 1_000, reads: { ...reads.counts } };
    },
    close,
  };
}
