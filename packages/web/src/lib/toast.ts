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
  /** A toast with the same id replaces the first one. */
  id?: string;
  description?: string;
  /** Milliseconds until it closes by itself. */
  duration?: number;
  action?: { label: string; onClick: () => void };
}

/** Ids of the open toasts, oldest first. */
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

/** The product's toasts, each kind with its own duration. At most 20 are open; the oldest is closed first. */
export const toast = {
  info: (message: string, o: ToastOptions = {}) => track(sonner(message, options(o, TOAST_DEFAULT_MS))),
  success: (message: string, o: ToastOptions = {}) => track(sonner.success(message, options(o, TOAST_SUCCESS_MS))),
  warning: (message: string, o: ToastOptions = {}) => track(sonner.warning(message, options(o, TOAST_DEFAULT_MS))),
  error: (message: string, o: ToastOptions = {}) => track(sonner.error(message, options(o, TOAST_ERROR_MS))),
  /** An error with a Retry button; open for 10 s. */
  retry: (message: string, onRetry: () => void, o: ToastOptions = {}) =>
    track(sonner.error(message, options({ ...o, action: { label: 'Retry', onClick: onRetry } }, TOAST_RETRY_MS))),
  /** Something waits for the network; open for 8 s. */
  offlineWait: (message: string, o: ToastOptions = {}) =>
    track(sonner.warning(message, options(o, TOAST_OFFLINE_WAIT_MS))),
  /** A notification; open for 10 s. */
  notification: (message: string, o: ToastOptions = {}) => track(sonner(message, options(o, TOAST_NOTIFICATION_MS))),
  dismiss: (id?: string | number) => sonner.dismiss(id),
};

/** The number of open toasts. */
export function countActiveToasts(): number {
  return activeIds.length;
}
