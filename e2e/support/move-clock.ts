/** The settings of a node whose clock a test moves. */
export const MOVABLE_CLOCK = { NODE_ENV: 'development', TEST_CLOCK: '1', HOST: '127.0.0.1' };

/** Moves the clock of a node with a movable clock. */
export async function moveClock(url: string, ms: number): Promise<void> {
  const answer = await fetch(`${url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_ms: ms }),
  });
  if (!answer.ok) throw new Error(`the clock did not move: ${answer.status}`);
}
