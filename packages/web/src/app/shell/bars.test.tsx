import { ROUTE_BAR_MS, TOAST_DEFAULT_MS } from '@soulsight/contract/limits';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../lib/session/session.ts';
import { buildSession } from '../../testing/build-user.ts';
import { extendNavigator } from '../../testing/extend-navigator.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { createTestRouter } from '../../testing/test-router.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { RouteBar } from './route-bar.tsx';
import { SessionExpiryBar, SessionExpiryFlag } from './session-expiry-bar.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function atRoot(children: React.ReactElement) {
  const { router, element } = createTestRouter('/', children);
  return { router, ...render(element) };
}

describe('the route bar', () => {
  it('[2.29] flashes for half a second on every change of route', async () => {
    const { router } = atRoot(<RouteBar />);
    expect(screen.queryByTestId('route-bar')).not.toBeInTheDocument();
    vi.useFakeTimers();
    for (const path of ['/one', '/two']) {
      await act(() => router.navigate(path));
      expect(screen.getByTestId('route-bar')).toBeInTheDocument();
      act(() => vi.advanceTimersByTime(ROUTE_BAR_MS - 1));
      expect(screen.getByTestId('route-bar')).toBeInTheDocument();
      act(() => vi.advanceTimersByTime(1));
      expect(screen.queryByTestId('route-bar')).not.toBeInTheDocument();
    }
  });
});

describe('the offline banner', () => {
  it('[2.30] is shown while the browser is offline, once the toast that says so has closed', () => {
    vi.useFakeTimers();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    render(<OfflineBanner />);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    online.mockReturnValue(false);
    act(() => window.dispatchEvent(new Event('offline')));
    act(() => vi.advanceTimersByTime(TOAST_DEFAULT_MS - 1));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.getByRole('status').textContent).toBe("You're offline. Some features may not work properly.");
    online.mockReturnValue(true);
    act(() => window.dispatchEvent(new Event('online')));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });
});

describe('the session-expiry bar', () => {
  function bar(flag: boolean) {
    const signOut = vi.fn(async () => {});
    const made = atRoot(
      <SessionContext value={{ session: buildSession(), signOut }}>
        <SessionExpiryFlag value={flag}>
          <SessionExpiryBar />
        </SessionExpiryFlag>
      </SessionContext>,
    );
    return { ...made, signOut };
  }

  it('[2.31] exists behind its flag, with Sign Out', async () => {
    const { signOut, router } = bar(true);
    expect(screen.getByRole('alert').textContent).toContain('Your session is about to expire. Please save your work.');
    await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(signOut).toHaveBeenCalledOnce();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('[2.31] is not shown without the flag', () => {
    bar(false);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the cookie bar', () => {
  it('[2.32] [3.17] is shown until accepted, and stores the consent', async () => {
    const { unmount } = renderApp('/about');
    const text = await screen.findByText(/cookies to enhance your experience and analyse app usage/);
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(text.isConnected).toBe(false);
    expect(localStorage.getItem('soulsight.cookie-consent')).toBe('accepted');
    expect(await screen.findByText('Cookie preferences saved')).toBeInTheDocument();
    unmount();
    renderApp('/about');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  });

  it.each(['Accept', 'Decline', null])(
    'no analytics are sent, whether the visitor answers %s or not at all',
    async (answer) => {
      const beacon = vi.fn();
      extendNavigator({ sendBeacon: beacon });
      localStorage.clear();
      const { server, router } = renderApp('/about');
      await screen.findByRole('button', { name: 'Accept' });
      if (answer) await userEvent.click(screen.getByRole('button', { name: answer }));
      for (const path of ['/safety', '/login']) {
        await act(() => router.navigate(path));
        await screen.findByRole('heading', { level: 1 });
      }
      window.dispatchEvent(new Event('pagehide'));
      // Public facts may be fetched; nothing is sent.
      expect(server.calls.filter(({ init }) => (init?.method ?? 'GET') !== 'GET')).toEqual([]);
      expect(beacon).not.toHaveBeenCalled();
      expect(document.cookie).toBe('');
      expect(document.querySelectorAll('script[src], img[src^="http"], iframe')).toHaveLength(0);
      expect(Object.keys(localStorage)).toEqual(answer ? ['soulsight.cookie-consent'] : []);
    },
  );

  it('is declined by keyboard before anything else of the page, and leaves the focus at the content', async () => {
    renderApp('/about');
    await screen.findByRole('button', { name: 'Decline' });
    const passed = ['Skip to content', 'Cookie Policy', 'Decline'];
    for (const name of passed) {
      await userEvent.tab();
      expect(document.activeElement).toHaveAccessibleName(name);
    }
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('is declined with one click too, and does not come back', async () => {
    const { unmount } = renderApp('/about');
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(localStorage.getItem('soulsight.cookie-consent')).toBe('declined');
    unmount();
    renderApp('/about');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
  });
});
