import { ERRORS, type ErrorCode } from '@soulsight/contract/errors';
import { type ApiError, isApiError } from '../api/api-error.ts';
import {
  CONTEXT_MESSAGES,
  type ErrorContext,
  FALLBACK_MESSAGE,
  GENERIC_MESSAGES,
  NETWORK_MESSAGES,
} from './catalogue.ts';
import { ChunkLoadError } from './chunk-load.ts';
import { GLOBAL_MESSAGES } from './startup-messages.ts';

/** Whether a server's text is fit for users, that is, not an exception's. */
function isPresentable(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '' && !text.includes('Error:') && !text.includes('Exception:');
}

/**
 * The sentence to show: the server's, else the one of the context, else the one of the status, else the fallback. The
 * context's sentence replaces a generic sentence of the server, since it knows what the user was doing.
 */
export function getErrorMessage(error: unknown, context?: ErrorContext): string {
  if (error instanceof ChunkLoadError)
    return error.needsRefresh ? GLOBAL_MESSAGES.partMissing : describeNetworkTrouble();
  if (!isApiError(error)) return FALLBACK_MESSAGE;
  if (error.kind === 'timeout') return NETWORK_MESSAGES.timeout;
  if (error.kind === 'network') return describeNetworkTrouble();
  if (error.kind === 'contract') return FALLBACK_MESSAGE;
  const fromContext = findContextMessage(error.status, context);
  if (isPresentable(error.detail) && !(fromContext && isDefaultDetail(error))) return error.detail;
  return fromContext ?? GENERIC_MESSAGES[error.status] ?? FALLBACK_MESSAGE;
}

function describeNetworkTrouble(): string {
  return navigator.onLine ? NETWORK_MESSAGES.generic : NETWORK_MESSAGES.offline;
}

/** The catalogue's sentence for a status, in a context if given. */
export function getStatusMessage(status: number, context?: ErrorContext): string {
  return findContextMessage(status, context) ?? GENERIC_MESSAGES[status] ?? FALLBACK_MESSAGE;
}

function findContextMessage(status: number, context?: ErrorContext): string | undefined {
  if (!context) return undefined;
  const messages: Readonly<Record<number, string>> = CONTEXT_MESSAGES[context];
  return messages[status] ?? (status > 500 ? messages[500] : undefined);
}

const GENERIC_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bad_request',
  'not_found',
  'rate_limited',
  'internal',
  'unavailable',
  'overloaded',
]);

/** Whether the server said only what it says of any failure of this kind. */
export function isDefaultDetail({ code, detail }: ApiError): boolean {
  return code !== undefined && GENERIC_CODES.has(code) && detail === ERRORS[code].detail;
}
