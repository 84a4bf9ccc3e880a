import {
  TOAST_DEFAULT_MS,
  TOAST_ERROR_MS,
  TOAST_NOTIFICATION_MS,
  TOAST_OFFLINE_WAIT_MS,
  TOAST_RETRY_MS,
  TOAST_SUCCESS_MS,
  TOASTS_MAX,
} from '@soulsight/contract/limits';

export interface ToastOptions {
  /** A toast with the same id replaces the first one. */
  id?: string;
  description?: string;
  /** Milliseconds until it closes by itself. */
  duration?: number;
  action?: { label: string; onClick: () => void };
}

type Sonner = typeof import('sonner')['toast'];

/** The library is loaded for the first toast. Until then toasts wait. */
let sonner: Sonner | null = null;
const waiting: ((loaded: Sonner) => unknown)[] = [];

let areWanted = false;
const areas = new Set<() => void>();

/** Whether what draws the toasts is needed, as a store for React. */
export const toastsWanted = {
  snapshot: () => areWanted,
  subscribe(listener: () => void): () => void {
    areas.add(listener);
    return () => areas.delete(listener);
  },
};

/** Toasts are drawn from now on. */
export function wantToasts(): void {
  if (areWanted) return;
  areWanted = true;
  for (const listener of areas) listener();
}

/** Loads what draws the toasts. */
export async function loadToasts(): Promise<typeof import('sonner')> {
  const module = await import('sonner');
  sonner = module.toast;
  for (const show of waiting.splice(0)) show(sonner);
  return module;
}

function withSonner(use: (loaded: Sonner) => unknown): void {
  if (sonner) use(sonner);
  else waiting.push(use);
}

/** Ids of the open toasts, oldest first. */
const activeIds: (string | number)[] = [];

/** Ids of toasts that belong to the user: they offer to try again, or show a notification. */
const ownIds = new Set<string | number>();

function track(id: string | number): void {
  untrack(id);
  activeIds.push(id);
  while (activeIds.length > TOASTS_MAX) {
    const oldest = activeIds.shift();
    if (oldest !== undefined) withSonner((loaded) => loaded.dismiss(oldest));
  }
}

function untrack(id: string | number): void {
  ownIds.delete(id);
  const at = activeIds.indexOf(id);
  if (at >= 0) activeIds.splice(at, 1);
}

type Kind = 'message' | 'success' | 'warning' | 'error';

function show(
  kind: Kind,
  message: string,
  { id = crypto.randomUUID(), duration, ...rest }: ToastOptions,
  ms: number,
): string | number {
  const gone = (t: { id: string | number }) => untrack(t.id);
  const all = { ...rest, id, duration: duration ?? ms, onDismiss: gone, onAutoClose: gone };
  wantToasts();
  withSonner((loaded) => (kind === 'message' ? loaded(message, all) : loaded[kind](message, all)));
  track(id);
  return id;
}

/** The product's toasts, each kind with its own duration. At most 20 are open; the oldest is closed first. */
export const toast = {
  info: (message: string, o: ToastOptions = {}) => show('message', message, o, TOAST_DEFAULT_MS),
  success: (message: string, o: ToastOptions = {}) => show('success', message, o, TOAST_SUCCESS_MS),
  warning: (message: string, o: ToastOptions = {}) => show('warning', message, o, TOAST_DEFAULT_MS),
  error: (message: string, o: ToastOptions = {}) => show('error', message, o, TOAST_ERROR_MS),
  /** An error with a Retry button; open for 10 s. */
  retry(message: string, onRetry: () => void, { label = 'Retry', ...o }: ToastOptions & { label?: string } = {}) {
    const id = show('error', message, { ...o, action: { label, onClick: onRetry } }, TOAST_RETRY_MS);
    ownIds.add(id);
    return id;
  },
  /** Closes what belongs to a user who has left. Nothing closes by itself while the page is hidden. */
  dismissOwn() {
    for (const id of ownIds) withSonner((loaded) => loaded.dismiss(id));
    ownIds.clear();
  },
  /** Something waits for the network; open for 8 s. */
  offlineWait: (message: string, o: ToastOptions = {}) => show('warning', message, o, TOAST_OFFLINE_WAIT_MS),
  /** A notification; open for 10 s. */
  notification(message: string, o: ToastOptions = {}) {
    const id = show('message', message, o, TOAST_NOTIFICATION_MS);
    ownIds.add(id);
    return id;
  },
  isOpen: (id: string | number) => activeIds.includes(id),
  dismiss: (id?: string | number) => withSonner((loaded) => loaded.dismiss(id)),
};

/** The number of open toasts. */
export function countActiveToasts(): number {
  return activeIds.length;
}
