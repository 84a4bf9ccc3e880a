import { MAILED_SESSION_COOKIE } from '@soulsight/contract/auth';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStored, STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { buildSession } from '../../../testing/build-user.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { takeMailedLink } from './mailed-link.ts';

const SESSION = 'access_token=one&refresh_token=two&expires_in=3600&token_type=bearer';

function arriveAt(address: string, proof: string | null = null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `${MAILED_SESSION_COOKIE}=${proof ?? ''}; Path=/${proof ? '' : '; Max-Age=0'}`;
  window.history.replaceState(null, '', address);
}
const here = () => window.location.pathname + window.location.search + window.location.hash;

beforeEach(() => writeStored(STORAGE_KEYS.session, null));
afterEach(() => arriveAt('/'));

describe('a session in the address', () => {
  it.each([
    ['/', 'invite', '/reset-password?for=invite'],
    ['/somewhere', 'invite', '/reset-password?for=invite'],
    ['/reset-password', 'undo', '/reset-password?for=undo'],
    ['/', 'recovery', '/reset-password'],
    ['/', 'magiclink', '/dashboard'],
    ['/chat', 'magiclink', '/chat'],
    ['/', 'signup', '/verify-email'],
    ['/', 'email_change', '/settings?email=change'],
  ])('on %s by a link of type %s leads to %s, and leaves the address', (page, type, landing) => {
    arriveAt(`${page}#${SESSION}&type=${type}&proof=abc`, 'abc');
    takeMailedLink();
    expect(here()).toBe(landing);
    expect(JSON.parse(readStored(STORAGE_KEYS.session) ?? '{}')).toMatchObject({ refresh_token: 'two' });
    expect(document.cookie).not.toContain('abc');
  });

  it.each([
    ['without a proof', '', 'abc'],
    ['with another proof', '&proof=other', 'abc'],
    ['without the cookie', '&proof=abc', null],
    ['with an empty proof', '&proof=', null],
  ])('%s was planted by somebody, and is ignored', (_case, proof, cookie) => {
    writeStored(STORAGE_KEYS.session, '"own"');
    arriveAt(`/dashboard#${SESSION}&type=recovery${proof}`, cookie);
    expect(takeMailedLink()).toBe('"own"');
    expect(readStored(STORAGE_KEYS.session)).toBe('"own"');
  });
});

it('the first half of a change of email, and a refusal, are shown on a page that explains them', () => {
  arriveAt('/#message=Confirmation+link+accepted');
  takeMailedLink();
  expect(here()).toBe('/settings?email=change&message=half');
  arriveAt('/#error=access_denied&error_code=otp_expired&error_description=x');
  takeMailedLink();
  expect(here()).toBe('/login?error_code=link_expired');
});

describe('the page that a link leads to', () => {
  it('welcomes an invited person, who chooses a password', async () => {
    renderApp('/reset-password?for=invite', { session: buildSession() });
    expect(await screen.findByRole('heading', { name: 'Welcome to Soulsight' })).toBeVisible();
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  it('says what the owner has undone', async () => {
    renderApp('/reset-password?for=undo', { session: buildSession() });
    expect(await screen.findByRole('heading', { name: 'Your account is yours again' })).toBeVisible();
    expect(await screen.findByText(/signed out every device/)).toBeVisible();
  });

  it('explains an expired link at sign-in', async () => {
    renderApp('/login?error_code=link_expired');
    expect(await screen.findByText(/This link has expired or was already used/)).toBeVisible();
  });
});
