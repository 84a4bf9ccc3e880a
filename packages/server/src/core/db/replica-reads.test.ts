import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPool } from './pool.ts';
import { createReads } from './replica-reads.ts';

const url = process.env.TEST_DATABASE_URL ?? '';
const WITHIN = { timeout: 30_000 };
/** More than the failures after which a replica is not read for a while. */
const MANY = 5;

/** Any server can be read like a replica. */
describe.runIf(url)('reads on a replica (needs TEST_DATABASE_URL)', () => {
  let pool: ReturnType<typeof openPool>;
  let reads: ReturnType<typeof createReads>;
  beforeEach(() => {
    pool = openPool(url, { max: 1, statementTimeoutMs: 60_000, waitMs: 1_000, waitingMax: 2 });
    reads = createReads(pool, () => true);
  });
  afterEach(() => pool.end());

  const connect = () => vi.waitFor(() => pool.connect(), WITHIN);
  const fail = () => reads.read((tx) => tx.execute(sql`select 1 / 0`));

  it('that get no connection go to the primary, and say nothing against the replica', async () => {
    const held = await connect();
    // Two wait until their time is over, and the others find too many waiting.
    const all = await Promise.all(Array.from({ length: MANY }, () => reads.read(async () => 1)));
    expect(all).toEqual(Array(MANY).fill(null));
    expect(reads.counts).toEqual({ replica: 0, primary: MANY });
    expect(reads.findProblem()).toBeNull();
    held.release();
    expect(await reads.read(async () => 1)).toBe(1);
  });

  it('are not tried by everybody where they fail, until one succeeds again', async () => {
    (await connect()).release();
    for (let n = 0; n < 2; n += 1) {
      expect(await fail()).toBeNull();
      // Each failure closes its connection.
      (await connect()).release();
    }
    // A success between them starts the count again.
    expect(await reads.read(async () => 1)).toBe(1);
    for (let n = 0; n < 3; n += 1) {
      expect(reads.findProblem()).toBeNull();
      (await connect()).release();
      expect(await fail()).toBeNull();
    }
    expect(reads.findProblem()).toBe('Searches fail on the replica (SQLSTATE 22012), so they run on the primary.');
    const work = vi.fn(async () => 1);
    expect(await reads.read(work)).toBeNull();
    expect(work).not.toHaveBeenCalled();
    reads.tryAgain();
    (await connect()).release();
    expect(await reads.read(work)).toBe(1);
    expect(reads.findProblem()).toBeNull();
  });
});
