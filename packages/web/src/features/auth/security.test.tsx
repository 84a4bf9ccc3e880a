import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { type FakeAnswers, fakeServer } from '../../testing/fake-server.ts';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import {
  buildWireFactor,
  buildWireIdentity,
  buildWireSession,
  buildWireUser,
  storeWireSession,
  wireError,
} from '../../testing/wire-session.ts';
import { authClient } from './auth-client.ts';
import { ChangeEmailForm } from './email/change-email-form.tsx';
import { ChangePasswordForm } from './password/change-password-form.tsx';
import { SecondStepSettings } from './second-step/second-step-settings.tsx';
import { DeviceList } from './session/device-list.tsx';
import { SignInMethods } from './sign-in/sign-in-methods.tsx';

const TOTP = buildWireFactor();
const CODES = buildWireFactor({ id: 'codes', factor_type: 'recovery_code', friendly_name: 'Recovery codes' });
const TEN = Array.from({ length: 10 }, (_, n) => `code${n}code${n}code${n}`);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="black" d="M0 0h9v9z"/></svg>';

/** A fake server that updates the account with each call. */
function account(user: object, answers: FakeAnswers = {}) {
  storeWireSession(buildWireSession({ claims: { aal: 'aal2' } }));
  return fakeServer({ 'GET /auth/v1/user': () => ({ body: buildWireUser(user) }), ...answers });
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => authClient.signOut({ scope: 'local' }));

describe('two-step verification in /settings', () => {
  it('[3.2] lists verified factors, but no unfinished enrolments', async () => {
    account(
      { factors: [TOTP, buildWireFactor({ id: 'f2', friendly_name: 'Half', status: 'unverified' }), CODES] },
      { 'GET /auth/v1/factors/recovery-codes': { body: { id: 'codes', total: 10, remaining: 7 } } },
    );
    renderWithProviders(<SecondStepSettings />);
    expect(await screen.findByText('Authenticator app', { selector: 'li span' })).toBeInTheDocument();
    expect(screen.queryByText('Half')).not.toBeInTheDocument();
    expect(await screen.findByText('7 of 10 left')).toBeInTheDocument();
  });

  it('adds an authenticator app by QR code, and creates recovery codes with the first factor', async () => {
    let factors: object[] = [];
    const server = account(
      {},
      {
        'GET /auth/v1/user': () => ({ body: buildWireUser({ factors }) }),
        'POST /auth/v1/factors': {
          body: { id: TOTP.id, type: 'totp', totp: { qr_code: SVG, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://x' } },
        },
        [`POST /auth/v1/factors/${TOTP.id}/challenge`]: { body: { id: 'c1', type: 'totp', expires_at: 1 } },
        [`POST /auth/v1/factors/${TOTP.id}/verify`]: () => {
          factors = [TOTP];
          return { body: buildWireSession({ claims: { aal: 'aal2' }, user: { factors } }) };
        },
        'POST /auth/v1/factors/recovery-codes': { body: { id: 'codes', total: 10, codes: TEN } },
      },
    );
    renderWithProviders(<SecondStepSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Authenticator app' }));
    const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'QR code for your authenticator app' });
    expect(picture.src).toBe(`data:image/svg+xml;utf-8,${encodeURIComponent(SVG)}`);
    expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Code from the app')).toHaveFocus());
    await userEvent.type(screen.getByLabelText('Code from the app'), '123456');

    const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
    expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toHaveLength(10);
    expect(codes.getByText('code-0cod-e0co-de0')).toBeInTheDocument();
    expect(server.bodies('POST /auth/v1/factors')).toEqual([
      { factor_type: 'totp', friendly_name: 'Authenticator app' },
    ]);
    // The codes are shown only once, so Escape must not close the dialog.
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Recovery codes' })).toBeInTheDocument();
    expect(codes.getByRole<HTMLButtonElement>('button', { name: 'Done' })).toBeDisabled();
    await userEvent.click(codes.getByRole('checkbox', { name: 'I saved them in a safe place.' }));
    await userEvent.click(codes.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('deletes the enrolment when its dialog is closed', async () => {
    const server = account(
      {},
      { 'POST /auth/v1/factors': { body: { id: 'f9', type: 'totp', totp: { qr_code: SVG, secret: 'S', uri: 'u' } } } },
    );
    renderWithProviders(<SecondStepSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Authenticator app' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(server.calls.map((c) => c.request)).toContain('DELETE /auth/v1/factors/f9'));
  });

  it('leaves the enrolment alone when its dialog is closed while the code is on its way', async () => {
    const answer = Promise.withResolvers<{ body: object }>();
    const server = account(
      {},
      {
        'POST /auth/v1/factors': { body: { id: 'f9', type: 'totp', totp: { qr_code: SVG, secret: 'S', uri: 'u' } } },
        'POST /auth/v1/factors/f9/challenge': { body: { id: 'c1', type: 'totp', expires_at: 1 } },
        'POST /auth/v1/factors/f9/verify': () => answer.promise,
        'POST /auth/v1/factors/recovery-codes': { body: { id: 'codes', total: 10, codes: TEN } },
      },
    );
    renderWithProviders(<SecondStepSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Authenticator app' }));
    await userEvent.type(await screen.findByLabelText('Code from the app'), '123456');
    await waitFor(() => expect(server.bodies('POST /auth/v1/factors/f9/verify')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    answer.resolve({ body: buildWireSession({ claims: { aal: 'aal2' }, user: {} }) });
    expect(await screen.findByRole('dialog', { name: 'Recovery codes' })).toBeInTheDocument();
    expect(server.calls.map(({ request }) => request)).not.toContain('DELETE /auth/v1/factors/f9');
  });

  it.each([
    [
      'deletes the enrolment of a dialog that was closed before its code was refused',
      422,
      'mfa_verification_failed',
      true,
    ],
    [
      'leaves the enrolment alone when its dialog was closed before the service failed',
      500,
      'unexpected_failure',
      false,
    ],
  ])('%s', async (_, status, code, deletes) => {
    const answer = Promise.withResolvers<object>();
    const server = account(
      {},
      {
        'POST /auth/v1/factors': { body: { id: 'f9', type: 'totp', totp: { qr_code: SVG, secret: 'S', uri: 'u' } } },
        'POST /auth/v1/factors/f9/challenge': { body: { id: 'c1', type: 'totp', expires_at: 1 } },
        'POST /auth/v1/factors/f9/verify': () => answer.promise,
      },
    );
    renderWithProviders(<SecondStepSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Authenticator app' }));
    await userEvent.type(await screen.findByLabelText('Code from the app'), '123456');
    await waitFor(() => expect(server.bodies('POST /auth/v1/factors/f9/verify')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    answer.resolve(wireError(status, code));
    await new Promise((resolve) => setTimeout(resolve));
    await waitFor(() =>
      expect(server.calls.some(({ request }) => request === 'DELETE /auth/v1/factors/f9')).toBe(deletes),
    );
  });

  it('offers text messages only where they can be sent', async () => {
    const server = account({});
    renderWithProviders(<SecondStepSettings />);
    await waitFor(() => expect(server.calls.map(({ request }) => request)).toContain('GET /auth/v1/settings'));
    expect(await screen.findByRole('button', { name: 'Authenticator app' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Text message' })).not.toBeInTheDocument();
  });

  it('adds a phone with the code sent to it, and normalises the number', async () => {
    let factors: object[] = [CODES];
    const server = account(
      {},
      {
        'GET /auth/v1/user': () => ({ body: buildWireUser({ factors }) }),
        'POST /auth/v1/factors': { body: { id: 'f3', type: 'phone', phone: '4915123456789' } },
        'GET /auth/v1/settings': { body: { mfa_phone_enabled: true } },
        'POST /auth/v1/factors/f3/challenge': { body: { id: 'sms', type: 'phone', expires_at: 1 } },
        'POST /auth/v1/factors/f3/verify': () => {
          factors = [CODES, buildWireFactor({ id: 'f3', factor_type: 'phone', friendly_name: 'Phone' })];
          return { body: buildWireSession({ claims: { aal: 'aal2' } }) };
        },
      },
    );
    renderWithProviders(<SecondStepSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Text message' }));
    await userEvent.type(await screen.findByLabelText('Phone number'), '0151 2345');
    await userEvent.click(screen.getByRole('button', { name: 'Send the code' }));
    expect(await screen.findByText(/Please include the country code/)).toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('Phone number'));
    await userEvent.type(screen.getByLabelText('Phone number'), '0049 (151) 234-56789');
    await userEvent.click(screen.getByRole('button', { name: 'Send the code' }));
    await userEvent.type(await screen.findByLabelText('Code from the text message'), '654321');
    await waitFor(() =>
      expect(server.bodies('POST /auth/v1/factors/f3/verify')).toEqual([{ challenge_id: 'sms', code: '654321' }]),
    );
    expect(server.bodies('POST /auth/v1/factors')[0]).toMatchObject({
      factor_type: 'phone',
      phone: '+4915123456789',
    });
    expect(await screen.findByRole('button', { name: 'Remove Phone' })).toBeInTheDocument();
  });

  describe('as a passkey', () => {
    const ASKED = {
      body: {
        id: 'challenge',
        type: 'webauthn',
        expires_at: 1,
        webauthn: {
          type: 'create',
          credential_options: {
            publicKey: {
              challenge: 'Y2hhbGxlbmdl',
              rp: { id: 'localhost', name: 'Soulsight' },
              user: { id: 'YWRh', name: 'ada@example.com', displayName: 'ada@example.com' },
              pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
            },
          },
        },
      },
    };

    /** A browser whose passkey dialog ends with the given result. */
    function browser(create: (options: CredentialCreationOptions) => Promise<unknown>) {
      vi.stubGlobal('PublicKeyCredential', class {});
      Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: vi.fn(create) } });
      return account(
        { factors: [CODES] },
        {
          'POST /auth/v1/factors': { body: { id: 'f4', type: 'webauthn' } },
          'POST /auth/v1/factors/f4/challenge': ASKED,
          'POST /auth/v1/factors/f4/verify': { body: buildWireSession({ claims: { aal: 'aal2' } }) },
        },
      );
    }

    afterEach(() => Reflect.deleteProperty(navigator, 'credentials'));

    it('allows the device’s own passkeys, not only security keys', async () => {
      const options: CredentialCreationOptions[] = [];
      const server = browser(async (asked) => {
        options.push(asked);
        return { id: 'key', rawId: new ArrayBuffer(1), type: 'public-key', toJSON: () => ({ id: 'key' }) };
      });
      renderWithProviders(<SecondStepSettings />);
      await userEvent.click(await screen.findByRole('button', { name: 'Passkey as second step' }));
      await waitFor(() =>
        expect(server.bodies('POST /auth/v1/factors/f4/verify')).toEqual([
          { challenge_id: 'challenge', webauthn: expect.objectContaining({ type: 'create', rpId: 'localhost' }) },
        ]),
      );
      expect(options[0]?.publicKey?.authenticatorSelection?.authenticatorAttachment).toBeUndefined();
    });

    it('treats a closed browser dialog as cancelled, and deletes the enrolment', async () => {
      const info = vi.spyOn(toast, 'info');
      const server = browser(() => Promise.reject(new DOMException('closed', 'NotAllowedError')));
      renderWithProviders(<SecondStepSettings />);
      await userEvent.click(await screen.findByRole('button', { name: 'Passkey as second step' }));
      await waitFor(() => expect(info).toHaveBeenCalledWith('Cancelled. Nothing has changed.'));
      expect(server.calls.map((c) => c.request)).toContain('DELETE /auth/v1/factors/f4');
      expect(server.bodies('POST /auth/v1/factors/f4/verify')).toEqual([]);
    });
  });

  it('warns before the last factor is removed', async () => {
    const removed = vi.spyOn(toast, 'success');
    const server = account(
      { factors: [TOTP] },
      {
        [`DELETE /auth/v1/factors/${TOTP.id}`]: { body: { id: TOTP.id } },
        'POST /auth/v1/token': { body: buildWireSession() },
      },
    );
    renderWithProviders(<SecondStepSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/This is your last one/)).toBeInTheDocument();
    expect(server.calls.map((c) => c.request)).not.toContain(`DELETE /auth/v1/factors/${TOTP.id}`);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(removed).toHaveBeenCalledWith('Removed.'));
    // The session is refreshed, so that its list of factors is current.
    expect(server.bodies('POST /auth/v1/token')).toHaveLength(1);
  });

  it('replaces recovery codes only after a confirmation', async () => {
    const server = account(
      { factors: [TOTP, CODES] },
      {
        'GET /auth/v1/factors/recovery-codes': { body: { id: 'codes', total: 10, remaining: 1 } },
        'POST /auth/v1/factors/recovery-codes/regenerate': { body: { id: 'codes', total: 10, codes: TEN } },
      },
    );
    renderWithProviders(<SecondStepSettings />);
    expect(await screen.findByText(/Almost none left/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Create new ones' }));
    expect(server.bodies('POST /auth/v1/factors/recovery-codes/regenerate')).toHaveLength(0);
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Create new ones' }));
    expect(await screen.findByRole('dialog', { name: 'Recovery codes' })).toBeInTheDocument();
  });

  it('shows new recovery codes although nothing can be loaded any more: they are the only ones that work', async () => {
    let isDown = false;
    account(
      {},
      {
        'GET /auth/v1/user': () =>
          isDown ? { status: 500, body: {} } : { body: buildWireUser({ factors: [TOTP, CODES] }) },
        'GET /auth/v1/factors/recovery-codes': { body: { id: 'codes', total: 10, remaining: 1 } },
        'POST /auth/v1/factors/recovery-codes/regenerate': () => {
          isDown = true;
          return { body: { id: 'codes', total: 10, codes: TEN } };
        },
      },
    );
    renderWithProviders(<SecondStepSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Create new ones' }));
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Create new ones' }),
    );
    const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
    expect(codes.getByText('code-0cod-e0co-de0')).toBeInTheDocument();
  });
});

describe('email and password in /settings', () => {
  it('starts a change of email, and says that both addresses must confirm', async () => {
    let user: object = {};
    const info = vi.spyOn(toast, 'info');
    const server = account(
      {},
      {
        'GET /auth/v1/user': () => ({ body: buildWireUser(user) }),
        'PUT /auth/v1/user': () => {
          user = { new_email: 'ada@example.org' };
          return { body: buildWireUser(user) };
        },
      },
    );
    renderWithProviders(<ChangeEmailForm />);
    await userEvent.type(screen.getByLabelText('New email'), 'ada@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('To change to ada@example.org'));
    expect(info).toHaveBeenCalledWith(
      'We sent an email to both addresses. The change takes effect once both are confirmed.',
    );
    expect(server.bodies('PUT /auth/v1/user')[0]).toMatchObject({ email: 'ada@example.org' });
  });

  it('says that one of the two addresses is confirmed after its link was opened', async () => {
    account({ new_email: 'ada@example.org' });
    renderWithProviders(<ChangeEmailForm />, createTestProviders('/settings?message=Confirmation+link+accepted'));
    expect(await screen.findByText(/One of the two addresses is confirmed\./)).toBeVisible();
  });

  it('[5.8] shows at the field that another account uses the new email', async () => {
    account({}, { 'PUT /auth/v1/user': wireError(422, 'email_exists') });
    renderWithProviders(<ChangeEmailForm />);
    await userEvent.type(screen.getByLabelText('New email'), 'bob@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This email is already used by another account.');
  });

  async function newPassword() {
    await userEvent.type(screen.getByLabelText('New password', { exact: true }), 'quiet harbour lights');
    await userEvent.type(screen.getByLabelText('New password again'), 'quiet harbour lights');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  }

  it('changes the password', async () => {
    const success = vi.spyOn(toast, 'success');
    account({}, { 'PUT /auth/v1/user': { body: buildWireUser() } });
    renderWithProviders(<ChangePasswordForm />);
    expect(await screen.findByText(/also removes your passkeys and connected accounts/)).toBeVisible();
    await newPassword();
    await waitFor(() => expect(success).toHaveBeenCalledWith('Your password has been changed.'));
  });

  it('asks for a code from an email if the session is old, and sends it along', async () => {
    const success = vi.spyOn(toast, 'success');
    let asked = 0;
    const server = account(
      {},
      {
        'PUT /auth/v1/user': () =>
          ++asked === 1 ? wireError(400, 'reauthentication_needed') : { body: buildWireUser() },
        'GET /auth/v1/reauthenticate': { body: {} },
      },
    );
    renderWithProviders(<ChangePasswordForm />);
    await newPassword();
    await userEvent.type(await screen.findByLabelText('Code from your email'), '482917');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith('Your password has been changed.'));
    expect(server.calls.map((c) => c.request)).toContain('GET /auth/v1/reauthenticate');
    expect(server.bodies('PUT /auth/v1/user')[1]).toMatchObject({
      password: 'quiet harbour lights',
      nonce: '482917',
    });
  });
});

describe('ways to sign in, in /settings', () => {
  const GOOGLE = buildWireIdentity({
    identity_id: 'g1',
    id: 'sub',
    provider: 'google',
    identity_data: { email: 'a@g.com' },
  });
  const SETTINGS = { 'GET /auth/v1/settings': { body: { providers: [{ name: 'google', label: 'Google' }] } } };

  it('[3.2] lists them, and does not let the only one be removed', async () => {
    account({}, SETTINGS);
    renderWithProviders(<SignInMethods />);
    expect(await screen.findByText('Your only way to sign in')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Disconnect/ })).not.toBeInTheDocument();
  });

  it('disconnects one after a confirmation', async () => {
    const server = account(
      { identities: [buildWireIdentity(), GOOGLE] },
      {
        ...SETTINGS,
        'DELETE /auth/v1/user/identities/g1': { body: {} },
        'POST /auth/v1/token': { body: buildWireSession() },
      },
    );
    renderWithProviders(<SignInMethods />);
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect Google' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(server.calls.map((c) => c.request)).toContain('DELETE /auth/v1/user/identities/g1'));
  });

  it('warns that the password stops working without the email identity', async () => {
    account({ identities: [buildWireIdentity(), GOOGLE] }, SETTINGS);
    renderWithProviders(<SignInMethods />);
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect Email and password' }));
    expect(await screen.findByText(/Your password will stop working/)).toBeInTheDocument();
  });

  it('renders nothing if there are no providers', async () => {
    const server = account({}, { 'GET /auth/v1/settings': { body: { external: { email: true } } } });
    const { container } = renderWithProviders(<SignInMethods />);
    await waitFor(() => expect(server.calls).toHaveLength(2));
    expect(container.textContent).toBe('');
  });
});

describe('devices in /settings', () => {
  const DEVICE = {
    id: '0d2d9a10-0b6d-4b0c-9a2a-1c3a3b8f2001',
    device: 'Firefox on Linux',
    ip: '192.0.2.7',
    current: true,
    aal: 'aal2',
    created_at: '2026-11-01T10:00:00Z',
    last_used_at: '2026-11-02T10:00:00Z',
  };
  const PHONE = { ...DEVICE, id: '0d2d9a10-0b6d-4b0c-9a2a-1c3a3b8f2002', device: 'Safari on iPhone', current: false };

  it('are listed with name and last use, and each but this one can be signed out', async () => {
    let sessions: object[] = [DEVICE, PHONE];
    account(
      {},
      {
        'GET /api/auth/sessions': () => ({ body: { sessions } }),
        [`DELETE /api/auth/sessions/${PHONE.id}`]: () => {
          sessions = [DEVICE];
          return { body: { ok: true } };
        },
      },
    );
    renderWithProviders(<DeviceList />);
    expect(await screen.findByText('Firefox on Linux')).toBeInTheDocument();
    expect(screen.getByText('This device')).toBeInTheDocument();
    expect(screen.getAllByText(/Last used/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Sign out: Firefox on Linux' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out: Safari on iPhone' }));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
  });
});
