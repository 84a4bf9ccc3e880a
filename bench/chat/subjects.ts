import path from 'node:path';
import type { Talks } from './conversation.ts';
import { type Peer, startEjabberd, startProsody, versionOf } from './peers.ts';
import type { Postgres } from './postgres.ts';
import { PRODUCT_FLAGS, SERVER_CORE, startWorker } from './process.ts';
import type { RelayRequest } from './relay.worker.ts';
import type { SoulsightRequest, SoulsightStarted } from './soulsight.worker.ts';

const PAIRS = 200;

/** A server with its people, ready to be talked to. */
export interface Running {
  talks: Talks;
  /** The server and its database: their CPU time counts, and that of all they start. */
  pids: number[];
  stop(): Promise<void>;
}

export interface Subject {
  name: string;
  /** The reason, where it cannot be measured here. */
  start(): Promise<Running | string>;
}

export const NAMES = {
  oursOnPostgres: 'Soulsight, PostgreSQL',
  oursEmbedded: 'Soulsight, embedded',
  ejabberd: 'ejabberd, PostgreSQL',
  prosody: 'Prosody, files',
  batched: 'batched relay, PostgreSQL',
  batchedEmbedded: 'batched relay, embedded',
  bare: 'bare ws relay',
} as const;

const NO_POSTGRES = 'PostgreSQL is not installed';

export function subjects({ dir, postgres }: { dir: string; postgres: Postgres | null }): Subject[] {
  async function soulsight(kind: 'postgres' | 'embedded'): Promise<Running | string> {
    if (kind === 'postgres' && !postgres) return NO_POSTGRES;
    const url = kind === 'postgres' ? await postgres?.create('soulsight') : undefined;
    const worker = startWorker('./soulsight.worker.ts', SERVER_CORE, PRODUCT_FLAGS);
    const { port, pairs } = await worker.ask<SoulsightStarted>({
      kind: 'start',
      dataDir: path.join(dir, `soulsight-${kind}`),
      pairs: PAIRS,
      ...(url ? { databaseUrl: url } : {}),
    } satisfies SoulsightRequest);
    const pids = url && postgres ? [worker.pid, postgres.pid] : [worker.pid];
    return { talks: { kind: 'soulsight', port, pairs }, pids, stop: worker.stop };
  }

  async function relay(store: 'none' | 'postgres' | 'embedded'): Promise<Running | string> {
    if (store === 'postgres' && !postgres) return NO_POSTGRES;
    const request: RelayRequest =
      store === 'postgres'
        ? { kind: 'start', store, url: (await postgres?.create('relay')) ?? '' }
        : store === 'embedded'
          ? { kind: 'start', store, dir }
          : { kind: 'start', store };
    const worker = startWorker('./relay.worker.ts', SERVER_CORE);
    const port = await worker.ask<number>(request);
    const pids = store === 'postgres' && postgres ? [worker.pid, postgres.pid] : [worker.pid];
    return { talks: { kind: 'relay', port, pairs: PAIRS, acknowledges: store !== 'none' }, pids, stop: worker.stop };
  }

  function xmpp(peer: Peer, more: number[]): Running {
    return { talks: { kind: 'xmpp', port: peer.port, pairs: PAIRS }, pids: [peer.pid, ...more], stop: peer.stop };
  }

  async function ejabberd(): Promise<Running | string> {
    if (!postgres) return NO_POSTGRES;
    const peer = await startEjabberd(dir, await postgres.create('ejabberd'));
    if (!peer) return 'not installed (apt-get install ejabberd erlang-p1-pgsql)';
    console.log(`  ejabberd ${versionOf('ejabberd')}`);
    return xmpp(peer, [postgres.pid]);
  }

  async function prosody(): Promise<Running | string> {
    const peer = await startProsody(dir);
    if (!peer) return 'not installed (apt-get install prosody)';
    console.log(`  Prosody ${versionOf('prosody')}`);
    return xmpp(peer, []);
  }

  return [
    { name: NAMES.oursOnPostgres, start: () => soulsight('postgres') },
    { name: NAMES.oursEmbedded, start: () => soulsight('embedded') },
    { name: NAMES.ejabberd, start: ejabberd },
    { name: NAMES.prosody, start: prosody },
    { name: NAMES.batched, start: () => relay('postgres') },
    { name: NAMES.batchedEmbedded, start: () => relay('embedded') },
    { name: NAMES.bare, start: () => relay('none') },
  ];
}
