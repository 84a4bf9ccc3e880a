import type { Match } from '@soulsight/contract/match';
import type { MatchContext } from '../match.context.ts';
import { passUndoMs } from '../match.rules.ts';
import { filterAvailable, listPassed } from '../match.store.ts';
import { presentMatches } from '../present-matches.ts';

/** Passed suggestions that the user can still get back, newest first, as they would be then. */
export async function listUndoable(ctx: MatchContext, userId: string): Promise<Match[]> {
  const { db, clock, subscription } = ctx;
  const now = clock.now();
  const since = new Date(now.getTime() - passUndoMs(await subscription.getPlan(userId, db)));
  const passed = await listPassed(db, userId, since);
  const otherIds = passed.map(({ side }) => side.otherId);
  const available = await filterAvailable(db, userId, otherIds, now);
  const views = passed
    .filter(({ side }) => available.has(side.otherId))
    .map((view) => ({
      ...view,
      match: { ...view.match, state: 'open' as const },
      side: { ...view.side, decision: 'undecided' as const },
    }));
  return await presentMatches(ctx, userId, views);
}
