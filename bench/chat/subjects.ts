import path from 'node:path';
import type { Conversations } from './conversation.ts';
import { getInstalledVersion, type Peer, startEjabberd, startProsody } from './peers.ts';
import type { Postgres } from './postgres.ts';
import { PRODUCT_FLAGS, SERVER_CORE, startWorker } from './process.ts';
import type { RelayRequest } from './relay.worker.ts';
import type { SoulsightRequest, SoulsightStarted } from './soulsight.worker.ts';

export const PAIRS = 200;

/** A running server with its users. */
export interface Running {
  conversations: Conversations;
  /** The server without its database. */
  pid: number;
  /** The server and its database. Their CPU time counts, including their child processes. */
  pids: number[];
  stop(): Promise<void>;
}

export interface Subject {
  name: string;
  /** Whether a message is stored before it is delivered. */
  stores: boolean;
  /** Starts it with a new database and folder of this label. Resolves to the reason when it cannot be measured here. */
  start(label: string): Promise<Running | string>;
}

export const NAMES = {
  oursOnPostgres: 'Soulsight, PostgreSQL',
  oursEmbedded: 'Soulsight, embedded',
  runEjabberd: 'ejabberd, PostgreSQL',
  runProsody: 'Prosody, files',
  batched: 'batched relay, PostgreSQL',
  batchedEmbedded: 'batched relay, embedded',
  bare: 'bare ws relay',
} as const;

const NO_POSTGRES = 'PostgreSQL is not installed';

export function listSubjects({ dir, postgres }: { dir: string; postgres: Postgres | null }): Subject[] {
  async function startSoulsight(kind: 'postgres' | 'embedded', label: string): Promise<Running | string> {
    if (kind === 'postgres' && !postgres) return NO_POSTGRES;
    const url = kind === 'postgres' ? await postgres?.create(`soulsight_${label}`) : undefined;
    const worker = startWorker('./soulsight.worker.ts', SERVER_CORE, PRODUCT_FLAGS);
    const { port, pairs } = await worker.ask<SoulsightStarted>({
      kind: 'start',
      dataDir: path.join(dir, `soulsight-${kind}-${label}`),
      pairs: PAIRS,
      ...(url ? { databaseUrl: url } : {}),
    } satisfies SoulsightRequest);
    const pids = url && postgres ? [worker.pid, postgres.pid] : [worker.pid];
    return { conversations: { kind: 'soulsight', port, pairs }, pid: worker.pid, pids, stop: worker.stop };
  }

  async function startRelay(store: 'none' | 'postgres' | 'embedded', label: string): Promise<Running | string> {
    if (store === 'postgres' && !postgres) return NO_POSTGRES;
    const request: RelayRequest =
      store === 'postgres'
        ? { kind: 'start', store, url: (await postgres?.create(`relay_${label}`)) ?? '' }
        : store === 'embedded'
          ? { kind: 'start', store, dir: path.join(dir, label) }
          : { kind: 'start', store };
    const worker = startWorker('./relay.worker.ts', SERVER_CORE);
    const port = await worker.ask<number>(request);
    const pids = store === 'postgres' && postgres ? [worker.pid, postgres.pid] : [worker.pid];
    return {
      conversations: { kind: 'relay', port, pairs: PAIRS, acknowledges: store !== 'none' },
      pid: worker.pid,
      pids,
      stop: worker.stop,
    };
  }

  function describeXmpp(peer: Peer, otherPids: number[]): Running {
    return {
      conversations: { kind: 'xmpp', port: peer.port, pairs: PAIRS },
      pid: peer.pid,
      pids: [peer.pid, ...otherPids],
      stop: peer.stop,
    };
  }

  async function runEjabberd(label: string): Promise<Running | string> {
    if (!postgres) return NO_POSTGRES;
    const peer = await startEjabberd(path.join(dir, `ejabberd-${label}`), await postgres.create(`ejabberd_${label}`));
    if (!peer) return 'not installed (apt-get install ejabberd erlang-p1-pgsql)';
    console.log(`  ejabberd ${getInstalledVersion('ejabberd')}`);
    return describeXmpp(peer, [postgres.pid]);
  }

  async function runProsody(label: string): Promise<Running | string> {
    const peer = await startProsody(path.join(dir, `prosody-${label}`));
    if (!peer) return 'not installed (apt-get install prosody)';
    console.log(`  Prosody ${getInstalledVersion('prosody')}`);
    return describeXmpp(peer, []);
  }

  return [
    { name: NAMES.oursOnPostgres, stores: true, start: (label) => startSoulsight('postgres', label) },
    { name: NAMES.oursEmbedded, stores: true, start: (label) => startSoulsight('embedded', label) },
    { name: NAMES.runEjabberd, stores: true, start: runEjabberd },
    { name: NAMES.runProsody, stores: true, start: runProsody },
    { name: NAMES.batched, stores: true, start: (label) => startRelay('postgres', label) },
    { name: NAMES.batchedEmbedded, stores: true, start: (label) => startRelay('embedded', label) },
    { name: NAMES.bare, stores: false, start: (label) => startRelay('none', label) },
  ];
}
