import type { UserModel } from '@soulsight/affinity/interest';
import { fromOtherStart } from '@soulsight/affinity/traits';
import type { Db } from '../../../core/db/types.ts';
import { listUserModels, type UserModelRow } from '../bgp.store.ts';

/** Users read in one statement. */
const PAGE = 500;

/** The matching model's view of each user, by id; users without a behavioural profile are absent. */
export async function getUserModels(db: Db, userIds: readonly string[]): Promise<Map<string, UserModel>> {
  const models = new Map<string, UserModel>();
  for (let from = 0; from < userIds.length; from += PAGE) {
    const rows = await listUserModels(db, userIds.slice(from, from + PAGE));
    for (const row of rows) models.set(row.userId, toUserModel(row));
  }
  return models;
}

/** Answers and readings count on top of what the matching model sees of behaviour: see `matchingBehaviour`. */
export function toUserModel(row: UserModelRow): UserModel {
  const { a, va, b, vb, preference, seen } = row;
  const shown = { means: row.behaviourMeans, variances: row.behaviourVariances };
  const matching = { means: row.matchingMeans, variances: row.matchingVariances };
  return { ...fromOtherStart(shown, row, matching), a, va, b, vb, p: preference, seen };
}
