import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import { forEachSettled } from '../../../core/jobs/for-each-settled.ts';
import type { BgpModel } from '../bgp.model.ts';
import * as store from '../bgp.store.ts';

const BATCH = 200;
/** Smaller than every id. */
const NO_USER = '00000000-0000-0000-0000-000000000000';
/** Events older than this that are still not applied belong to a lost job. */
const JOB_LOST_AFTER_MS = MINUTE_MS;

/** Jobs that keep stored profiles current. */
export function createMaintenance(
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  model: Pick<BgpModel, 'applyEvents' | 'lock' | 'save'>,
) {
  /** Applies a user's recorded events. */
  async function apply(userId: string): Promise<void> {
    await db.transaction((tx) => model.applyEvents(tx, userId));
  }

  /** Applies events whose job was lost; returns how many users were affected. */
  async function sweep(): Promise<number> {
    const before = new Date(clock.now().getTime() - JOB_LOST_AFTER_MS);
    let count = 0;
    for (let after = NO_USER; ; ) {
      const userIds = await store.listUsersWithUnappliedEvents(db, { before, after, limit: BATCH });
      await forEachSettled(userIds, log, apply);
      count += userIds.length;
      if (userIds.length < BATCH) return count;
      after = userIds.at(-1) ?? after;
    }
  }

  /** Fades profiles that did not change for a day; returns how many. */
  async function fade(): Promise<number> {
    const before = new Date(clock.now().getTime() - DAY_MS);
    const fadeOne = (userId: string) =>
      db.transaction(async (tx) => model.save(tx, await model.lock(tx, userId), { defaultCause: 'time' }));
    const failed: string[] = [];
    let count = 0;
    for (;;) {
      const page = await store.listStaleProfiles(db, { before, except: failed, limit: BATCH });
      failed.push(...(await forEachSettled(page, log, fadeOne)));
      count += page.length;
      if (page.length < BATCH) return count;
    }
  }

  return { apply, sweep, fade };
}
