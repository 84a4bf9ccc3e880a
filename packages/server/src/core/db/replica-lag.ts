/** How far the primary's log was written at a time of this process's clock. */
interface Position {
  at: number;
  written: number;
}

/** Adds the newest position. Of the time before the bound, one position says as much as all of them, so the others are dropped. */
export function addPosition(positions: readonly Position[], newest: Position, maxLagMs: number): Position[] {
  const since = newest.at - maxLagMs;
  const all = [...positions, newest];
  return all.filter((_, n) => (all[n + 1] ?? newest).at >= since);
}

/**
 * Measures the lag: the position of the primary's log is remembered with the time of this process, and the replica has
 * everything of that time once it has replayed up to there. So neither the clocks of the servers matter nor whether anybody
 * writes, and a replica that lost its primary falls behind.
 */
export function createLag(maxLagMs: number) {
  let positions: Position[] = [];
  let freshAt: number | null = null;
  const getLagMs = () => (freshAt === null ? null : performance.now() - freshAt);
  return {
    remember(position: Position): void {
      positions = addPosition(positions, position, maxLagMs);
    },
    update(replayed: number): void {
      const reached = positions.findLast(({ written }) => written <= replayed);
      if (reached) freshAt = reached.at;
    },
    getLagMs,
    isFresh: () => (getLagMs() ?? Number.POSITIVE_INFINITY) <= maxLagMs,
  };
}
