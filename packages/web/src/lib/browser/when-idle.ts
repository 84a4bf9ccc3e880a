/** Work that can wait is done by then, even while the page is busy or hidden. */
const IDLE_WITHIN_MS = 2_000;

/**
 * Runs what the page can do without for now: once the next frame is painted and the main thread rests, at the latest after `withinMs`.
 * Returns a function that cancels it.
 */
export function whenIdle(work: () => void, withinMs = IDLE_WITHIN_MS): () => void {
  let isOver = false;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
  };
  const run = () => {
    if (isOver) return;
    stop();
    work();
  };
  // No frame of a hidden page is painted.
  const timer = setTimeout(run, withinMs);
  requestAnimationFrame(() => {
    if (isOver) return;
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(run);
    else setTimeout(run);
  });
  return stop;
}
