import { SESSION_MONITOR_MS, SESSION_MONITOR_START_MS, SESSION_REFRESH_LEFT_MS } from '@soulsight/contract/limits';

export interface MonitoredAuth {
  /** Seconds since 1970 at which the session ends; null without a session. */
  expiresAt: () => Promise<number | null>;
  refresh: () => Promise<unknown>;
}

/**
 * Looks at the session 1 s after the start and every 60 s, and refreshes it when 5 minutes or less remain. It also looks when
 * a sleeping computer wakes and the page is seen again. Returns the way to stop.
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
