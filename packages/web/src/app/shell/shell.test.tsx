import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { showsFooter, showsShell } from './layout.rules.ts';

const FREE = { session: buildSession(), me: buildMe() };
const PAID = { session: buildSession(), me: buildMe({ subscription: { plan: 'premium' } }) };
/** A signed-in page of text, so that these tests depend on no feature's screen. */
const PAGE = '/about';

async function header() {
  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  return within(navigation.closest('header') as HTMLElement);
}

describe('where the shell is shown', () => {
  it.each(['/', '/login', '/register', '/verify-email', '/reset-password', '/verify-email/'])(
    '[2.20] not on %s',
    (path) => {
      expect(showsShell(path, true)).toBe(false);
    },
  );

  it.each(['/dashboard', '/matching', '/chat/1', '/profile', '/forgot-password', '/about', '/nowhere'])(
    '[2.20] on %s, for the signed-in alone',
    (path) => {
      expect(showsShell(path, true)).toBe(true);
      expect(showsShell(path, false)).toBe(false);
    },
  );

  it('[2.1] [2.2] [2.3] the footer is on the landing page, and on /login and /register for visitors', () => {
    expect(showsFooter('/', true)).toBe(true);
    expect(showsFooter('/login', false)).toBe(true);
    expect(showsFooter('/register', false)).toBe(true);
    expect(showsFooter('/login', true)).toBe(false);
    expect(showsFooter('/chat', false)).toBe(false);
  });

  it('[2.20] a signed-in user sees header, tabs and quick navigation', async () => {
    renderApp(PAGE, FREE);
    expect(await screen.findByRole('navigation', { name: 'Tabs' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Quick navigation' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'User menu' })).toBeInTheDocument();
  });

  it('[2.20] a visitor sees none of them', async () => {
    renderApp(PAGE);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('navigation', { name: 'Tabs' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Quick navigation' })).not.toBeInTheDocument();
  });
});

describe('navigation', () => {
  it('moves the focus to the new screen', async () => {
    renderApp(PAGE, FREE);
    const tabs = within(await screen.findByRole('navigation', { name: 'Tabs' }));
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(tabs.getByRole('link', { name: /Premium$/ }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });
});

describe('the header', () => {
  it('[2.21] a free user sees Upgrade, to /subscription, and no badge', async () => {
    renderApp(PAGE, FREE);
    const bar = await header();
    expect(bar.getByRole('link', { name: 'Soulsight' })).toBeInTheDocument();
    const ways = [
      ['Discover', '/matching'],
      ['Messages', '/chat'],
      ['Profile', '/profile'],
      ['Upgrade', '/subscription'],
    ] as const;
    for (const [name, to] of ways) expect(await bar.findByRole('link', { name })).toHaveAttribute('href', to);
    expect(bar.queryByText('Premium')).not.toBeInTheDocument();
  });

  it('[2.21] [6.3] a paid user sees the badge, and Premium instead of Upgrade', async () => {
    renderApp(PAGE, PAID);
    const bar = await header();
    expect(await bar.findByRole('link', { name: 'Premium' })).toHaveAttribute('href', '/subscription');
    expect(bar.getAllByText('Premium')).toHaveLength(2);
    expect(bar.queryByRole('link', { name: 'Upgrade' })).not.toBeInTheDocument();
  });

  it('[2.22] contains the connection pill', async () => {
    renderApp(PAGE, FREE);
    expect(await screen.findByRole('button', { name: 'Connection: Disconnected' })).toBeInTheDocument();
  });

  it.each([
    [3, '3'],
    [9, '9'],
    [10, '9+'],
    [120, '9+'],
  ])('[2.23] the bell shows %i unread as %s', async (unread, shown) => {
    renderApp(PAGE, { ...FREE, unread });
    const bell = await screen.findByRole('link', { name: `Notifications, ${unread} unread` });
    expect(bell).toHaveAttribute('href', '/notifications');
    expect(within(bell).getByText(shown)).toBeInTheDocument();
  });

  it('[2.23] the bell shows no number when nothing is unread', async () => {
    renderApp(PAGE, FREE);
    const bell = await screen.findByRole('link', { name: 'Notifications' });
    expect(bell.textContent).toBe('Notifications');
  });
});

describe('the user menu', () => {
  async function open(options: Parameters<typeof renderApp>[1]) {
    const app = renderApp(PAGE, options);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'User menu' }));
    return { ...app, user, menu: await screen.findByRole('menu') };
  }

  it('[2.24] shows name, email, trust score and the entries of a free user, whatever else it lists', async () => {
    const specified = ['My Profile', 'Settings', 'Upgrade to Premium', 'Sign Out'];
    const { menu } = await open(FREE);
    await waitFor(() => expect(menu.textContent).toContain('Ada'));
    expect(menu.textContent).toContain('ada@example.com');
    await waitFor(() => expect(menu.textContent).toContain('Trust Score 91%'));
    const entries = within(menu)
      .getAllByRole('menuitem')
      .map((entry) => entry.textContent ?? '');
    expect(entries.filter((entry) => specified.includes(entry))).toEqual(specified);
  });

  it('[2.24] the trust score is 85 percent until it is known', async () => {
    const { menu } = await open({ session: buildSession() });
    expect(menu.textContent).toContain('Trust Score 85%');
  });

  it('[2.24] a paid user has no Upgrade to Premium', async () => {
    const { menu } = await open(PAID);
    await waitFor(() => expect(within(menu).queryByText('Upgrade to Premium')).not.toBeInTheDocument());
  });

  it('[2.24] Sign Out signs out, then goes to /login', async () => {
    const { menu, user, signOut, path } = await open(FREE);
    await user.click(within(menu).getByRole('menuitem', { name: 'Sign Out' }));
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
    await waitFor(() => expect(path()).toBe('/login'));
  });

  it('[2.25] closes on Escape', async () => {
    const { user } = await open(FREE);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  it('[2.25] closes on a click outside', async () => {
    const { user } = await open(FREE);
    await user.click(document.body);
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });
});

describe('the bottom tabs', () => {
  it('[2.26] Home, Discover, Messages, Profile, Premium, with a yellow dot for a free user', async () => {
    renderApp(PAGE, FREE);
    const tabs = within(await screen.findByRole('navigation', { name: 'Tabs' }));
    const links = tabs.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard',
      '/matching',
      '/chat',
      '/profile',
      '/subscription',
    ]);
    expect(links.map((link) => link.textContent?.replace('Upgrade available', ''))).toEqual([
      'Home',
      'Discover',
      'Messages',
      'Profile',
      'Premium',
    ]);
    expect(await tabs.findByTestId('premium-dot')).toBeInTheDocument();
  });

  it('[2.26] no dot for a paid user', async () => {
    renderApp(PAGE, PAID);
    const tabs = within(await screen.findByRole('navigation', { name: 'Tabs' }));
    await (await header()).findByRole('link', { name: 'Premium' });
    expect(tabs.queryByTestId('premium-dot')).not.toBeInTheDocument();
  });
});
