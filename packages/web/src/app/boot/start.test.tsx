import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { prerenderPages } from '../visitor/prerender.tsx';
import { start } from './start.tsx';

const application = vi.hoisted(() => ({ isBroken: false }));
/** What `start` and the pages of visitors have drawn, which would otherwise go on in the next tests. */
const roots = vi.hoisted((): { unmount: () => void }[] => []);
vi.mock('react-dom/client', async (importOriginal) => {
  const original = await importOriginal<typeof import('react-dom/client')>();
  const keep = <T extends { unmount: () => void }>(root: T) => {
    roots.push(root);
    return root;
  };
  return {
    ...original,
    createRoot: (...args: Parameters<typeof original.createRoot>) => keep(original.createRoot(...args)),
    hydrateRoot: (...args: Parameters<typeof original.hydrateRoot>) => keep(original.hydrateRoot(...args)),
  };
});
vi.mock('../app.tsx', () => ({ App: FakeApp }));
vi.mock('./prepare.ts', () => ({ prepareApp: async () => null }));

function FakeApp() {
  if (application.isBroken) throw new Error('broken');
  return <p>the application</p>;
}

const WITHIN = { timeout: 20_000 };

let container: HTMLElement;
beforeEach(() => {
  container = document.createElement('div');
  document.body.append(container);
  window.history.replaceState(null, '', '/dashboard');
});
afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  container.remove();
  application.isBroken = false;
});

describe('startup', () => {
  it('[4.9] [2.34] loader, theme, health check, application, in this order', async () => {
    const seen: string[] = [];
    const answered = Promise.withResolvers<void>();
    const server = fakeServer({ 'GET /health': { body: { status: 'ok' } } });
    const original = fetch;
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      seen.push(`health while theme is ${document.documentElement.dataset.theme}`);
      await answered.promise;
      return original(...args);
    });
    let starting: Promise<void> = Promise.resolve();
    await act(async () => {
      starting = start(container);
    });
    expect(container.textContent).toBe('Waking Soulsight...');
    expect(seen).toEqual(['health while theme is dark']);
    answered.resolve();
    await act(() => starting);
    await waitFor(() => expect(container.textContent).toBe('the application'));
    expect(server.calls.map((call) => call.request)).toEqual(['GET /health']);
  });

  it.each(['network failure', { status: 503, body: {} }] as const)(
    "[4.9] [2.35] shows 'Unable to Connect' after %j",
    async (answer) => {
      fakeServer({ 'GET /health': answer });
      await act(() => start(container));
      expect(screen.getByRole('heading').textContent).toBe('Unable to Connect');
      expect(container.textContent).toMatch(/servers are currently unavailable.*try again later/);
      expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
    },
  );

  describe('for a visitor of a public page', () => {
    beforeEach(() => {
      window.history.replaceState(null, '', '/about');
    });

    it('shows the page before the server has answered, without the application', async () => {
      vi.stubGlobal('fetch', () => new Promise(() => {}));
      act(() => void start(container));
      expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Join' })).toHaveAttribute('href', '/register');
      expect(container.textContent).not.toContain('the application');
    });

    it('removes what an ended session left in this browser, and tells the server of a sign-out that it has not heard of', async () => {
      for (const key of ['soulsight.user', 'soulsight.saved-data', 'soulsight.draft.c', 'soulsight.outgoing.u.m'])
        localStorage.setItem(key, 'of Ada');
      const signOut = { hash: 'h', scope: 'global', at: Date.now() };
      localStorage.setItem('soulsight.sign-outs', JSON.stringify([signOut]));
      const server = fakeServer({ 'GET /health': { body: { status: 'ok' } }, 'POST /api/auth/sign-out': {} });
      await act(() => start(container));
      expect(JSON.stringify(localStorage)).not.toContain('of Ada');
      await waitFor(() => expect(server.called('POST /api/auth/sign-out')).toHaveLength(1));
    });

    it('confirms the choice about cookies', async () => {
      fakeServer({ 'GET /health': { body: { status: 'ok' } } });
      await act(() => start(container));
      fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
      expect(await screen.findByText('Cookie preferences saved')).toBeInTheDocument();
    });

    it('shows the application on the way to another page, without loading a document', async () => {
      fakeServer({ 'GET /health': { body: { status: 'ok' } } });
      await act(() => start(container));
      fireEvent.click(screen.getByRole('link', { name: 'Join' }));
      await waitFor(() => expect(container.textContent).toBe('the application'));
      expect(window.location.pathname).toBe('/register');
    });

    it('shows the application once somebody signs in in another tab', async () => {
      fakeServer({ 'GET /health': { body: { status: 'ok' } } });
      await act(() => start(container));
      const event = Object.assign(new Event('storage'), { key: 'soulsight.session', newValue: '{}' });
      act(() => void window.dispatchEvent(event));
      await waitFor(() => expect(container.textContent).toBe('the application'));
    });

    it.each(['?code=abc', '?error=access_denied', '#access_token=abc'])(
      'leaves the answer of a sign-in to the application: %s',
      async (answer) => {
        window.history.replaceState(null, '', `/about${answer}`);
        fakeServer({ 'GET /health': { body: { status: 'ok' } } });
        await act(() => start(container));
        await waitFor(() => expect(container.textContent).toBe('the application'));
      },
    );

    it('[4.9] [2.17] what they type stays while the server is down; the way into the application needs it', async () => {
      window.history.replaceState(null, '', '/contact');
      const server = fakeServer({ 'GET /health': 'network failure' });
      await act(() => start(container));
      const message = await screen.findByRole('textbox', { name: /message/i });
      fireEvent.change(message, { target: { value: 'Half a sentence' } });
      await waitFor(() => expect(server.called('GET /health')).toHaveLength(1));
      await act(async () => {});
      expect(message).toBeInTheDocument();
      expect(message).toHaveValue('Half a sentence');
      fireEvent.click(screen.getByRole('link', { name: 'Join' }));
      expect(await screen.findByRole('heading', { name: 'Unable to Connect' })).toBeInTheDocument();
      expect(server.called('GET /health')).toHaveLength(2);
    });

    it('[2.29] the route bar flashes on the way to another page, over what replaces this one', async () => {
      fakeServer({ 'GET /health': { body: { status: 'ok' } } });
      await act(() => start(container));
      await waitFor(() => expect(screen.queryByTestId('route-bar')).not.toBeInTheDocument());
      fireEvent.click(screen.getByRole('link', { name: 'Join' }));
      await waitFor(() => expect(container.textContent).toBe('the application'));
      expect(screen.getByTestId('route-bar')).toBeInTheDocument();
      await waitFor(() => expect(screen.queryByTestId('route-bar')).not.toBeInTheDocument());
    });
  });

  describe('over a prerendered page', () => {
    const loader = '<div class="hidden in-data-session:block"><div data-loader="">the loader</div></div>';
    beforeEach(() => {
      container.innerHTML = `<div><div data-loader="sign-in">the form</div></div>${loader}`;
      vi.stubGlobal('fetch', () => new Promise(() => {}));
    });

    it('a visitor sees the form of the sign-in until the application takes its place', async () => {
      window.history.replaceState(null, '', '/login');
      await act(async () => void start(container));
      expect(container.querySelector('[data-loader=sign-in]')).toHaveTextContent('the form');
    });

    it.each([
      ['with a stored session', '/login', '{}'],
      ['with a stored session', '/about', '{}'],
      ['who comes back from a provider', '/login?code=abc', null],
      ['who comes back from a provider', '/about?code=abc', null],
    ])('a user %s keeps the loader of %s', async (_, path, session) => {
      container.innerHTML = `<div><div data-visitor="">the page</div></div>${loader}`;
      if (session) localStorage.setItem('soulsight.session', session);
      window.history.replaceState(null, '', path);
      const shown = container.querySelector('[data-loader=""]');
      // What follows the loader comes in later tasks.
      act(() => void start(container));
      expect(container.querySelector('[data-loader=""]')).toBe(shown);
      // The server's state is asked for in the others, and not answered.
      if (path === '/about') await waitFor(() => expect(container.textContent).toBe('the application'), WITHIN);
    });

    it('what is typed into a form of a public page before its scripts have loaded stays', async () => {
      window.history.replaceState(null, '', '/contact');
      const page = (await prerenderPages()).find(({ path }) => path === '/contact');
      container.innerHTML = page?.html ?? '';
      const [email, newsletter] = ['Your email', /newsletter|email address/i].map((label) =>
        within(container).getAllByLabelText<HTMLInputElement>(label).at(-1),
      );
      if (!email || !newsletter) throw new Error('the fields are missing');
      [email.value, newsletter.value] = ['pia@press.example', 'pia@home.example'];
      await act(() => start(container));
      fireEvent.change(screen.getByLabelText('Your message'), { target: { value: 'May we film?' } });
      expect(email).toHaveValue('pia@press.example');
      expect(newsletter).toHaveValue('pia@home.example');
    });

    it('a public page is taken over where it is', async () => {
      window.history.replaceState(null, '', '/about');
      const page = (await prerenderPages()).find(({ path }) => path === '/about');
      container.innerHTML = page?.html ?? '';
      const heading = container.querySelector('h1');
      await act(() => start(container));
      fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
      expect(await screen.findByText('Cookie preferences saved')).toBeInTheDocument();
      expect(container.querySelector('h1')).toBe(heading);
    });
  });

  it('[2.36] an error outside every boundary is followed by Oops, not by an empty page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    application.isBroken = true;
    fakeServer({ 'GET /health': { body: { status: 'ok' } } });
    // Outside `act`, which would throw the error itself.
    void start(container);
    expect(await screen.findByText('Oops! Something went wrong')).toBeInTheDocument();
  });

  it.each(['/status', '/terms'])('[2.18] %s opens while the servers are down', async (path) => {
    localStorage.setItem('soulsight.session', '{}');
    window.history.replaceState(null, '', path);
    fakeServer({ 'GET /health': { status: 503, body: { status: 'down', database: 'down' } } });
    await act(() => start(container));
    await waitFor(() => expect(container.textContent).toBe('the application'));
  });
});
