import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { MatchDeps } from './match.deps.ts';
import type { ClosedBecause } from './match.store.ts';
import type { ExposureLimits } from './search/exposure-limits.ts';

/** Closes what belongs to a match, inside the transaction that closes the match. */
export type MatchClosedListener = (
  tx: Tx,
  closed: { matchId: string; userIds: string[]; because: ClosedBecause },
) => Promise<void>;

export type MatchContext = Pick<Core, 'db' | 'replica' | 'clock' | 'random' | 'outbox' | 'jobs' | 'vault'> &
  MatchDeps & { closedListeners: readonly MatchClosedListener[]; exposureLimits: ExposureLimits };
