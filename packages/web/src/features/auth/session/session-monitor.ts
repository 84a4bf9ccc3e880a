import { SESSION_MONITOR_MS, SESSION_MONITOR_START_MS, SESSION_REFRESH_LEFT_MS } from '@soulsight/contract/limits';

export interface MonitoredAuth {
  /** Seconds since 1970 at which the session ends; null without a session. */
  expiresAt: () => Promise<number | null>;
  refresh: () => Promise<unknown>;
}

/**
 * Checks the session 1 s after the start, every 60 s, and whenever the page becomes visible (a computer may have slept).
 * Refreshes the session when it ends in 5 minutes or less. Returns a function that stops the checks.
 */
export function monitorSession(auth: MonitoredAuth, now: () => number = Date.now): () => void {
  async function refreshIfExpiring(): Promise<void> {
    const expiresAt = await auth.expiresAt();
    if (expiresAt !== null && expiresAt * 1000 - now() <= SESSION_REFRESH_LEFT_MS) await auth.refresh();
  }
  const check = () => void refreshIfExpiring().catch(() => {});
  const onVisible = () => {
    if (!document.hidden) check();
  };
  const first = setTimeout(check, SESSION_MONITOR_START_MS);
  const every = setInterval(check, SESSION_MONITOR_MS);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearTimeout(first);
    clearInterval(every);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
