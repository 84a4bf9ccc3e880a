import { HOUR_MS } from '@soulsight/contract/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { classifyError, getSeverity } from './classify.ts';
import { GlobalErrors } from './global-handler.ts';

function setUp() {
  const toasts = { error: vi.fn(() => 1), warning: vi.fn(() => 1), info: vi.fn(() => 1), success: vi.fn(() => 1) };
  const reload = vi.fn();
  const world = { now: 1_000_000, online: true };
  const errors = new GlobalErrors({ now: () => world.now, toasts, reload, isOnline: () => world.online });
  return { errors, toasts, reload, world };
}

let stop: () => void = () => {};
let t: ReturnType<typeof setUp>;
beforeEach(() => {
  t = setUp();
  stop = t.errors.install(window);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function put<E extends HTMLElement>(element: E): E {
  document.body.append(element);
  element.dispatchEvent(new Event('error'));
  return element;
}

describe('what is captured', () => {
  it('[8.3] errors of the window and unhandled rejections', () => {
    window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('too deep') }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('not awaited') }));
    expect(t.errors.history.map((error) => error.message)).toEqual(['RangeError: too deep', 'Error: not awaited']);
  });

  it('[8.3] resources that failed to load', () => {
    put(document.createElement('script'));
    put(document.createElement('img'));
    expect(t.errors.history.map((error) => error.message.split(':')[0])).toEqual(['Script failed', 'Image failed']);
  });

  it.each(['framer-motion: no such element', 'ResizeObserver loop completed with undelivered notifications.'])(
    '[8.3] not "%s"',
    (message) => {
      window.dispatchEvent(new ErrorEvent('error', { error: new Error(message), message }));
      expect(t.errors.history).toHaveLength(0);
      expect(t.toasts.error).not.toHaveBeenCalled();
    },
  );

  it('[8.3] [9.11] the last 100 errors', () => {
    for (let n = 0; n < 130; n++) t.errors.capture(new Error(String(n)));
    expect(t.errors.history).toHaveLength(100);
    expect(t.errors.history[0]?.message).toBe('Error: 30');
    expect(t.errors.history.at(-1)?.message).toBe('Error: 129');
  });
});

describe('kinds and severities', () => {
  const http = (status: number) => new ApiError({ kind: 'http', status, path: '/x' });
  it.each([
    [new ApiError({ kind: 'network', status: 0, path: '/x' }), 'network', 'medium'],
    [new TypeError('Failed to fetch'), 'network', 'medium'],
    [http(500), 'api', 'high'],
    [http(404), 'api', 'medium'],
    [http(401), 'auth', 'medium'],
    [http(422), 'validation', 'low'],
    [new ReferenceError('x is not defined'), 'client', 'critical'],
    [new TypeError('x is not a function'), 'client', 'critical'],
    [new SyntaxError('unexpected token'), 'client', 'critical'],
    [new Error('Loading chunk 7 failed'), 'client', 'critical'],
    [new TypeError('Failed to fetch dynamically imported module: /assets/x.js'), 'client', 'critical'],
    [new Error('whatever'), 'client', 'medium'],
    [{ odd: true }, 'unknown', 'medium'],
  ] as const)('[8.3] %s is %s, %s', (error, kind, severity) => {
    expect(classifyError(error)).toBe(kind);
    expect(getSeverity(error)).toBe(severity);
  });
});

describe('what the user sees', () => {
  it.each([new ReferenceError('x'), new TypeError('x'), new SyntaxError('x'), new Error('Loading chunk 3 failed')])(
    '[8.4] %s is a critical error, with Refresh',
    (error) => {
      t.errors.capture(error);
      const [message, options] = t.toasts.error.mock.lastCall as unknown as [
        string,
        { action: { label: string; onClick: () => void } },
      ];
      expect(message).toBe('A critical error occurred. Please refresh the page.');
      expect(options.action.label).toBe('Refresh');
      options.action.onClick();
      expect(t.reload).toHaveBeenCalledOnce();
    },
  );

  it('no toast for an error that a screen already shows', () => {
    t.errors.capture(new TypeError('x'), { shown: true });
    expect(t.toasts.error).not.toHaveBeenCalled();
    expect(t.errors.history).toHaveLength(1);
  });

  it('[8.5] a warning for a failed script', () => {
    put(document.createElement('script'));
    expect(t.toasts.warning).toHaveBeenCalledWith(
      'Some features may not work properly. Please refresh the page.',
      expect.anything(),
    );
  });

  it('[8.5] a failed image becomes the placeholder avatar, once', () => {
    const image = document.createElement('img');
    image.src = 'http://localhost/photos/1.jpg?signature=secret';
    put(image);
    expect(image.src).toContain('/placeholder-avatar.svg');
    image.dispatchEvent(new Event('error'));
    expect(image.src).toContain('/placeholder-avatar.svg');
    expect(t.errors.history[0]?.message).not.toContain('secret');
  });

  it('[8.6] a warning for network failures while online, none while offline', () => {
    t.errors.capture(new TypeError('Failed to fetch'));
    expect(t.toasts.warning).toHaveBeenCalledWith(
      "Having trouble connecting. We'll retry automatically.",
      expect.anything(),
    );
    t.toasts.warning.mockClear();
    t.world.online = false;
    t.errors.capture(new TypeError('Failed to fetch'));
    expect(t.toasts.warning).not.toHaveBeenCalled();
  });

  it('one toast when the network is lost and one when it is back', () => {
    window.dispatchEvent(new Event('offline'));
    const offline = { id: 'network-change', description: 'Disconnected - Some features may not work' };
    expect(t.toasts.warning).toHaveBeenLastCalledWith('You are offline', offline);
    window.dispatchEvent(new Event('online'));
    // The same id: it replaces the first toast.
    const online = { id: 'network-change', description: 'Connected' };
    expect(t.toasts.success).toHaveBeenLastCalledWith('Back online!', online);
    expect(t.toasts.info).not.toHaveBeenCalled();
  });
});

describe('statistics', () => {
  it('[9.11] count the last 24 hours', () => {
    t.errors.capture(new Error('yesterday'));
    t.world.now += 23 * HOUR_MS;
    t.errors.capture(new ReferenceError('today'));
    expect(t.errors.statistics()).toEqual({ total: 2, byKind: { client: 2 }, bySeverity: { medium: 1, critical: 1 } });
    t.world.now += HOUR_MS;
    expect(t.errors.statistics()).toEqual({ total: 1, byKind: { client: 1 }, bySeverity: { critical: 1 } });
  });
});
