import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openEmbedded } from '@soulsight/server/core/db/embedded';
import { sql } from 'drizzle-orm';

/**
 * Durable commits per second of the embedded database: one row per transaction, synced to disk.
 * The peer is SQLite with full durability on the same disk; the rounds of the two alternate.
 */
const ROUNDS = 5;
const COMMITS = 200;
const TEXT = 'It was a long day, and a good one. '.repeat(4);

interface Contender {
  name: string;
  commit(id: number): Promise<void>;
  close(): Promise<void>;
}

const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-bench-'));
const contenders = [await embedded(), sqlite()];
const rates = new Map(contenders.map(({ name }) => [name, [] as number[]]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { name, commit } of contenders) rates.get(name)?.push(await measure(commit, round * COMMITS));
}
for (const [name, measured] of rates) {
  const [low, middle, high] = [0, Math.floor(ROUNDS / 2), ROUNDS - 1].map(
    (at) => measured.toSorted((a, b) => a - b)[at],
  );
  console.log(`${name}: ${middle?.toFixed(0)} commits/s (${low?.toFixed(0)} to ${high?.toFixed(0)}, ${ROUNDS} rounds)`);
}
for (const contender of contenders) await contender.close();
rmSync(dir, { recursive: true });

async function measure(commit: Contender['commit'], from: number): Promise<number> {
  const startedAt = performance.now();
  for (let id = from; id < from + COMMITS; id += 1) await commit(id);
  return (COMMITS * 1_000) / (performance.now() - startedAt);
}

async function embedded(): Promise<Contender> {
  const { db, close } = await openEmbedded(path.join(dir, 'embedded'));
  await db.execute(sql`create table line (id int primary key, body text not null)`);
  return {
    name: 'embedded PostgreSQL',
    commit: async (id) => {
      await db.transaction((tx) => tx.execute(sql`insert into line values (${id}, ${TEXT})`));
    },
    close,
  };
}

function sqlite(): Contender {
  const db = new DatabaseSync(path.join(dir, 'peer.sqlite'));
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table line (id int primary key, body text not null)',
  );
  const insert = db.prepare('insert into line values (?, ?)');
  return {
    name: 'SQLite',
    commit: async (id) => {
      insert.run(id, TEXT);
    },
    close: async () => db.close(),
  };
}
