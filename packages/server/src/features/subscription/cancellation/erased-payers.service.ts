import type { Core } from '../../../core/core.ts';
import type { Gateway, GatewayPayer } from '../gateway/gateway.ts';
import { hasUser } from '../subscription.store.ts';
import type { PayerRemovals } from './payer-removal.service.ts';

/** How many pages of the gateway one run reads. */
const PAGES_MAX = 100;

export type ErasedPayers = {
  /** Subscriptions that were looked at. */
  looked: number;
  users: number;
  customers: number;
  running: number;
  /** Where the next run goes on; null if all was looked at. */
  next: string | null;
};
type ErasedPayer = GatewayPayer & { userId: string };
export type ErasedPayersRun = { removes: boolean; after: string | null; pagesMax?: number };

/**
 * Customers and subscriptions of users who were erased, which the gateway still has: of erasures from before payers were removed, or
 * by a worker of an older version. What was removed is not found again, so a run can be repeated.
 */
export function createErasedPayers(
  { db, erasures }: Pick<Core, 'db' | 'erasures'>,
  { gateway, payers }: { gateway: Pick<Gateway, 'listPayers'>; payers: Pick<PayerRemovals, 'enqueue'> },
) {
  /** Counts them, and with `removes` also removes them by jobs, which end and refund what still runs. */
  async function handleErasedPayers({ removes, after, pagesMax = PAGES_MAX }: ErasedPayersRun): Promise<ErasedPayers> {
    const erased = new Set(await erasures.list());
    const all: ErasedPayer[] = [];
    let [looked, next] = [0, after];
    for (let pages = 0; pages < pagesMax; pages += 1) {
      const page = await gateway.listPayers(next);
      looked += page.payers.length;
      all.push(...(await filterErased(page.payers, erased)));
      next = page.next;
      if (next === null) break;
    }
    const found = Map.groupBy(all, ({ userId }) => userId);
    if (removes) for (const [userId, own] of found) await remove(userId, own);
    const customers = new Set(all.filter(({ isDeleted }) => !isDeleted).map(({ customer }) => customer)).size;
    const running = all.filter(({ isRunning }) => isRunning).length;
    return { looked, users: found.size, customers, running, next };
  }

  async function filterErased(payers: readonly GatewayPayer[], erased: ReadonlySet<string>): Promise<ErasedPayer[]> {
    const listed = payers.filter(
      (payer): payer is ErasedPayer =>
        payer.userId !== null && erased.has(payer.userId) && (payer.isRunning || !payer.isDeleted),
    );
    const found: ErasedPayer[] = [];
    // A user who is being erased right now has their payer removed with the account.
    for (const payer of listed) if (!(await hasUser(db, payer.userId))) found.push(payer);
    return found;
  }

  function remove(userId: string, own: readonly GatewayPayer[]): Promise<void> {
    const paidBack = own.filter(({ isRunning }) => isRunning).map(({ subscription }) => subscription);
    const customers = [...new Set(own.map(({ customer }) => customer))];
    return db.transaction((tx) => payers.enqueue(tx, userId, { paidBack, customers }));
  }

  return handleErasedPayers;
}
