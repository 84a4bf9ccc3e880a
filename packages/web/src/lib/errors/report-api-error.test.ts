import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { connectNavigation } from '../browser/navigation.ts';
import { toast } from '../toast.ts';
import { reportApiError } from './report-api-error.ts';

const went: string[] = [];

beforeEach(() => {
  went.length = 0;
  connectNavigation({ open: (to) => void went.push(to) });
  vi.spyOn(toast, 'error').mockReturnValue('id');
  vi.spyOn(toast, 'retry').mockReturnValue('id');
});
afterEach(() => vi.restoreAllMocks());

function httpError(status: number, code?: ApiError['code']) {
  return new ApiError({ kind: 'http', status, path: '/x', code });
}
function lastToast() {
  const [title, options] = vi.mocked(toast.error).mock.lastCall ?? [];
  return { title, ...options };
}

describe('a failed call', () => {
  it('[8.7] 401 shows that the session expired, with Login', () => {
    reportApiError(httpError(401));
    expect(lastToast()).toMatchObject({
      title: 'Session Expired',
      description: 'Please log in again',
      action: { label: 'Login' },
    });
    lastToast().action?.onClick();
    expect(went).toEqual(['/login']);
  });

  it('Login does not open the sign-in page again, which knows where its visitor came from', () => {
    window.history.replaceState(null, '', '/login');
    reportApiError(httpError(401));
    lastToast().action?.onClick();
    window.history.replaceState(null, '', '/');
    expect(went).toEqual([]);
  });

  it("[8.7] 403 says 'Premium Feature', with Upgrade to /upgrade", () => {
    reportApiError(httpError(403, 'premium_required'));
    expect(lastToast()).toMatchObject({ title: 'Premium Feature', action: { label: 'Upgrade' } });
    lastToast().action?.onClick();
    expect(went).toEqual(['/upgrade']);
  });

  it('a 403 that an upgrade would not change offers none', () => {
    reportApiError(httpError(403, 'not_matched'));
    expect(lastToast()).toMatchObject({ title: 'Request Failed' });
    expect(lastToast().action).toBeUndefined();
  });

  it.each([
    [429, 'Too Many Requests'],
    [500, 'Our servers are experiencing issues'],
    [502, 'Our servers are experiencing issues'],
    [503, 'Our servers are experiencing issues'],
    [404, 'Request Failed'],
    [409, 'Request Failed'],
    [504, 'Request Failed'],
  ])('[8.7] %i says %s', (status, title) => {
    reportApiError(httpError(status));
    expect(lastToast().title).toBe(title);
  });

  it('an abort is not reported', () => {
    reportApiError(new DOMException('gone', 'AbortError'));
    expect(toast.error).not.toHaveBeenCalled();
  });
});

describe('retrying', () => {
  const retry = () => {};

  it.each([
    ['network', 0],
    ['timeout', 0],
    ['http', 500],
    ['http', 503],
    ['http', 599],
    ['http', 429],
  ] as const)('[8.9] %s %i is retryable and offers a retry', (kind, status) => {
    const error = new ApiError({ kind, status, path: '/x' });
    expect(error.retryable).toBe(true);
    reportApiError(error, { retry });
    expect(toast.retry).toHaveBeenCalledWith(expect.any(String), retry, expect.anything());
  });

  it.each([400, 401, 403, 404, 409, 422, 499])('[8.9] %i is not', (status) => {
    expect(httpError(status).retryable).toBe(false);
    reportApiError(httpError(status), { retry });
    expect(toast.retry).not.toHaveBeenCalled();
  });
});
