import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../../lib/toast.ts';
import { type FakeAnswers, fakeServer } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { buildWireSession, storeWireSession, wireError } from '../../../testing/wire-session.ts';
import { authClient } from '../auth-client.ts';
import { PasskeySettings } from './passkey-settings.tsx';

const PHONE = { id: 'p1', friendly_name: 'Chrome on Android', created_at: '2026-11-01T10:00:00Z' };
const SETTINGS = { 'GET /auth/v1/settings': { body: { passkeys_enabled: true } } };
const OPTIONS = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', timeout: 60_000 };
const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** The browser's `PublicKeyCredential`. */
const credentialClass = Object.assign(class {}, { isConditionalMediationAvailable: async () => false });

/** What the browser's dialog returns; null if the user closed it. */
let chosen: object | null;
const asked: CredentialRequestOptions[] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  asked.length = 0;
  chosen = {
    id: 'cred',
    rawId: bytes('cred'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: { authenticatorData: bytes('a'), clientDataJSON: bytes('c'), signature: bytes('s'), userHandle: null },
  };
  vi.stubGlobal('PublicKeyCredential', credentialClass);
  credentialClass.isConditionalMediationAvailable = async () => false;
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: async () => null,
      get: async (options: CredentialRequestOptions) => {
        asked.push(options);
        if (!chosen) throw new DOMException('closed', 'NotAllowedError');
        return Object.setPrototypeOf(chosen, credentialClass.prototype);
      },
    },
  });
});
afterEach(async () => {
  await authClient.signOut({ scope: 'local' });
  Reflect.deleteProperty(navigator, 'credentials');
});

async function loginPage(answers: FakeAnswers = {}) {
  const app = renderApp('/login', {
    answers: {
      ...SETTINGS,
      'POST /auth/v1/passkeys/authentication/options': {
        body: { challenge_id: 'c1', options: OPTIONS, expires_at: 4_000_000_000 },
      },
      ...answers,
    },
  });
  return { ...app, button: await screen.findByRole('button', { name: 'Sign in with a passkey' }) };
}

describe('/login with passkeys', () => {
  it('signs in without an email and a password', async () => {
    const { button, server } = await loginPage({
      'POST /auth/v1/passkeys/authentication/verify': { body: buildWireSession({ claims: { aal: 'aal2' } }) },
    });
    await userEvent.click(button);
    await waitFor(() => expect(localStorage.getItem('soulsight.session')).toContain('refresh'));
    expect(server.bodies('POST /auth/v1/passkeys/authentication/verify')).toEqual([
      expect.objectContaining({ challenge_id: 'c1', credential: expect.objectContaining({ id: 'cred' }) }),
    ]);
  });

  it('a closed dialog is no error, a refused passkey is', async () => {
    const [info, error] = [vi.spyOn(toast, 'info'), vi.spyOn(toast, 'error')];
    const { button } = await loginPage({
      'POST /auth/v1/passkeys/authentication/verify': wireError(400, 'webauthn_verification_failed'),
    });
    await userEvent.click(button);
    await waitFor(() => expect(error).toHaveBeenCalledWith(expect.stringMatching(/^That passkey didn't work/)));
    chosen = null;
    await userEvent.click(button);
    await waitFor(() => expect(info).toHaveBeenCalledWith('Cancelled. Nothing has changed.'));
  });

  it('the browser suggests passkeys in the email field until the page is left', async () => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => true;
    chosen = null;
    const { unmount } = await loginPage();
    expect(screen.getByLabelText('Email', { exact: true })).toHaveAttribute('autocomplete', 'email webauthn');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ mediation: 'conditional' });
    expect(asked[0]?.signal?.aborted).toBe(false);
    unmount();
    expect(asked[0]?.signal?.aborted).toBe(true);
  });

  it('offers no passkeys where the installation has none', async () => {
    renderApp('/login', { answers: { 'GET /auth/v1/settings': { body: {} } } });
    await screen.findByRole('button', { name: 'Sign in' });
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).not.toBeInTheDocument();
  });
});

describe('passkeys in /settings', () => {
  it('are listed, and removed after a question', async () => {
    let passkeys = [PHONE];
    storeWireSession();
    const server = fakeServer({
      ...SETTINGS,
      'GET /auth/v1/passkeys': () => ({ body: passkeys }),
      'DELETE /auth/v1/passkeys/p1': () => {
        passkeys = [];
        return { status: 204 };
      },
      'POST /auth/v1/token': { body: buildWireSession() },
    });
    const success = vi.spyOn(toast, 'success');
    renderWithProviders(<PasskeySettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Chrome on Android' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
    expect(server.called('DELETE /auth/v1/passkeys/p1')).toHaveLength(1);
    await waitFor(() => expect(success).toHaveBeenCalledWith('Removed.'));
  });
});
