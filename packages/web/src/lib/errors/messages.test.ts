import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { CONTEXT_MESSAGES, type ErrorContext, GENERIC_MESSAGES, NETWORK_MESSAGES } from './catalogue.ts';
import { getErrorMessage, getStatusMessage } from './messages.ts';

afterEach(() => vi.restoreAllMocks());

function refused(status: number, detail?: string, code?: ApiError['code']) {
  return new ApiError({ kind: 'http', status, detail, code, path: '/x' });
}

describe('context messages', () => {
  it.each([
    ['login', 400, 'Please check your email and password.'],
    ['login', 401, 'Invalid email or password. Please try again.'],
    ['login', 404, 'Account not found. Please check your email or sign up.'],
    ['login', 422, 'Please check your email format.'],
    ['register', 400, 'Please fill in all required fields correctly.'],
    ['register', 409, 'An account with this email already exists. Try logging in instead.'],
  ] as const)('[8.10] %s %i', (context, status, message) => {
    expect(getStatusMessage(status, context)).toBe(message);
  });

  it('[8.10] register 422 names email format and password requirements; 500 names the service', () => {
    expect(getStatusMessage(422, 'register')).toMatch(/email format.*password requirements/);
    expect(getStatusMessage(500, 'login')).toMatch(/login service is down/);
    expect(getStatusMessage(500, 'register')).toMatch(/registration service is down/);
  });

  it.each([
    ['matching', 400, 'Invalid match request.'],
    ['matching', 404, 'This person is no longer available for matching.'],
    ['matching', 429, 'Please wait before looking for more matches.'],
    ['chat', 403, "You can only message people you've matched with."],
    ['chat', 404, 'This conversation is no longer available.'],
    ['chat', 429, "Please slow down - you're sending messages too quickly."],
  ] as const)('[8.11] %s %i', (context, status, message) => {
    expect(getStatusMessage(status, context)).toBe(message);
  });

  it('[8.11] chat 400 and 500, matching 500', () => {
    expect(getStatusMessage(400, 'chat')).toMatch(/could not be sent/);
    expect(getStatusMessage(500, 'chat')).toMatch(/will be sent later/);
    expect(getStatusMessage(503, 'matching')).toBe(CONTEXT_MESSAGES.matching[500]);
  });

  it.each([
    ['profile', 415, 'Please upload a valid image file (JPG, PNG, or GIF).'],
    ['subscription', 400, 'Payment information is incomplete.'],
    ['subscription', 402, 'Payment failed. Please check your payment method.'],
    ['subscription', 403, 'This feature requires a premium subscription.'],
  ] as const)('[8.12] %s %i', (context, status, message) => {
    expect(getStatusMessage(status, context)).toBe(message);
  });

  it('[8.12] profile 413 says that the image is too large; 400 and 500 exist', () => {
    expect(getStatusMessage(413, 'profile')).toMatch(/image is too large/);
    for (const status of [400, 500]) expect(getStatusMessage(status, 'profile')).not.toBe(GENERIC_MESSAGES[status]);
  });

  it('[8.12] network: offline, timeout and generic', () => {
    const lost = new ApiError({ kind: 'network', status: 0, path: '/x' });
    expect(getErrorMessage(lost)).toBe(NETWORK_MESSAGES.generic);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(getErrorMessage(lost)).toBe(NETWORK_MESSAGES.offline);
    expect(getErrorMessage(new ApiError({ kind: 'timeout', status: 0, path: '/x' }))).toBe(NETWORK_MESSAGES.timeout);
    expect(new Set(Object.values(NETWORK_MESSAGES)).size).toBe(3);
  });
});

describe('generic messages', () => {
  it.each([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503, 504])('[8.13] %i has its own text', (status) => {
    expect(getErrorMessage(refused(status))).toBe(GENERIC_MESSAGES[status]);
    expect(GENERIC_MESSAGES[status]).toMatch(/\w+.*\.$/);
  });

  it('[8.13] falls back for an unknown status or error', () => {
    expect(getErrorMessage(refused(418))).toBe('Something went wrong. Please try again.');
    expect(getErrorMessage(new Error('boom'))).toBe('Something went wrong. Please try again.');
    expect(getErrorMessage(undefined)).toBe('Something went wrong. Please try again.');
  });
});

describe("the server's sentences", () => {
  it('[8.8] [7.17] are shown', () => {
    expect(getErrorMessage(refused(403, 'Keep talking a little.'))).toBe('Keep talking a little.');
    expect(getErrorMessage(refused(404, 'They have moved on.', 'match_gone'), 'matching')).toBe('They have moved on.');
  });

  it.each(['TypeError: x is undefined', 'Exception: row 12', 'Wrapped Error: y', ' '])(
    '[8.8] are not shown where they read "%s"',
    (detail) => {
      expect(getErrorMessage(refused(500, detail))).toBe(GENERIC_MESSAGES[500]);
      expect(getErrorMessage(refused(400, detail), 'matching')).toBe('Invalid match request.');
    },
  );

  it('[8.8] a generic sentence is replaced by the one of the context', () => {
    expect(getErrorMessage(refused(429, 'Too many requests. Please slow down.', 'rate_limited'), 'chat')).toBe(
      CONTEXT_MESSAGES.chat[429],
    );
    expect(getErrorMessage(refused(400, 'Choose an earlier date.', 'bad_request'), 'profile')).toBe(
      'Choose an earlier date.',
    );
  });
});

describe('the catalogue', () => {
  it('[8.10] [8.11] [8.12] has exactly the contexts and statuses of the specification', () => {
    const known = Object.fromEntries(
      Object.entries(CONTEXT_MESSAGES).map(([context, texts]) => [context, Object.keys(texts).map(Number)]),
    );
    expect(known satisfies Record<ErrorContext | string, number[]>).toEqual({
      login: [400, 401, 404, 422, 500],
      register: [400, 409, 422, 500],
      matching: [400, 404, 429, 500],
      chat: [400, 403, 404, 429, 500],
      profile: [400, 413, 415, 500],
      subscription: [400, 402, 403, 500],
    });
  });
});
