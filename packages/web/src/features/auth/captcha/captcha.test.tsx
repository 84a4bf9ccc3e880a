import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildWireSession, buildWireUser, wireError } from '../../../testing/wire-session.ts';
import { authClient } from '../auth-client.ts';

const SETTINGS = { body: { captcha: { site_key: 'site', provider: 'turnstile' } } };

/** A fake of the provider's script, already on the page; it solves the captcha on command. */
function puzzle() {
  const made: { place: HTMLElement; options: Record<string, unknown> }[] = [];
  const reset = vi.fn();
  const remove = vi.fn();
  const render = (place: HTMLElement, options: Record<string, unknown>) => {
    made.push({ place, options });
    return 'widget';
  };
  vi.stubGlobal('turnstile', { render, reset, remove });
  function solve(token: string): void {
    const tell = made.at(-1)?.options.callback as ((token: string) => void) | undefined;
    tell?.(token);
  }
  return { made, reset, remove, solve };
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(async () => {
  await authClient.signOut({ scope: 'local' });
  vi.unstubAllGlobals();
});

describe('the captcha, if the installation has one', () => {
  it('sends a separate token with each call', async () => {
    const shown = puzzle();
    const { server } = renderApp('/login', {
      answers: { 'GET /auth/v1/settings': SETTINGS, 'POST /auth/v1/token': wireError(400, 'invalid_credentials') },
    });
    await waitFor(() => expect(shown.made[0]?.options.sitekey).toBe('site'));
    await userEvent.type(screen.getByLabelText('Email', { exact: true }), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password', { exact: true }), 'violet lantern');
    const tokens = () =>
      server.calls
        .filter(({ request }) => request === 'POST /auth/v1/token')
        .map(({ init }) => JSON.parse(String(init?.body)).gotrue_meta_security?.captcha_token);
    shown.solve('first');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(tokens()).toEqual(['first']));
    expect(shown.reset).toHaveBeenCalledWith('widget');
    shown.solve('second');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(tokens()).toEqual(['first', 'second']));
  });

  it('is solved twice by a sign-up, which signs in as well', async () => {
    const shown = puzzle();
    shown.reset.mockImplementation(() => shown.solve(`token ${shown.reset.mock.calls.length + 1}`));
    const { server } = renderApp('/register', {
      answers: {
        'GET /auth/v1/settings': SETTINGS,
        'POST /auth/v1/signup': { body: buildWireUser() },
        'POST /auth/v1/token': { body: buildWireSession() },
      },
    });
    await waitFor(() => expect(shown.made).toHaveLength(1));
    shown.solve('token 1');
    for (const [label, value] of [
      ['First name', 'Ada'],
      ['Email', 'ada@example.com'],
      ['Password', 'violet lantern harbour'],
      ['Date of birth', '1992-03-04'],
    ] as const) {
      await userEvent.type(screen.getByLabelText(label, { exact: true }), value);
    }
    await userEvent.click(screen.getByRole('checkbox', { name: /18 or older/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    const sent = (request: string) => server.bodies(request) as { gotrue_meta_security?: { captcha_token?: string } }[];
    await waitFor(() => expect(sent('POST /auth/v1/token')).toHaveLength(1));
    const calls = [...sent('POST /auth/v1/signup'), ...sent('POST /auth/v1/token')];
    expect(calls.map((body) => body.gotrue_meta_security?.captcha_token)).toEqual(['token 1', 'token 2']);
  });

  it.each(['/register', '/forgot-password', '/verify-email'])('is shown on %s as well', async (page) => {
    const shown = puzzle();
    const { unmount } = renderApp(page, { answers: { 'GET /auth/v1/settings': SETTINGS } });
    await waitFor(() => expect(shown.made).toHaveLength(1));
    unmount();
    await waitFor(() => expect(shown.remove).toHaveBeenCalledWith('widget'));
  });

  it('is not shown if the installation has none', async () => {
    const shown = puzzle();
    const { server } = renderApp('/login', { answers: { 'GET /auth/v1/settings': { body: {} } } });
    await waitFor(() => expect(server.calls.map(({ request }) => request)).toContain('GET /auth/v1/settings'));
    await screen.findByRole('button', { name: 'Sign in' });
    expect(shown.made).toEqual([]);
  });
});
