const WINDOW_MS = 10_000;

/**
 * How many messages a connection sent lately. There is one per socket, so it is two numbers and no closures; decision
 * 0020 says why it is not rate-limiter-flexible.
 */
export interface RateWindow {
  /** When the window began, in milliseconds since 1970. */
  start: number;
  count: number;
}

/**
 * Counts a message in a fixed window of ten seconds that begins with its first message.
 * @returns 0 when the message is allowed, else the milliseconds until the window ends
 */
export function countMessage(window: RateWindow, max: number, now: number): number {
  if (now - window.start >= WINDOW_MS) {
    window.start = now;
    window.count = 0;
  }
  window.count += 1;
  return window.count <= max ? 0 : window.start + WINDOW_MS - now;
}

/** How many messages of the current window were rejected. */
export function countRejected(window: RateWindow, max: number): number {
  return Math.max(0, window.count - max);
}
