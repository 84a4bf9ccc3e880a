import path from 'node:path';
import { WS_CONNECTIONS_PER_USER } from '@soulsight/contract/limits';
import type { BenchUser } from './conversation.ts';
import type { IdleRequest } from './idle.worker.ts';
import type { Memory } from './memory.ts';
import { LOAD_CORE, PRODUCT_FLAGS, SERVER_CORE, startWorker, type Worker } from './process.ts';
import type { SoulsightRequest, SoulsightStarted } from './soulsight.worker.ts';

const MEASURED = 2_000;
const HELD = 10_000;
const WARM = 100;
/** Sockets per user. */
const SOCKETS_EACH = WS_CONNECTIONS_PER_USER;

/** Bytes per idle socket, and how many sockets were open at once. */
export type Idle = { ours: Memory; bare: Memory; held: number };

/** The memory of an idle socket: signed in on Soulsight, and on a bare ws server. */
export async function measureIdle(dir: string): Promise<Idle> {
  const bare = await measureBareSockets();
  const server = startWorker('./soulsight.worker.ts', SERVER_CORE, ['--expose-gc', ...PRODUCT_FLAGS]);
  const load = startWorker('./idle.worker.ts', LOAD_CORE);
  try {
    const dataDir = path.join(dir, 'soulsight-idle');
    const { port } = await server.ask<SoulsightStarted>({
      kind: 'start',
      dataDir,
      pairs: 0,
    } satisfies SoulsightRequest);
    const users = await server.ask<BenchUser[]>({
      kind: 'users',
      count: HELD / SOCKETS_EACH,
    } satisfies SoulsightRequest);
    const sockets = users.flatMap((user) => Array.from({ length: SOCKETS_EACH }, () => user));
    const open = (from: number, to: number) =>
      load.ask<number>({ kind: 'signedIn', port, users: sockets.slice(from, to) } satisfies IdleRequest);
    // The first sockets allocate what exists once, independent of the number of sockets.
    await open(0, WARM);
    await load.ask({ kind: 'close' } satisfies IdleRequest);
    const before = await readMemory(server);
    await open(0, MEASURED);
    const ours = bytesPerSocket(before, await readMemory(server));
    const held = await open(MEASURED, HELD);
    return { ours, bare, held };
  } finally {
    await load.stop();
    await server.stop();
  }
}

async function measureBareSockets(): Promise<Memory> {
  const server = startWorker('./relay.worker.ts', SERVER_CORE, ['--expose-gc']);
  const load = startWorker('./idle.worker.ts', LOAD_CORE);
  try {
    const port = await server.ask<number>({ kind: 'start', store: 'none' });
    const open = (count: number) => load.ask<number>({ kind: 'bare', port, count } satisfies IdleRequest);
    await open(WARM);
    await load.ask({ kind: 'close' } satisfies IdleRequest);
    const before = await readMemory(server);
    await open(MEASURED);
    return bytesPerSocket(before, await readMemory(server));
  } finally {
    await load.stop();
    await server.stop();
  }
}

function readMemory(server: Worker): Promise<Memory> {
  return server.ask<Memory>({ kind: 'memory' });
}

function bytesPerSocket(before: Memory, after: Memory): Memory {
  return {
    live: (after.live - before.live) / MEASURED,
    resident: (after.resident - before.resident) / MEASURED,
  };
}
