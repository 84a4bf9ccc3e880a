const WINDOW_MS = 10_000;

/** What a connection sent lately. There are as many of these as sockets: two numbers, and no functions of its own. */
export interface RateWindow {
  /** Milliseconds since 1970 of the first message that counts. */
  start: number;
  count: number;
}

/** Counts a message; so many may come in ten seconds from the first. 0 when it may pass, else the milliseconds until the next one may. */
export function countMessage(window: RateWindow, max: number, now: number): number {
  if (now - window.start >= WINDOW_MS) {
    window.start = now;
    window.count = 0;
  }
  window.count += 1;
  return window.count <= max ? 0 : window.start + WINDOW_MS - now;
}

/** Messages refused in this window. */
export function countRejected(window: RateWindow, max: number): number {
  return Math.max(0, window.count - max);
}
