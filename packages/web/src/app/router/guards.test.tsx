import { OFFERS } from '@soulsight/contract/offers';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { decideAccess } from './guard.rules.ts';
import { getReturnPath } from './guards.tsx';

const SIGNED_IN_PAGES = [
  '/dashboard',
  '/profile',
  '/profile/traits',
  '/subscription',
  '/upgrade',
  '/settings',
  '/notifications',
];
const VERIFIED_PAGES = [
  '/matching',
  '/chat',
  '/chat/7c9e6679-7425-40de-944b-e07fc1f90ae7',
  '/reveal',
  '/reveal/7c9e6679-7425-40de-944b-e07fc1f90ae7',
];

describe("the order of the guard's checks", () => {
  it('[4.5] loading comes before everything', () => {
    expect(
      decideAccess({ status: 'loading', isVerified: false, plan: 'free' }, { verified: true, premium: true }),
    ).toBe('load');
  });

  it('signed out comes before unverified, unverified before without premium', () => {
    expect(
      decideAccess({ status: 'signed_out', isVerified: undefined, plan: undefined }, { verified: true, premium: true }),
    ).toBe('login');
    expect(
      decideAccess({ status: 'signed_in', isVerified: false, plan: 'free' }, { verified: true, premium: true }),
    ).toBe('verify');
  });

  it('[4.8] if premium is required, the free plan is refused and any other plan passes', () => {
    expect(decideAccess({ status: 'signed_in', isVerified: true, plan: 'free' }, { premium: true })).toBe('premium');
    expect(decideAccess({ status: 'signed_in', isVerified: true, plan: 'premium' }, { premium: true })).toBe('pass');
    expect(decideAccess({ status: 'signed_in', isVerified: true, plan: 'gold' }, { premium: true })).toBe('pass');
  });

  it('waits until it is known whether the email is verified', () => {
    expect(decideAccess({ status: 'signed_in', isVerified: undefined, plan: undefined }, { verified: true })).toBe(
      'load',
    );
  });
});

describe('guarded routes', () => {
  it('[4.5] [2.34] shows the loader while the session is loading', async () => {
    const { path } = renderApp('/dashboard', { session: { status: 'loading' } });
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    expect(path()).toBe('/dashboard');
  });

  it.each([...SIGNED_IN_PAGES, ...VERIFIED_PAGES])(
    '[4.6] [6.1] a visitor at %s is sent to /login, which remembers the page',
    async (page) => {
      const { path, router } = renderApp(`${page}?a=1`);
      await waitFor(() => expect(path()).toBe('/login'));
      expect(router.state.location.state).toEqual({ from: `${page}?a=1` });
      expect((await screen.findAllByText('Please login to continue')).length).toBeGreaterThan(0);
    },
  );

  it('a user who signed out sees no message', async () => {
    const info = vi.spyOn(toast, 'info');
    const { path, router } = renderApp('/settings', { signedOutByUser: true });
    await waitFor(() => expect(path()).toBe('/login'));
    await screen.findByRole('heading', { level: 1 });
    expect(router.state.location.state).toBeNull();
    expect(info).not.toHaveBeenCalled();
  });

  it.each(SIGNED_IN_PAGES)('[2.4] [2.7] [2.9] a signed-in user, verified or not, can open %s', async (page) => {
    const { path } = renderApp(page, {
      session: buildSession({ isVerified: false }),
      me: buildMe({ isVerified: false }),
    });
    await screen.findByRole('navigation', { name: 'Tabs' });
    await waitFor(() => expect(screen.queryByText('Loading...')).not.toBeInTheDocument());
    expect(path()).toBe(page);
  });

  it.each(['/', '/verify-email', '/forgot-password', '/reset-password'])(
    '[2.11] [6.1] %s is open to anyone',
    async (page) => {
      const { path } = renderApp(page);
      expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
      expect(path()).toBe(page);
    },
  );

  it.each(VERIFIED_PAGES)(
    '[4.7] [2.5] [2.6] [2.10] an unverified user at %s is sent to /verify-email',
    async (page) => {
      const { path } = renderApp(page, {
        session: buildSession({ isVerified: false }),
        me: buildMe({ isVerified: false }),
      });
      await waitFor(() => expect(path()).toBe('/verify-email'));
      expect((await screen.findAllByText('Please verify your email to access this feature')).length).toBeGreaterThan(0);
    },
  );

  it('an unverified user who chooses a plan is sent to /verify-email before any card is asked for', async () => {
    const offers = Object.entries(OFFERS).map(([id, offer]) => ({ id, ...offer, features: [] }));
    const { path } = renderApp('/subscription', {
      session: buildSession({ isVerified: false }),
      me: buildMe({ isVerified: false }),
      answers: {
        'GET /api/upgrade/subscriptions': { body: { offers, invoices: [], gateway: 'test' } },
        'GET /api/upgrade/current': {
          body: {
            ...{ plan: 'free', offer: null, status: 'none' },
            ...{ current_period_end: null, cancel_at_period_end: false, grace_until: null },
          },
        },
        'GET /api/upgrade/payment-methods': { body: { payment_methods: [] } },
      },
    });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Upgrade' }))[0] as HTMLElement);
    await waitFor(() => expect(path()).toBe('/verify-email'));
  });

  it.each(['/login', '/register'])('[2.2] [2.3] a signed-in user at %s is sent to /dashboard', async (page) => {
    const { path } = renderApp(page, { session: buildSession(), me: buildMe() });
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });

  it('continues to the page the visitor wanted, never to another site', () => {
    expect(getReturnPath({ from: '/reveal/1?x=2' })).toBe('/reveal/1?x=2');
    expect(getReturnPath(null, '?from=%2Fchat%3Fa%3D1%23b')).toBe('/chat?a=1#b');
    expect(getReturnPath(null)).toBe('/dashboard');
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    'evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '\t//evil.example',
    'javascript:alert(1)',
    '',
  ])('never redirects to another site: %j', (from) => {
    expect(getReturnPath({ from })).toBe('/dashboard');
    expect(getReturnPath(null, `?from=${encodeURIComponent(from)}`)).toBe('/dashboard');
  });
});
