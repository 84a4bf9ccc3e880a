import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../mfa/totp.ts';
import { buildAuth, PASSWORD, type TestAuth, type TestClient } from '../testing/build-auth.ts';

let t: TestAuth;
let admin: TestClient['admin'];
beforeAll(async () => {
  t = await buildAuth();
  const key = await t.auth.authenticator.issueApiKey('service_role');
  admin = t.client({ headers: { apikey: key, Authorization: `Bearer ${key}` } }).admin;
});
afterAll(() => t.close());

let n = 0;
const nextEmail = () => `made-${++n}@example.org`;

describe('administration', () => {
  it('is only for the service_role', async () => {
    const { token } = await t.createUser();
    const anon = await t.auth.authenticator.issueApiKey('anon');
    expect(await t.raw('GET', '/admin/users')).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
    for (const other of [token, anon]) {
      for (const [method, path] of [
        ['GET', '/admin/users'],
        ['POST', '/admin/users'],
        ['GET', `/admin/users/${crypto.randomUUID()}`],
        ['PUT', `/admin/users/${crypto.randomUUID()}`],
        ['DELETE', `/admin/users/${crypto.randomUUID()}`],
        ['POST', '/admin/generate_link'],
        ['POST', '/invite'],
        ['GET', `/admin/users/${crypto.randomUUID()}/factors`],
      ] as const) {
        expect(await t.raw(method, path, { token: other })).toMatchObject({
          status: 403,
          body: { error_code: 'not_admin' },
        });
      }
    }
  });

  it('creates, reads, changes and deletes users', async () => {
    const email = nextEmail();
    const made = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { first_name: 'Mia' },
      app_metadata: { team: 'a' },
    });
    expect(made.error).toBeNull();
    const id = made.data.user?.id ?? '';
    expect(made.data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', team: 'a' },
      user_metadata: { first_name: 'Mia' },
    });
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);

    const changed = await admin.updateUserById(id, { email: nextEmail(), password: 'seven lanterns by the river' });
    expect(changed.data.user?.email).toBe(`made-${n}@example.org`);
    expect(
      (await t.client().signInWithPassword({ email: `made-${n}@example.org`, password: 'seven lanterns by the river' }))
        .error,
    ).toBeNull();

    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await admin.deleteUser(id)).error).toMatchObject({ status: 404 });
  });

  it('locks a user out at once by a ban or a soft deletion', async () => {
    for (const lock of [
      (id: string) => admin.updateUserById(id, { ban_duration: '24h' }),
      (id: string) => admin.deleteUser(id, true),
    ]) {
      const { id, email, token } = await t.createUser();
      expect((await lock(id)).error).toBeNull();
      expect((await t.raw('GET', '/user', { token })).status).toBe(403);
      expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('user_banned');
      await t.client().resetPasswordForEmail(email);
      const verified = t.mailbox.list(email).length
        ? await t.client().verifyOtp({ email, token: t.mail(email).code, type: 'recovery' })
        : { error: { code: 'otp_expired' } };
      expect(verified.error?.code).toBe('otp_expired');
    }
  });

  it('lifts a ban', async () => {
    const { id, email } = await t.createUser();
    await admin.updateUserById(id, { ban_duration: '24h' });
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('lists users in pages', async () => {
    while (((await admin.listUsers()).data as { total: number }).total < 5) await t.createUser();
    const first = await admin.listUsers({ page: 1, perPage: 2 });
    const second = await admin.listUsers({ page: 2, perPage: 2 });
    if (first.error || second.error) throw first.error ?? second.error;
    expect(first.data.users).toHaveLength(2);
    expect(first.data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
    expect(first.data.total).toBeGreaterThan(4);
    const ids = [...first.data.users, ...second.data.users].map((user) => user.id);
    expect(new Set(ids).size).toBe(4);
  });

  it('lists the newest users first, and refuses a page that is no number', async () => {
    t.clock.advance(1000);
    const { id } = await t.createUser();
    expect((await admin.listUsers()).data.users[0]?.id).toBe(id);
    const { data, error } = await admin.listUsers({ page: -1, perPage: 10 });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(error?.message).toContain('Bad Pagination Parameters');
    expect(data.users).toEqual([]);
  });

  it.each([
    ['a weak password', { email: 'x1@example.org', password: 'password123' }, 'weak_password'],
    ['no email', {}, 'validation_failed'],
    ['a role of its own', { email: 'x2@example.org', role: 'service_role' }, 'validation_failed'],
    ['a ban that is none', { email: 'x3@example.org', ban_duration: 'soon' }, 'validation_failed'],
    ['a hash', { email: 'x4@example.org', password_hash: '$2a$10$x' }, 'validation_failed'],
    ['a phone', { email: 'x5@example.org', phone: '+4915112345678' }, 'phone_provider_disabled'],
  ])('refuses %s', async (_what, attributes, code) => {
    expect((await admin.createUser(attributes)).error?.code).toBe(code);
  });

  it('removes a factor that its owner has lost', async () => {
    const { client, id, email } = await t.createUser();
    const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    if (factor.error) throw factor.error;
    await client.mfa.challengeAndVerify({
      factorId: factor.data.id,
      code: totpCode(factor.data.totp.secret, t.clock.now()),
    });
    const { data } = await admin.mfa.listFactors({ userId: id });
    expect(data?.factors).toMatchObject([{ id: factor.data.id, status: 'verified' }]);
    expect((await admin.mfa.deleteFactor({ userId: id, id: factor.data.id })).error).toBeNull();
    expect((await admin.mfa.deleteFactor({ userId: id, id: factor.data.id })).error).toMatchObject({
      code: 'mfa_factor_not_found',
    });
    const fresh = t.client();
    await fresh.signInWithPassword({ email, password: PASSWORD });
    expect((await fresh.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
  });
});

describe('links that an administrator creates', () => {
  it('sign in without an email', async () => {
    const email = nextEmail();
    const made = await admin.generateLink({ type: 'signup', email, password: PASSWORD });
    expect(made.data.properties).toMatchObject({ verification_type: 'signup', redirect_to: 'http://localhost:3000' });
    expect(t.mailbox.list(email)).toEqual([]);
    const landing = await t.follow(made.data.properties?.action_link ?? '');
    expect(landing.hash).toContain('access_token=');
    expect(
      (await t.client().signInWithPassword({ email, password: PASSWORD })).data.user?.email_confirmed_at,
    ).toBeTruthy();

    const magic = await admin.generateLink({ type: 'magiclink', email });
    const byHash = await t
      .client()
      .verifyOtp({ token_hash: magic.data.properties?.hashed_token ?? '', type: 'magiclink' });
    expect(byHash.data.user?.email).toBe(email);
    const recovery = await admin.generateLink({ type: 'recovery', email });
    const byCode = await t
      .client()
      .verifyOtp({ email, token: recovery.data.properties?.email_otp ?? '', type: 'recovery' });
    expect(byCode.data.user?.email).toBe(email);
    expect((await admin.generateLink({ type: 'signup', email, password: PASSWORD })).error?.code).toBe('email_exists');
    expect((await admin.generateLink({ type: 'recovery', email: nextEmail() })).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
  });

  it('change an email once both addresses have confirmed', async () => {
    const { email, id } = await t.createUser();
    const newEmail = nextEmail();
    const current = await admin.generateLink({ type: 'email_change_current', email, newEmail });
    const fresh = await admin.generateLink({ type: 'email_change_new', email, newEmail });
    await t.follow(current.data.properties?.action_link ?? '');
    await t.follow(fresh.data.properties?.action_link ?? '');
    expect((await admin.getUserById(id)).data.user?.email).toBe(newEmail);
  });

  it('invite by email', async () => {
    const email = nextEmail();
    const invited = await admin.inviteUserByEmail(email, { data: { first_name: 'Ivy' } });
    expect(invited.data.user?.invited_at).toBeTruthy();
    const client = t.client();
    const accepted = await client.verifyOtp({ email, token: t.mail(email).code, type: 'invite' });
    expect(accepted.data.user).toMatchObject({ email, user_metadata: { first_name: 'Ivy' } });
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });
});
