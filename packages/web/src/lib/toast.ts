import {
  TOAST_DEFAULT_MS,
  TOAST_ERROR_MS,
  TOAST_NOTIFICATION_MS,
  TOAST_OFFLINE_WAIT_MS,
  TOAST_RETRY_MS,
  TOAST_SUCCESS_MS,
  TOASTS_MAX,
} from '@soulsight/contract/limits';
import { toast as sonner } from 'sonner';

export interface ToastOptions {
  /** A second toast of the same id takes the first one's place. */
  id?: string;
  description?: string;
  /** Milliseconds until it closes by itself. */
  duration?: number;
  action?: { label: string; onClick: () => void };
}

/** Ids of the toasts that stand, oldest first. */
const activeIds: (string | number)[] = [];

function track(id: string | number): string | number {
  untrack(id);
  activeIds.push(id);
  while (activeIds.length > TOASTS_MAX) {
    const oldest = activeIds.shift();
    if (oldest !== undefined) sonner.dismiss(oldest);
  }
  return id;
}

function untrack(id: string | number): void {
  const at = activeIds.indexOf(id);
  if (at >= 0) activeIds.splice(at, 1);
}

function options({ duration, ...rest }: ToastOptions, defaultMs: number) {
  const gone = (t: { id: string | number }) => untrack(t.id);
  return { ...rest, duration: duration ?? defaultMs, onDismiss: gone, onAutoClose: gone };
}

/** The product's toasts, each kind with the time it stands. At most 20 are kept; the oldest goes first. */
export const toast = {
  info: (message: string, o: ToastOptions = {}) => track(sonner(message, options(o, TOAST_DEFAULT_MS))),
  success: (message: string, o: ToastOptions = {}) => track(sonner.success(message, options(o, TOAST_SUCCESS_MS))),
  warning: (message: string, o: ToastOptions = {}) => track(sonner.warning(message, options(o, TOAST_DEFAULT_MS))),
  error: (message: string, o: ToastOptions = {}) => track(sonner.error(message, options(o, TOAST_ERROR_MS))),
  /** An error with a Retry button; it stands 10 s. */
  retry: (message: string, onRetry: () => void, o: ToastOptions = {}) =>
    track(sonner.error(message, options({ ...o, action: { label: 'Retry', onClick: onRetry } }, TOAST_RETRY_MS))),
  /** What waits for the network; it stands 8 s. */
  offlineWait: (message: string, o: ToastOptions = {}) =>
    track(sonner.warning(message, options(o, TOAST_OFFLINE_WAIT_MS))),
  /** A notification that popped up; it stands 10 s. */
  notification: (message: string, o: ToastOptions = {}) => track(sonner(message, options(o, TOAST_NOTIFICATION_MS))),
  dismiss: (id?: string | number) => sonner.dismiss(id),
};

/** How many toasts stand now. */
export function countActiveToasts(): number {
  return activeIds.length;
}
