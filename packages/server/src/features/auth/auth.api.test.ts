import {
  deleteAuthSession,
  getAuthMe,
  getAuthSessions,
  patchAuthMe,
  postAuthForgotPassword,
  postAuthLogin,
  postAuthLogout,
  postAuthRefresh,
  postAuthRegister,
  postAuthResendVerification,
  postAuthResetPassword,
  postAuthSignOut,
  postAuthVerifyEmail,
} from '@soulsight/contract/auth';
import { getNotifications } from '@soulsight/contract/notifications';
import { MINUTE_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildAccount } from './auth.builders.ts';
import { hashSecret } from './session/secrets.ts';
import { createSigningKeys, generateSigningJwk } from './session/signing-keys.ts';
import { PASSWORD } from './testing/build-auth.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const codeIn = (to: string) => /Your code: (\d{6})/.exec(app.mails(to)[0]?.text ?? '')?.[1] ?? '';

describe('/api/auth', () => {
  it('[7.18] registers, verifies with the emailed code and returns the user', async () => {
    const email = 'Reg@Example.org';
    const data = { first_name: 'Reg', birth_date: '1990-01-01', terms_version: '2026-11-01' };
    const registered = await app.call(postAuthRegister, { body: { email, password: PASSWORD, data } });
    expect(registered.ok()).toEqual({ session: null });
    const early = (await app.call(postAuthLogin, { body: { email, password: PASSWORD } })).ok();
    expect((await app.call(getAuthMe, { as: { token: early.access_token } })).ok()).toMatchObject({
      isVerified: false,
    });

    const to = 'reg@example.org';
    (await app.call(postAuthVerifyEmail, { body: { email, token: '000000' } })).refused('bad_request');
    const verified = (await app.call(postAuthVerifyEmail, { body: { email, token: codeIn(to) } })).ok();
    const as = { token: verified.access_token };
    expect((await app.call(getAuthMe, { as })).ok()).toMatchObject({
      email: to,
      firstName: 'Reg',
      isVerified: true,
      birth_date: '1990-01-01',
    });
    expect((await app.call(patchAuthMe, { as, body: { first_name: 'Regine' } })).ok().firstName).toBe('Regine');
  });

  it('[3.1] returns the user fields that the app shell needs', async () => {
    const { token, email, id } = await buildAccount(app.features.auth, { metadata: { first_name: 'Ann' } });
    expect((await app.call(getAuthMe, { as: { token } })).ok()).toMatchObject({
      id,
      email,
      firstName: 'Ann',
      isVerified: true,
      trust_score: expect.any(Number),
      subscription: { plan: 'free' },
    });
  });

  it('[7.18] signs in, refreshes and signs out, which invalidates the token at once', async () => {
    const { email } = await buildAccount(app.features.auth, { password: PASSWORD });
    const wrong = (await app.call(postAuthLogin, { body: { email, password: 'wrong' } })).refused('not_signed_in');
    expect(wrong.detail).toBe('Invalid email or password. Please try again.');
    const session = (await app.call(postAuthLogin, { body: { email, password: PASSWORD } })).ok();
    const next = (await app.call(postAuthRefresh, { body: { refresh_token: session.refresh_token } })).ok();
    const as = { token: next.access_token };
    (await app.call(getAuthMe, { as })).ok();
    (await app.call(postAuthLogout, { as })).ok();
    (await app.call(getAuthMe, { as })).refused('session_expired');
    (await app.call(postAuthRefresh, { body: { refresh_token: next.refresh_token } })).refused('session_expired');
  });

  describe('a device that has removed its session signs out with the hash of a refresh token', () => {
    const login = async (email: string) =>
      (await app.call(postAuthLogin, { body: { email, password: PASSWORD } })).ok();
    const lives = async (token: string) => (await app.call(getAuthMe, { as: { token } })).status === 200;
    const signOut = async (token: string, scope: 'global' | 'local', seconds_ago = 0) =>
      (await app.call(postAuthSignOut, { body: { refresh_token_hash: hashSecret(token), scope, seconds_ago } })).ok();

    it('with a token that another tab has replaced, too; nothing else of the account ends', async () => {
      const { email } = await buildAccount(app.features.auth, { password: PASSWORD });
      const [shared, phone] = [await login(email), await login(email)];
      const next = (await app.call(postAuthRefresh, { body: { refresh_token: shared.refresh_token } })).ok();
      await signOut('no such token', 'global');
      expect(await lives(next.access_token)).toBe(true);
      await signOut(shared.refresh_token, 'local');
      await signOut(shared.refresh_token, 'local');
      expect([await lives(next.access_token), await lives(phone.access_token)]).toEqual([false, true]);
      const hash = hashSecret(phone.refresh_token);
      (await app.call(postAuthRefresh, { body: { refresh_token: hash } })).refused('session_expired');
    });

    it('a sign-out of all devices that arrives late spares those that signed in after it', async () => {
      const { email } = await buildAccount(app.features.auth, { password: PASSWORD });
      const [shared, phone] = [await login(email), await login(email)];
      app.clock.advance(10 * MINUTE_MS);
      const later = await login(email);
      // Sent a second after the sign-out, and two seconds on its way.
      app.clock.advance(2_000);
      await signOut(shared.refresh_token, 'global', 1);
      const sessions = [shared, phone, later].map(({ access_token }) => lives(access_token));
      expect(await Promise.all(sessions)).toEqual([false, false, true]);
    });

    describe('a sign-out of all devices', () => {
      const account = (token: string, body?: { email: string }) =>
        app.http.inject({
          method: body ? 'PUT' : 'GET',
          url: '/auth/v1/user',
          headers: { authorization: `Bearer ${token}` },
          ...(body && { payload: body }),
        });

      it('cancels the change of the email that was under way', async () => {
        const { email, id } = await buildAccount(app.features.auth, { password: PASSWORD });
        const session = await login(email);
        const asked = await account(session.access_token, { email: `new-${id}@example.org` });
        expect(asked.json()).toMatchObject({ new_email: `new-${id}@example.org` });
        await signOut(session.refresh_token, 'global');
        const now = await account((await login(email)).access_token);
        expect([now.json().email, now.json().new_email]).toEqual([email, undefined]);
      });

      it('that arrives late spares what those that signed in after it have begun', async () => {
        const { email, id } = await buildAccount(app.features.auth, { password: PASSWORD });
        const shared = await login(email);
        app.clock.advance(10 * MINUTE_MS);
        const later = await login(email);
        await account(later.access_token, { email: `new-${id}@example.org` });
        await signOut(shared.refresh_token, 'global', 5 * 60);
        expect((await account(later.access_token)).json()).toMatchObject({ new_email: `new-${id}@example.org` });
      });
    });
  });

  it('[7.18] resets a forgotten password by a link to /reset-password, and resends the verification email', async () => {
    const { email } = await buildAccount(app.features.auth, { password: PASSWORD });
    for (const address of [email, 'nobody@example.org']) {
      expect((await app.call(postAuthForgotPassword, { body: { email: address } })).ok()).toEqual({ ok: true });
      expect((await app.call(postAuthResendVerification, { body: { email: address } })).ok()).toEqual({ ok: true });
      (await app.call(postAuthForgotPassword, { body: { email: address } })).refused('rate_limited');
    }
    expect(app.mails('nobody@example.org')).toEqual([]);
    const [mail] = app.mails(email);
    const link = new URL(mail?.links[0] ?? '');
    expect(link.searchParams.get('redirect_to')).toBe('http://localhost:3000/reset-password');
    expect((await app.http.inject(link.pathname + link.search)).body).toContain('Choose a new password');
    const pressed = await app.http.inject({
      method: 'POST',
      url: `${link.pathname}/confirm`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: link.search.slice(1),
    });
    const landing = new URL(String(pressed.headers.location));
    const token = new URLSearchParams(landing.hash.slice(1)).get('access_token') ?? '';
    expect(landing.pathname).toBe('/reset-password');
    const weak = await app.call(postAuthResetPassword, { as: { token }, body: { password: 'password123' } });
    expect(weak.refused('validation_failed').fields).toHaveProperty('password');
    (await app.call(postAuthResetPassword, { as: { token }, body: { password: 'seven lanterns by the river' } })).ok();
    (await app.call(postAuthLogin, { body: { email, password: 'seven lanterns by the river' } })).ok();
  });

  it('[7.18] responds to a repeated registration like to a first one', async () => {
    const { email } = await buildAccount(app.features.auth);
    const known = await app.call(postAuthRegister, { body: { email, password: PASSWORD } });
    const fresh = await app.call(postAuthRegister, { body: { email: 'fresh@example.org', password: PASSWORD } });
    expect([known.status, known.raw.json()]).toEqual([fresh.status, fresh.raw.json()]);
  });

  it('refuses someone under 18', async () => {
    const data = { birth_date: `${new Date().getUTCFullYear() - 10}-01-01` };
    const young = await app.call(postAuthRegister, { body: { email: 'young@example.org', password: PASSWORD, data } });
    expect(young.refused().detail).toContain('18');
  });
});

describe('the list of sessions', () => {
  it('shows device and last use, and only the owner can end a session', async () => {
    const { email, token, id } = await buildAccount(app.features.auth, { password: PASSWORD });
    app.clock.advance(MINUTE_MS);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const other = (
      await app.call(postAuthLogin, { body: { email, password: PASSWORD }, headers: { 'user-agent': agent } })
    ).ok();
    const { sessions } = (await app.call(getAuthSessions, { as: { token } })).ok();
    expect(sessions).toMatchObject([
      { device: 'Firefox on Linux', current: false, aal: 'aal1' },
      { device: 'Unknown device', current: true },
    ]);
    const listed = sessions[0]?.id ?? '';
    const stranger = await buildAccount(app.features.auth);
    (await app.call(deleteAuthSession, { as: stranger, params: { id: listed } })).refused('not_found');
    const socket = await app.socket({ id, token: other.access_token });
    await socket.next('auth_success');
    (await app.call(deleteAuthSession, { as: { token }, params: { id: listed } })).ok();
    (await app.call(getAuthMe, { as: { token: other.access_token } })).refused('session_expired');
    expect(await socket.closed).toBe(1000);
    expect(socket.pending('auth_expired')).toEqual([]);
    (await app.call(getAuthMe, { as: { token } })).ok();
  });

  it('a password tells the user about other devices only if it signed any out', async () => {
    const setPassword = async ({ token }: { token: string }, password: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const request = { method: 'PUT', url: '/auth/v1/user', headers, payload: { password } } as const;
      expect((await app.http.inject(request)).statusCode).toBe(200);
    };
    const listTitles = async (as: { token: string }) =>
      (await app.call(getNotifications, { as })).ok().notifications.map(({ title }) => title);
    const user = await buildAccount(app.features.auth);
    await setPassword(user, PASSWORD);
    expect(app.mails(user.email)[0]?.subject).toContain('has a password now');
    expect(await listTitles(user)).toEqual([]);
    (await app.call(postAuthLogin, { body: { email: user.email, password: PASSWORD } })).ok();
    await setPassword(user, 'seven lanterns by the river');
    expect(app.mails(user.email)[0]?.subject).toContain('password was changed');
    expect(await listTitles(user)).toEqual(['Other devices were signed out']);
  });

  it('[4.14] a sign-out closes the sockets of other devices without an error, a password change with one', async () => {
    const { id, email, token } = await buildAccount(app.features.auth, { password: PASSWORD });
    const login = async () =>
      (await app.call(postAuthLogin, { body: { email, password: PASSWORD } })).ok().access_token;
    const phone = await app.socket({ id, token: await login() });
    await phone.next('auth_success');
    (await app.call(postAuthLogout, { as: { token } })).ok();
    expect(await phone.closed).toBe(1000);
    expect(phone.pending('auth_expired')).toEqual([]);

    const [laptop, thief] = [await login(), await login()];
    const stolen = await app.socket({ id, token: thief });
    await stolen.next('auth_success');
    const body = { password: 'seven lanterns by the river' };
    (await app.call(postAuthResetPassword, { as: { token: laptop }, body })).ok();
    await stolen.next('auth_expired');
    expect(await stolen.closed).toBe(1008);
  });
});

describe('the product’s own endpoints', () => {
  it('accept only tokens that we signed', async () => {
    const { token } = await buildAccount(app.features.auth);
    const [header, payload, signature] = token.split('.');
    const foreign = await createSigningKeys([await generateSigningJwk()], app.core.config.auth.apiUrl);
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const bad of [
      'x',
      `${none}.${payload}.`,
      `${header}.${payload}.${signature?.slice(0, -4)}AAAA`,
      await foreign.sign(claims),
    ]) {
      (await app.call(getAuthMe, { as: { token: bad } })).refused('not_signed_in');
    }
    app.clock.advance(3_610_000);
    (await app.call(getAuthMe, { as: { token } })).refused('session_expired');
  });
});
