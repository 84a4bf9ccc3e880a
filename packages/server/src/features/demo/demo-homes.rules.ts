/** How many demo users move near one user at most. */
const NEIGHBOURS_MAX = 120;

/** A demo user whom nobody has met, and where they live. */
export type FreeDemoUser = { userId: string; home: string };

/**
 * Which demo users move to a user's home, so that each home has the same number, and at least one while there are any: those at
 * nobody's home first, then what homes have above their share. A home keeps its share, so that repeating this changes nothing.
 * @param wanted whom the user wants to meet, oldest first
 * @param homes where users live
 * @returns user ids
 */
export function chooseToMove(wanted: readonly FreeDemoUser[], home: string, homes: ReadonlySet<string>): string[] {
  const share = Math.min(NEIGHBOURS_MAX, Math.max(1, Math.floor(wanted.length / new Set([home, ...homes]).size)));
  const living = new Map<string, number>();
  const ranked = wanted.map(({ userId, home: current }) => {
    const neighbours = living.get(current) ?? 0;
    living.set(current, neighbours + 1);
    return { userId, current, neighbours: homes.has(current) ? neighbours : wanted.length };
  });
  const missing = Math.max(0, share - (living.get(home) ?? 0));
  return ranked
    .filter(({ current, neighbours }) => current !== home && neighbours >= share)
    .sort((one, other) => other.neighbours - one.neighbours)
    .slice(0, missing)
    .map(({ userId }) => userId);
}
