import { isApiError } from '../api/api-error.ts';

export type ErrorKind = 'network' | 'api' | 'auth' | 'validation' | 'client' | 'unknown';
export type Severity = 'low' | 'medium' | 'high' | 'critical';

/** Errors of the animation library that have no effect. */
const ANIMATION_FAULTS = [/framer-motion/i, /motion-dom/i, /ResizeObserver loop/i, /animation.*(?:cancel|abort)/i];
const CHUNK_FAULTS = [
  /Loading chunk/i,
  /ChunkLoadError/,
  /Loading CSS chunk/i,
  /dynamically imported module/i,
  /Importing a module script failed/i,
  /Loading a part of the application failed/,
];
const NETWORK_FAULTS = [
  /failed to fetch/i,
  /networkerror/i,
  /network request failed/i,
  /load failed/i,
  /ERR_(?:NETWORK|INTERNET|CONNECTION)/,
];
const CRITICAL_NAMES: ReadonlySet<string> = new Set(['ReferenceError', 'TypeError', 'SyntaxError', 'ChunkLoadError']);

export function describeError(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return typeof error === 'string' ? error : safeJson(error);
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

export function isIgnored(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'AbortError') return true;
  const text = describeError(error);
  return ANIMATION_FAULTS.some((pattern) => pattern.test(text));
}

export function classifyError(error: unknown): ErrorKind {
  if (isApiError(error)) {
    if (error.kind === 'network' || error.kind === 'timeout') return 'network';
    if (error.status === 401 || error.status === 403) return 'auth';
    return error.status === 400 || error.status === 422 ? 'validation' : 'api';
  }
  const text = describeError(error);
  if (CHUNK_FAULTS.some((pattern) => pattern.test(text))) return 'client';
  if (NETWORK_FAULTS.some((pattern) => pattern.test(text))) return 'network';
  if (/^Auth/.test(text)) return 'auth';
  if (/^ZodError/.test(text)) return 'validation';
  return error instanceof Error ? 'client' : 'unknown';
}

export function getSeverity(error: unknown, kind: ErrorKind = classifyError(error)): Severity {
  if (kind === 'validation') return 'low';
  if (kind === 'network' || kind === 'auth') return 'medium';
  if (kind === 'api') return isApiError(error) && error.status >= 500 ? 'high' : 'medium';
  const text = describeError(error);
  if (error instanceof Error && CRITICAL_NAMES.has(error.name)) return 'critical';
  return CHUNK_FAULTS.some((pattern) => pattern.test(text)) ? 'critical' : 'medium';
}
