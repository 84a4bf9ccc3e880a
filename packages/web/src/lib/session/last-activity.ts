import { LAST_ACTIVITY_IDLE_MS } from '@soulsight/contract/limits';
import { STORAGE_KEYS, writeStored } from '../browser/storage.ts';

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Stores the time of the last activity once the user has been idle for 30 s. Returns a function that stops it. */
export function trackLastActivity(target: Window = window, now: () => number = Date.now): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onActivity = () => {
    const at = now();
    clearTimeout(timer);
    timer = setTimeout(() => writeStored(STORAGE_KEYS.lastActivity, String(at)), LAST_ACTIVITY_IDLE_MS);
  };
  for (const sign of ACTIVITY_EVENTS) target.addEventListener(sign, onActivity, { passive: true });
  onActivity();
  return () => {
    clearTimeout(timer);
    for (const sign of ACTIVITY_EVENTS) target.removeEventListener(sign, onActivity);
  };
}
