/** Demo users are shared between so many homes of users; who has not been here for the longest loses theirs first. */
export const HOMES_MAX = 4;
/** How many demo users move near one user at most. */
const NEIGHBOURS_MAX = 120;

/** A demo user whom nobody has met, and where they live. */
export type FreeDemoUser = { userId: string; home: string };

/**
 * Which demo users move to a user's home, so that each home has the same number: those at nobody's home first, then those where most live.
 * @param free oldest first
 * @param homes where users live
 * @returns user ids
 */
export function chooseToMove(free: readonly FreeDemoUser[], home: string, homes: readonly string[]): string[] {
  const others = homes.filter((other) => other !== home).slice(0, HOMES_MAX - 1);
  const share = Math.min(NEIGHBOURS_MAX, Math.floor(free.length / (others.length + 1)));
  const living = new Map<string, number>();
  const ranked = free.map(({ userId, home: current }) => {
    const neighbours = living.get(current) ?? 0;
    living.set(current, neighbours + 1);
    return { userId, current, neighbours: others.includes(current) ? neighbours : free.length };
  });
  const missing = Math.max(0, share - (living.get(home) ?? 0));
  return ranked
    .filter(({ current }) => current !== home)
    .sort((one, other) => other.neighbours - one.neighbours)
    .slice(0, missing)
    .map(({ userId }) => userId);
}
