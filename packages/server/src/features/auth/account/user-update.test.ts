import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAuth, PASSWORD, type TestAuth } from '../testing/build-auth.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth();
});
afterAll(() => t.close());

const NEW_PASSWORD = 'seven lanterns by the river';

describe('the signed-in user', () => {
  it('without an email cannot reauthenticate', async () => {
    const anonymous = await buildAuth({ config: { anonymous: true } });
    const client = anonymous.client();
    await client.signInAnonymously();
    expect((await client.reauthenticate()).error).toMatchObject({
      status: 400,
      message: 'Reauthentication requires the user to have an email or a phone number',
    });
    await anonymous.close();
  });

  it('[3.2] [7.31] reads their account, changes metadata key by key, and sees identities and factors', async () => {
    const { client, id, email } = await t.createUser({ metadata: { first_name: 'Ann', plan: 'a' } });
    const changed = await client.updateUser({
      data: { first_name: 'Anna', plan: null, subscription: { plan: 'gold' } },
    });
    expect(changed.data.user?.user_metadata).toEqual({ first_name: 'Anna', subscription: { plan: 'gold' } });
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({ id, email, aud: 'authenticated', role: 'authenticated', phone: '', factors: [] });
    expect((await client.getUserIdentities()).data?.identities).toMatchObject([{ provider: 'email', user_id: id }]);
  });

  it('[7.31] refuses a call without a token, with an invalid one, or of a deleted session or user', async () => {
    expect(await t.raw('GET', '/user')).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
    expect(await t.raw('GET', '/user', { token: 'a.b.c' })).toMatchObject({
      status: 403,
      body: { error_code: 'bad_jwt' },
    });
    const anon = await t.auth.authenticator.issueApiKey('anon');
    expect(await t.raw('GET', '/user', { token: anon })).toMatchObject({
      status: 403,
      body: { error_code: 'bad_jwt' },
    });
    const { id, token } = await t.createUser();
    await t.auth.admin.remove(id, false);
    expect(await t.raw('GET', '/user', { token })).toMatchObject({
      status: 403,
      body: { error_code: 'user_not_found' },
    });
  });

  it('limits metadata to what fits into a token, also when it is added in steps', async () => {
    const { client } = await t.createUser();
    expect((await client.updateUser({ data: { a: 'x'.repeat(2500) } })).error).toBeNull();
    const more = await client.updateUser({ data: { b: 'x'.repeat(2500) } });
    expect(more.error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await client.updateUser({ data: { a: null, b: 'x'.repeat(2500) } })).error).toBeNull();
  });

  it('cannot change fields that only the service may set', async () => {
    const { client, token } = await t.createUser();
    await t.raw('PUT', '/user', {
      token,
      body: { app_metadata: { role: 'admin' }, role: 'service_role', is_moderator: true },
    });
    expect((await client.getUser()).data.user).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email' },
    });
  });
});

describe('a password change', () => {
  it('[7.31] ends the other sessions, invalidates pending links and sends an email', async () => {
    const { client, email, token } = await t.createUser();
    const other = t.client();
    await other.signInWithPassword({ email, password: PASSWORD });
    await t.client().resetPasswordForEmail(email);
    const pending = t.mail(email).link;
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await other.getUser()).error).toBeTruthy();
    expect((await t.raw('GET', '/user', { token })).status).toBe(200);
    expect((await t.follow(pending)).hash).toContain('otp_expired');
    expect(t.mail(email).subject).toContain('password was changed');
    expect((await t.client().signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
  });

  it('refuses the same password and a weak one', async () => {
    const { client } = await t.createUser();
    expect((await client.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    });
    expect((await client.updateUser({ password: 'password123' })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
    });
  });

  it('needs an emailed code or the current password in an old session', async () => {
    const { client, email } = await t.createUser();
    t.clock.advance(DAY_MS + 1000);
    await client.refreshSession();
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    });
    expect((await client.reauthenticate()).error).toBeNull();
    const { code } = t.mail(email);
    const wrong = await client.updateUser({ password: NEW_PASSWORD, nonce: code === '000000' ? '000001' : '000000' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.updateUser({ password: NEW_PASSWORD, nonce: code })).error).toBeNull();

    const guess = await client.updateUser({ password: PASSWORD, current_password: 'not the one at all' });
    expect(guess.error).toMatchObject({ status: 400, code: 'current_password_mismatch' });
    expect((await client.updateUser({ password: PASSWORD, current_password: NEW_PASSWORD })).error).toBeNull();
  });

  it('does not accept a code that was sent to somebody else', async () => {
    const [a, b] = [await t.createUser(), await t.createUser()];
    t.clock.advance(DAY_MS + 1000);
    await a.client.refreshSession();
    await b.client.refreshSession();
    await a.client.reauthenticate();
    const { code } = t.mail(a.email);
    const stolen = await b.client.updateUser({ password: NEW_PASSWORD, nonce: code });
    expect(stolen.error?.code).toBe('reauthentication_not_valid');
  });
});

describe('an email change', () => {
  it('[7.31] must be confirmed by both addresses, in either order', async () => {
    for (const order of ['current first', 'new first']) {
      const { client, email, id } = await t.createUser();
      const fresh = `fresh-${id}@example.org`;
      const asked = await client.updateUser({ email: fresh });
      expect(asked.data.user).toMatchObject({ email, new_email: fresh });
      const steps = order === 'current first' ? [email, fresh] : [fresh, email];
      const half = await client.verifyOtp({
        email: steps[0] ?? '',
        token: t.mail(steps[0] ?? '').code,
        type: 'email_change',
      });
      expect(half).toMatchObject({ error: null, data: { session: null, user: null } });
      expect((await client.getUser()).data.user?.email).toBe(email);
      const whole = await client.verifyOtp({
        email: steps[1] ?? '',
        token: t.mail(steps[1] ?? '').code,
        type: 'email_change',
      });
      expect(whole.data.user).toMatchObject({ id, email: fresh });
      expect(whole.data.user?.new_email).toBeUndefined();
      expect(t.mail(email).subject).toContain('email was changed');
      expect((await t.client().signInWithPassword({ email: fresh, password: PASSWORD })).error).toBeNull();
      expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeTruthy();
    }
  });

  it('says after the first link that the other one is missing', async () => {
    const { client, email, id } = await t.createUser();
    const fresh = `linked-${id}@example.org`;
    await client.updateUser({ email: fresh });
    const first = await t.follow(t.mail(email).link);
    expect(first.searchParams.get('message')).toContain('other email');
    const second = await t.follow(t.mail(fresh).link);
    expect((await client.exchangeCodeForSession(second.searchParams.get('code') ?? '')).error).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(fresh);
  });

  it('[M9] responds to an address with an account as to any other, tells its owner, and never completes', async () => {
    const [a, b, c] = [await t.createUser(), await t.createUser(), await t.createUser()];
    const free = `free-${c.id}@example.org`;
    const shapes = [];
    for (const [user, wanted] of [
      [a, b.email],
      [c, free],
    ] as const) {
      const { status, body } = await t.raw('PUT', '/user', { token: user.token, body: { email: wanted } });
      expect(body).toMatchObject({ email: user.email, new_email: wanted });
      const again = await t.raw('PUT', '/user', { token: user.token, body: { email: wanted } });
      shapes.push([status, Object.keys(body), again.status, again.body.error_code]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(t.mail(b.email)).toMatchObject({ subject: expect.stringContaining('already has'), code: '' });
    expect((await t.follow(t.mail(a.email).link)).hash).toContain('other+email');
    expect((await a.client.getUser()).data.user?.email).toBe(a.email);
    expect((await b.client.getUser()).data.user?.email).toBe(b.email);
  });

  it('[M9] counts the attempts of an account from all networks', async () => {
    const limited = await buildAuth({ config: { limits: { ...t.config.limits, updateUser: 5 } } });
    const { token } = await limited.createUser();
    const statuses = [];
    for (let n = 1; n <= 7; n += 1) {
      const node = limited.nodes[n % limited.nodes.length];
      const answer = await node?.app.inject({
        method: 'PUT',
        url: '/auth/v1/user',
        remoteAddress: `198.51.100.${n}`,
        headers: { authorization: `Bearer ${token}` },
        payload: { data: { n } },
      });
      statuses.push(answer?.statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await limited.close();
  });

  it('refuses an address that was taken in the meantime', async () => {
    const a = await t.createUser();
    const wanted = `wanted-${a.id}@example.org`;
    await a.client.updateUser({ email: wanted });
    await t.createUser({ email: wanted });
    await t.follow(t.mail(a.email).link);
    expect((await t.follow(t.mail(wanted).link)).hash).toContain('otp_expired');
    expect((await a.client.getUser()).data.user?.email).toBe(a.email);
  });

  it('is refused at once for an address with an account where emails are confirmed automatically', async () => {
    const open = await buildAuth({ config: { autoConfirm: true } });
    const [a, b] = [await open.createUser(), await open.createUser()];
    expect((await a.client.updateUser({ email: b.email })).error).toMatchObject({ status: 422, code: 'email_exists' });
    await open.close();
  });

  it('needs only the new address if the old one was never confirmed', async () => {
    const { client, id, email } = await t.createUser({ verified: false });
    const fresh = `typo-${id}@example.org`;
    await client.updateUser({ email: fresh });
    expect(t.mailbox.list(email)).toEqual([]);
    const { data } = await client.verifyOtp({ email: fresh, token: t.mail(fresh).code, type: 'email_change' });
    expect(data.user).toMatchObject({ email: fresh });
    expect(data.user?.email_confirmed_at).toBeTruthy();
  });

  it('can be sent to both addresses again', async () => {
    const { client, email, id } = await t.createUser();
    const fresh = `resent-${id}@example.org`;
    await client.updateUser({ email: fresh });
    const [one, two] = [t.mail(email).code, t.mail(fresh).code];
    expect((await client.resend({ type: 'email_change', email })).error?.code).toBe('over_email_send_rate_limit');
    t.clock.advance(MINUTE_MS);
    expect((await client.resend({ type: 'email_change', email })).error).toBeNull();
    expect(t.mailbox.list(email).length + t.mailbox.list(fresh).length).toBe(4);
    for (const [address, code] of [
      [email, one],
      [fresh, two],
    ] as const) {
      if (t.mail(address).code === code) continue;
      expect((await t.client().verifyOtp({ email: address, token: code, type: 'email_change' })).error?.code).toBe(
        'otp_expired',
      );
    }
  });

  it('begins for its owner also while strangers ask for its emails by the address', async () => {
    const { client, email, id } = await t.createUser();
    expect((await t.client().resend({ type: 'email_change', email })).error).toBeNull();
    const first = await client.updateUser({ email: `first-${id}@example.org` });
    expect(first.error).toBeNull();
    const soon = await client.updateUser({ email: `second-${id}@example.org` });
    expect(soon.error?.code).toBe('over_email_send_rate_limit');
  });

  it('sends no address another email within a minute, whatever number of accounts wait for it', async () => {
    const victim = 'flooded@example.org';
    const users = [await t.createUser({ verified: false }), await t.createUser({ verified: false })];
    for (const { client } of users) {
      expect((await client.updateUser({ email: victim })).error).toBeNull();
      t.clock.advance(MINUTE_MS);
    }
    for (const { email } of users) {
      expect((await t.client().resend({ type: 'email_change', email })).error).toBeNull();
    }
    expect(t.mailbox.list(victim)).toHaveLength(3);
  });
});
