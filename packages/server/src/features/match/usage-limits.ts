import type { UsageLimits } from '@soulsight/contract/match';
import type { Db } from '../../core/db/types.ts';
import { localDay } from './local-day.rules.ts';
import type { MatchContext } from './match.context.ts';
import { calculateUsageLimits } from './match.rules.ts';
import { countActiveConversations, getUsage } from './usage.store.ts';

/** A user's limits now; `day` is the local day that a match found now counts for, YYYY-MM-DD. */
export async function getUsageLimits(
  { clock, subscription, profile }: Pick<MatchContext, 'clock' | 'subscription' | 'profile'>,
  userId: string,
  db: Db,
): Promise<{ limits: UsageLimits; day: string }> {
  const now = clock.now();
  const plan = await subscription.getPlan(userId, db);
  const timeZone = await profile.getTimezone(userId, db);
  const day = localDay(now, timeZone);
  const { used: matchesToday, lastDay } = await getUsage(db, userId, day);
  const activeConversations = await countActiveConversations(db, userId);
  return { limits: calculateUsageLimits(plan, { matchesToday, lastDay, activeConversations }, now, timeZone), day };
}
