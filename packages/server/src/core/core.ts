import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Vault } from './crypto/vault.ts';
import type { Db, Replica } from './db/types.ts';
import type { PublicCalls } from './http/public-calls.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Log } from './ops/logger.ts';
import type { Bus } from './realtime/bus.ts';
import type { RedisClient } from './realtime/connect-redis.ts';
import type { Hub } from './realtime/hub.ts';
import type { Outbox } from './realtime/outbox.ts';
import type { ErasureList } from './storage/erasure-list.ts';
import type { Storage } from './storage/storage.ts';

/** The infrastructure that every feature receives. `app/app.ts` creates it. */
export interface Core {
  config: Config;
  db: Db;
  /** Null without a replica. */
  replica: Replica | null;
  clock: Clock;
  /** Returns uniform numbers in [0, 1); not for secrets. */
  random: () => number;
  vault: Vault;
  /** Null on a single node. */
  redis: RedisClient | null;
  bus: Bus;
  hub: Hub;
  outbox: Outbox;
  jobs: Jobs;
  mailer: Mailer;
  storage: Storage;
  erasures: ErasureList;
  /** Calls to addresses that users gave. */
  publicCalls: PublicCalls;
  log: Log;
}
