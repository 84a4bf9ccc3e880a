import type { Core } from '../../../core/core.ts';
import { forEachSettled } from '../../../core/jobs/for-each-settled.ts';
import { createLocks } from '../moderation/locks.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import * as store from '../safety.store.ts';

/**
 * Mends what a node of an older version does during a rolling update: it inserts a ban that follows a person again at each connection, and
 * lifts a ban without those that came from it.
 */
export function createRepeatedBans(
  core: Pick<Core, 'db' | 'clock' | 'vault' | 'log'>,
  deps: Pick<SafetyDeps, 'trust' | 'notifications' | 'lockAccount'>,
) {
  const { db, log } = core;
  const { applyLock, liftDerived } = createLocks(core, deps);

  /** Leaves an account one ban of each that follows its person: the lifted or appealed one, if there is one. */
  async function deleteRepeated(): Promise<void> {
    await forEachSettled(await store.listUsersWithRepeatedBans(db), log, (userId) =>
      db.transaction(async (tx) => {
        await store.lockSanctions(tx, userId);
        await store.deleteRepeatedBans(tx, userId);
        await applyLock(tx, userId);
      }),
    );
  }

  return async function mendRepeatedBans(): Promise<void> {
    await deleteRepeated();
    await forEachSettled(await store.listLiftedWithDerivedBans(db), log, (sanctionId) =>
      db.transaction((tx) => liftDerived(tx, sanctionId)),
    );
  };
}
