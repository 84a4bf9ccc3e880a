import type { Db } from '../db/types.ts';
import { countDeadJobs, type DeadJob, deleteDeadJob, listDeadJobs, retryDeadJob } from './dead-jobs.store.ts';

const LISTED_MAX = 100;

/** The jobs that failed on every attempt, or keep failing. */
export interface DeadJobs {
  /**
   * The jobs that failed on every attempt, newest first, at most 100. They are kept for a week. So are listed those that send themselves
   * again after each failure, while they wait and have failed at least five times.
   */
  listDead(): Promise<DeadJob[]>;
  /** How many there are, by job name; names without one are 0. */
  countDead(): Promise<Map<string, number>>;
  /** Runs a dead job again, with all its attempts. False for an unknown id, and for one that runs again already. */
  retryDead(id: string): Promise<boolean>;
  /** Deletes a dead job, which then never runs. False for an unknown id. */
  discardDead(id: string): Promise<boolean>;
}

export function createDeadJobs({
  db,
  schema,
  names,
}: {
  db: Db;
  schema: string;
  names: () => readonly string[];
}): DeadJobs {
  return {
    listDead: () => listDeadJobs(db, schema, LISTED_MAX),
    async countDead() {
      const counts = await countDeadJobs(db, schema);
      return new Map(names().map((name) => [name, counts.get(name) ?? 0]));
    },
    retryDead: (id) => retryDeadJob(db, schema, id),
    discardDead: (id) => deleteDeadJob(db, schema, id),
  };
}
