import { LAST_ACTIVITY_IDLE_MS } from '@soulsight/contract/limits';
import { STORAGE_KEYS, writeStored } from './storage.ts';

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Stores when a person was last active, once they have been idle for 30 s. Returns the way to stop. */
export function storeLastActivity(target: Window = window, now: () => number = Date.now): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onActivity = () => {
    const at = now();
    clearTimeout(timer);
    timer = setTimeout(() => writeStored(STORAGE_KEYS.lastActivity, String(at)), LAST_ACTIVITY_IDLE_MS);
  };
  for (const sign of SIGNS_OF_LIFE) target.addEventListener(sign, onActivity, { passive: true });
  onActivity();
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS_OF_LIFE) target.removeEventListener(sign, onActivity);
  };
}
