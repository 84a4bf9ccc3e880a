import {
  TOAST_DEFAULT_MS,
  TOAST_ERROR_MS,
  TOAST_NOTIFICATION_MS,
  TOAST_OFFLINE_WAIT_MS,
  TOAST_RETRY_MS,
  TOAST_SUCCESS_MS,
  TOASTS_KEPT,
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
const standing: (string | number)[] = [];

function keep(id: string | number): string | number {
  forget(id);
  standing.push(id);
  while (standing.length > TOASTS_KEPT) {
    const oldest = standing.shift();
    if (oldest !== undefined) sonner.dismiss(oldest);
  }
  return id;
}

function forget(id: string | number): void {
  const at = standing.indexOf(id);
  if (at >= 0) standing.splice(at, 1);
}

function options({ duration, ...rest }: ToastOptions, defaultMs: number) {
  const gone = (t: { id: string | number }) => forget(t.id);
  return { ...rest, duration: duration ?? defaultMs, onDismiss: gone, onAutoClose: gone };
}

/** The product's toasts, each kind with the time it stands. At most 20 are kept; the oldest goes first. */
export const toast = {
  info: (message: string, o: ToastOptions = {}) => keep(sonner(message, options(o, TOAST_DEFAULT_MS))),
  success: (message: string, o: ToastOptions = {}) => keep(sonner.success(message, options(o, TOAST_SUCCESS_MS))),
  warning: (message: string, o: ToastOptions = {}) => keep(sonner.warning(message, options(o, TOAST_DEFAULT_MS))),
  error: (message: string, o: ToastOptions = {}) => keep(sonner.error(message, options(o, TOAST_ERROR_MS))),
  /** An error with a Retry button; it stands 10 s. */
  retry: (message: string, onRetry: () => void, o: ToastOptions = {}) =>
    keep(sonner.error(message, options({ ...o, action: { label: 'Retry', onClick: onRetry } }, TOAST_RETRY_MS))),
  /** What waits for the network; it stands 8 s. */
  offlineWait: (message: string, o: ToastOptions = {}) =>
    keep(sonner.warning(message, options(o, TOAST_OFFLINE_WAIT_MS))),
  /** A notification that popped up; it stands 10 s. */
  notification: (message: string, o: ToastOptions = {}) => keep(sonner(message, options(o, TOAST_NOTIFICATION_MS))),
  dismiss: (id?: string | number) => sonner.dismiss(id),
};

/** How many toasts stand now. */
export function standingToasts(): number {
  return standing.length;
}
