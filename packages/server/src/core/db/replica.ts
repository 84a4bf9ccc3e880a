import type pg from 'pg';
import { StartError } from '../config/start-error.ts';
import { PartProblem } from '../ops/health.ts';
import { isConnectionLost } from './errors.ts';
import { openPool } from './pool.ts';
import type { Db, Replica } from './types.ts';

const POOL_MAX = 10;
/** Who is refused here goes on with the primary, so the wait is short, and few wait at once. */
const WAIT_MS = 1_000;
const WAITING_MAX = 50;
const STATEMENT_TIMEOUT_MS = 2_500;
const CHECK_EVERY_MS = 1_000;
const CHECK_TIMEOUT_MS = 2_000;

export interface ReplicaSettings {
  url: string;
  /** How far behind the primary its answers may be. */
  maxLagMs: number;
}

/** How far the primary's log was written at a time of this process's clock. */
type Position = { at: number; written: number };
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

const UNUSED = 'so searches run on the primary.';
const AWAY = `The replica does not answer, ${UNUSED}`;
const OTHER_SERVER = 'DATABASE_REPLICA_URL is not a standby of the server of DATABASE_URL';

/**
 * Measures the lag: the position of the primary's log is remembered with the time of this process, and the replica has
 * everything of that time once it has replayed up to there. So neither the clocks of the servers matter nor whether anybody
 * writes, and a replica that lost its primary falls behind.
 */
function createLag(maxLagMs: number) {
  let positions: Position[] = [];
  let freshAt: number | null = null;
  const getLagMs = () => (freshAt === null ? null : performance.now() - freshAt);
  return {
    remember(position: Position): void {
      positions.push(position);
    },
    update(replayed: number): void {
      const reached = positions.findLast(({ written }) => written <= replayed);
      if (reached) freshAt = reached.at;
      // Of a time before the bound, one position says as much as all of them.
      const since = performance.now() - maxLagMs;
      positions = positions.filter(({ at }, n) => at >= since || (positions[n + 1]?.at ?? 0) >= since);
    },
    getLagMs,
    isFresh: () => (getLagMs() ?? Number.POSITIVE_INFINITY) <= maxLagMs,
  };
}

/**
 * @param primary runs a statement on the primary
 * @param openHandle makes the handle of a pool
 * @throws StartError if it belongs to another server; one that does not answer is used as soon as it does
 */
export async function openReplica(
  { url, maxLagMs }: ReplicaSettings,
  primary: Query,
  openHandle: (pool: pg.Pool) => Db,
): Promise<Replica> {
  const pool = openPool(url, {
    ...{ max: POOL_MAX, statementTimeoutMs: STATEMENT_TIMEOUT_MS, waitMs: WAIT_MS, waitingMax: WAITING_MAX },
  });
  const checks = openPool(url, { max: 1, statementTimeoutMs: CHECK_TIMEOUT_MS, waitMs: WAIT_MS });
  const db = openHandle(pool);
  const lag = createLag(maxLagMs);
  const reads = { replica: 0, primary: 0 };
  /** Why reads do not go to the replica, apart from its lag. */
  let problem: string | null = AWAY;
  let checking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function examine(): Promise<void> {
    const at = performance.now();
    const there = await readPrimary(primary);
    lag.remember({ at, written: there.position });
    const here = await readStandby(checks.query.bind(checks) as Query).catch(() => null);
    if (!here) problem = AWAY;
    else if (here.system !== there.system) problem = `${OTHER_SERVER}, ${UNUSED}`;
    else if (!here.isStandby) problem = `DATABASE_REPLICA_URL is no standby (any more), ${UNUSED}`;
    else problem = null;
    if (problem === null) lag.update(here?.replayed ?? 0);
  }

  function check(): Promise<void> {
    checking ??= examine()
      // The primary does not answer: then the lag grows.
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
    const tooFar = `The replica is more than ${maxLagMs / 1_000} s behind the primary, ${UNUSED}`;
    return problem ?? (lag.isFresh() ? null : tooFar);
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
    async read(work) {
      try {
        if (findProblem() !== null) throw new Error('The replica is not used.');
        const result = await db.transaction(work, { accessMode: 'read only' });
        reads.replica += 1;
        return result;
      } catch (error) {
        // Until the next check nobody else waits for it.
        if (isConnectionLost(error)) problem = AWAY;
        reads.primary += 1;
        return null;
      }
    },
    async ping() {
      const found = findProblem();
      if (found !== null) throw new PartProblem(found);
    },
    measure() {
      const lagMs = lag.getLagMs();
      return { lagSeconds: lagMs === null ? null : lagMs / 1_000, reads: { ...reads } };
    },
    close,
  };
}
