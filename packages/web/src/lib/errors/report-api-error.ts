import type { ErrorCode } from '@soulsight/contract/errors';
import { isApiError } from '../api/api-error.ts';
import { navigateTo } from '../browser/navigation.ts';
import { readStored, STORAGE_KEYS } from '../browser/storage.ts';
import { PATHS } from '../paths.ts';
import { toast } from '../toast.ts';
import { API_TITLES, type ErrorContext, SESSION_EXPIRED_MESSAGE } from './catalogue.ts';
import { getErrorMessage } from './messages.ts';

/** The ids of the toasts that ask the user to sign in. */
export const SIGN_IN_TOASTS = { expired: 'session-expired', guard: 'sign-in-first' } as const;

export interface ReportOptions {
  context?: ErrorContext;
  /** Offered as a Retry button where trying again may help. */
  retry?: () => void;
}

/** Shows a toast for a failed call, with an action where one helps. */
export function reportApiError(error: unknown, { context, retry }: ReportOptions = {}): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const message = getErrorMessage(error, context);
  const status = isApiError(error) ? error.status : 0;
  if (status === 401 && context !== 'login') reportSessionExpired();
  else if (status === 403 && isPremiumRefusal(error)) reportPremiumFeature(message);
  else reportRequestFailed(error, message, retry);
}

function reportRequestFailed(error: unknown, message: string, retry: (() => void) | undefined): void {
  const title = getTitle(isApiError(error) ? error.status : 0);
  const options = { id: `api-${title}-${message}`, description: message };
  if (retry && isApiError(error) && error.retryable) toast.retry(title, retry, options);
  else toast.error(title, options);
}

function getTitle(status: number): string {
  if (status === 429) return API_TITLES.tooManyRequests;
  if (status === 500 || status === 502 || status === 503) return API_TITLES.servers;
  return API_TITLES.requestFailed;
}

/** Shows that the session has expired, unless the user has signed out. */
export function reportSessionExpired(): void {
  if (readStored(STORAGE_KEYS.signedOut) !== null) return;
  toast.error(API_TITLES.sessionExpired, {
    id: SIGN_IN_TOASTS.expired,
    description: SESSION_EXPIRED_MESSAGE,
    action: { label: 'Login', onClick: openSignIn },
  });
}

/** Opening the page again would lose where its visitor came from. */
function openSignIn(): void {
  if (window.location.pathname !== PATHS.signIn) navigateTo(PATHS.signIn);
}

function reportPremiumFeature(message: string): void {
  toast.error(API_TITLES.premiumFeature, {
    id: 'premium-feature',
    description: message,
    action: { label: 'Upgrade', onClick: () => navigateTo(PATHS.upgrade) },
  });
}

/** 403 errors that an upgrade to Premium would not change. */
const NOT_PREMIUM_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'forbidden',
  'email_not_verified',
  'onboarding_incomplete',
  'consent_required',
  'account_locked',
  'not_matched',
  'reveal_trust_too_low',
  'reveal_photo_needed',
  'reveal_too_early',
]);

function isPremiumRefusal(error: unknown): boolean {
  return isApiError(error) && !(error.code && NOT_PREMIUM_CODES.has(error.code));
}
