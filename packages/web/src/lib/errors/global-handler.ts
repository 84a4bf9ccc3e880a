import { ERROR_HISTORY_MAX, ERROR_STATISTICS_WINDOW_MS } from '@soulsight/contract/limits';
import { toast } from '../toast.ts';
import { classifyError, describeError, type ErrorKind, getSeverity, isIgnored, type Severity } from './classify.ts';
import { GLOBAL_MESSAGES } from './startup-messages.ts';

export interface CapturedError {
  /** Milliseconds since 1970. */
  at: number;
  kind: ErrorKind;
  severity: Severity;
  message: string;
}

export interface ErrorStatistics {
  /** Errors of the last 24 hours. */
  total: number;
  byKind: Partial<Record<ErrorKind, number>>;
  bySeverity: Partial<Record<Severity, number>>;
}

type Toasts = Pick<typeof toast, 'error' | 'warning' | 'info' | 'success'>;

export interface GlobalErrorsOptions {
  now?: () => number;
  toasts?: Toasts;
  reload?: () => void;
  isOnline?: () => boolean;
}

/** Replaces a broken image. */
const PLACEHOLDER_IMAGE = '/placeholder-avatar.svg';

/**
 * Handles what no other code caught: window errors, unhandled rejections, resources that failed to load, and changes of
 * the network. Stores the last 100 errors and shows the user those that affect them.
 */
export class GlobalErrors {
  readonly #history: CapturedError[] = [];
  readonly #now: () => number;
  readonly #toasts: Toasts;
  readonly #reload: () => void;
  readonly #isOnline: () => boolean;

  constructor(options: GlobalErrorsOptions = {}) {
    this.#now = options.now ?? Date.now;
    this.#toasts = options.toasts ?? toast;
    this.#reload = options.reload ?? (() => window.location.reload());
    this.#isOnline = options.isOnline ?? (() => navigator.onLine);
  }

  /** Starts listening. Returns a function that stops it. */
  install(target: Window = window): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    target.addEventListener('error', (event) => this.#onError(event), { capture: true, signal });
    target.addEventListener('unhandledrejection', (event) => this.capture(event.reason), { signal });
    target.addEventListener('offline', () => this.#onOffline(), { signal });
    target.addEventListener('online', () => this.#onOnline(), { signal });
    return () => stop.abort();
  }

  /** Records an error and shows a toast, unless the screen already shows it. */
  capture(error: unknown, { shown = false }: { shown?: boolean } = {}): void {
    if (isIgnored(error)) return;
    const kind = classifyError(error);
    const severity = getSeverity(error, kind);
    this.#keep({ at: this.#now(), kind, severity, message: describeError(error) });
    if (shown) return;
    if (severity === 'critical') this.#showCritical();
    else if (kind === 'network' && this.#isOnline())
      this.#toasts.warning(GLOBAL_MESSAGES.network, { id: 'network-trouble' });
  }

  /** The last errors, oldest first, at most 100. */
  get history(): readonly CapturedError[] {
    return this.#history;
  }

  /** Counts over the last 24 hours. */
  statistics(): ErrorStatistics {
    const since = this.#now() - ERROR_STATISTICS_WINDOW_MS;
    const recent = this.#history.filter((error) => error.at > since);
    return { total: recent.length, byKind: countBy(recent, 'kind'), bySeverity: countBy(recent, 'severity') };
  }

  #keep(error: CapturedError): void {
    this.#history.push(error);
    if (this.#history.length > ERROR_HISTORY_MAX) this.#history.shift();
  }

  #onError(event: ErrorEvent | Event): void {
    const target = event.target;
    if (target instanceof HTMLImageElement) this.#onBrokenImage(target);
    else if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) this.#onBrokenScript(target);
    else this.capture((event as ErrorEvent).error ?? (event as ErrorEvent).message);
  }

  #onBrokenImage(image: HTMLImageElement): void {
    this.#keep({
      at: this.#now(),
      kind: 'client',
      severity: 'low',
      message: `Image failed: ${image.src.split('?')[0]}`,
    });
    if (!image.src.endsWith(PLACEHOLDER_IMAGE)) image.src = PLACEHOLDER_IMAGE;
  }

  #onBrokenScript(element: HTMLScriptElement | HTMLLinkElement): void {
    const source = element instanceof HTMLScriptElement ? element.src : element.href;
    this.#keep({ at: this.#now(), kind: 'client', severity: 'high', message: `Script failed: ${source}` });
    if (element instanceof HTMLScriptElement) this.#showWithRefresh('warning', GLOBAL_MESSAGES.script, 'script-failed');
  }

  #showCritical(): void {
    this.#showWithRefresh('error', GLOBAL_MESSAGES.critical, 'critical');
  }

  #showWithRefresh(kind: 'error' | 'warning', message: string, id: string): void {
    this.#toasts[kind](message, { id, action: { label: 'Refresh', onClick: this.#reload } });
  }

  #onOffline(): void {
    this.#toasts.warning(GLOBAL_MESSAGES.offline, { id: 'network-change', description: GLOBAL_MESSAGES.disconnected });
  }

  #onOnline(): void {
    this.#toasts.success(GLOBAL_MESSAGES.online, { id: 'network-change', description: GLOBAL_MESSAGES.connected });
  }
}

function countBy<K extends 'kind' | 'severity'>(
  errors: readonly CapturedError[],
  key: K,
): Partial<Record<CapturedError[K], number>> {
  const counts: Partial<Record<CapturedError[K], number>> = {};
  for (const error of errors) counts[error[key]] = (counts[error[key]] ?? 0) + 1;
  return counts;
}
