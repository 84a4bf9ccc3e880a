import { RT_TOAST_THROTTLE_MS } from '@soulsight/contract/limits';

/** Allows each kind of toast once in ten seconds. */
export function createToastThrottle(now: () => number): (kind: string) => boolean {
  const shown = new Map<string, number>();
  return (kind) => {
    const last = shown.get(kind);
    if (last !== undefined && now() - last < RT_TOAST_THROTTLE_MS) return false;
    shown.set(kind, now());
    return true;
  };
}
