import { HOUR_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../mfa/totp.ts';
import { buildAuth, PASSWORD } from '../testing/build-auth.ts';
import { virtualAuthenticator } from '../testing/virtual-authenticator.ts';

let t: Awaited<ReturnType<typeof buildAuth>>;
let origin: string;
beforeAll(async () => {
  t = await buildAuth();
  origin = new URL(t.config.siteUrl).origin;
});
afterAll(() => t.close());

type Device = ReturnType<typeof virtualAuthenticator>;
type Options = Parameters<Device['create']>[0] & Parameters<Device['get']>[0];
type Client = ReturnType<typeof t.client>;

/** Adds a passkey as the browser and the official client do. */
async function enrol(client: Client, device = virtualAuthenticator(origin)) {
  const { data, error } = await client.passkey.startRegistration();
  if (error) throw error;
  const credential = device.create(data.options as unknown as Options) as never;
  const added = await client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
  if (added.error) throw added.error;
  return { device, id: added.data.id };
}

async function begin() {
  const { data, error } = await t.client().passkey.startAuthentication();
  if (error) throw error;
  return { challengeId: data.challenge_id, options: data.options as unknown as Options };
}

/** Signs in with the passkey alone, in a browser that knows nothing of the account. */
async function signIn(device: Device) {
  const { challengeId, options } = await begin();
  return t.client().passkey.verifyAuthentication({ challengeId, credential: device.get(options) as never });
}

const readClaims = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Adds a second step by app; the client's session passes it. */
async function addTotp(user: Pick<Awaited<ReturnType<typeof t.createUser>>, 'client'>, friendlyName = 'app') {
  const enrolled = await user.client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  const code = totpCode(totp.secret, t.clock.now());
  const { error } = await user.client.mfa.challengeAndVerify({ factorId: id, code });
  if (error) throw error;
  return id;
}

/** Signs in with the passkey, in a browser of its own. */
async function openDevice(device: Device) {
  const { challengeId, options } = await begin();
  const client = t.client();
  const { error } = await client.passkey.verifyAuthentication({
    challengeId,
    credential: device.get(options) as never,
  });
  if (error) throw error;
  return client;
}

describe('a passkey', () => {
  it('signs in without a password and without naming the account, at aal2, and its owner is told by email', async () => {
    const user = await t.createUser();
    const { device } = await enrol(user.client);
    expect(t.mail(user.email)?.subject).toContain('A passkey was added');
    const { data, error } = await signIn(device);
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(user.id);
    expect(readClaims(data?.session?.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] });
    const { body } = await t.raw('GET', '/passkeys', { token: user.token });
    expect(body).toEqual([
      {
        id: expect.any(String),
        friendly_name: expect.any(String),
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ]);
  });

  it('does not become a second step: the password alone still signs in', async () => {
    const user = await t.createUser();
    await enrol(user.client);
    const { data } = await t.client().signInWithPassword({ email: user.email, password: PASSWORD });
    expect(data.user?.factors ?? []).toEqual([]);
    const caller = await t.auth.authenticator.authenticateCached(data.session?.access_token ?? '');
    expect(caller.hasFactor).toBe(false);
  });

  it('is renamed and removed by its owner only; removal is told by email and ends the sessions that it opened', async () => {
    const user = await t.createUser();
    const stranger = await t.createUser();
    const { device, id } = await enrol(user.client);
    const opened = await signIn(device);
    const token = opened.data?.session?.access_token ?? '';
    for (const method of ['PATCH', 'DELETE']) {
      const refused = await t.raw(method, `/passkeys/${id}`, {
        token: stranger.token,
        body: { friendly_name: 'mine' },
      });
      expect(refused).toMatchObject({ status: 404, body: { error_code: 'webauthn_credential_not_found' } });
    }
    expect((await user.client.passkey.update({ passkeyId: id, friendlyName: 'Phone' })).data?.friendly_name).toBe(
      'Phone',
    );
    expect((await user.client.passkey.delete({ passkeyId: id })).error).toBeNull();
    expect(t.mail(user.email)?.subject).toContain('A passkey was removed');
    expect((await t.raw('GET', '/user', { token })).body.error_code).toBe('session_not_found');
    expect((await t.raw('GET', '/user', { token: user.token })).status).toBe(200);
    expect((await signIn(device)).error?.code).toBe('webauthn_verification_failed');
  });

  it('that is removed ends its sessions also after the last second step was, which they had nothing to do with', async () => {
    const user = await t.createUser();
    const app = await addTotp(user);
    const { device, id } = await enrol(user.client);
    const lost = await openDevice(device);
    expect((await user.client.mfa.unenroll({ factorId: app })).error).toBeNull();
    expect((await lost.getUser()).error).toBeNull();
    expect((await lost.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    await user.client.refreshSession();
    expect((await user.client.passkey.delete({ passkeyId: id })).error).toBeNull();
    expect((await lost.getUser()).error).toBeTruthy();
    expect((await user.client.getUser()).error).toBeNull();
  });

  it('is remembered by the session that it opened, which passes a second step afterwards', async () => {
    const user = await t.createUser();
    const { device, id } = await enrol(user.client);
    const opened = await openDevice(device);
    await addTotp({ ...user, client: opened });
    expect((await opened.updateUser({ password: 'seven lanterns by the river' })).error).toBeNull();
    const again = await openDevice(device);
    await addTotp({ ...user, client: again }, 'another app');
    expect((await opened.passkey.delete({ passkeyId: id })).error).toBeNull();
    expect((await again.getUser()).error).toBeTruthy();
    // Its second step is what it has passed.
    expect((await opened.refreshSession()).error).toBeNull();
    expect((await opened.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  });

  it('counts: a copy that signs with an old count is refused', async () => {
    const user = await t.createUser();
    const { device } = await enrol(user.client);
    expect((await signIn(device)).error).toBeNull();
    device.setCounter(0);
    expect((await signIn(device)).error?.code).toBe('webauthn_verification_failed');
  });

  it('of an operator’s list is removed by the operator', async () => {
    const user = await t.createUser();
    const { device, id } = await enrol(user.client);
    await t.auth.passkeys.removeByOperator(user.id, id);
    expect((await signIn(device)).error?.code).toBe('webauthn_verification_failed');
  });
});

describe('a change of the password', () => {
  const NEW = 'seven lanterns by the river';

  it('removes the passkeys, so that a thief of the old password keeps none, and the email names them', async () => {
    const user = await t.createUser();
    const thief = t.client();
    await thief.signInWithPassword({ email: user.email, password: PASSWORD });
    const { device, id } = await enrol(thief);
    await thief.passkey.update({ passkeyId: id, friendlyName: 'Phone of a thief' });
    expect((await user.client.updateUser({ password: NEW })).error).toBeNull();
    expect((await signIn(device)).error?.code).toBe('webauthn_verification_failed');
    expect(t.mail(user.email)?.text).toContain('removed these ways to sign in: passkey Phone of a thief');
  });

  it('after a recovery removes them too, and a sign-in that began before does not complete', async () => {
    const user = await t.createUser();
    const { device } = await enrol(user.client);
    const { challengeId, options } = await begin();
    const owner = t.client();
    await owner.resetPasswordForEmail(user.email);
    await owner.verifyOtp({ email: user.email, token: t.mail(user.email).code, type: 'recovery' });
    expect((await owner.updateUser({ password: NEW })).error).toBeNull();
    const late = t.client().passkey.verifyAuthentication({ challengeId, credential: device.get(options) as never });
    expect((await late).error?.code).toBe('webauthn_verification_failed');
    expect((await owner.passkey.list()).data).toEqual([]);
  });

  it('keeps the passkey that opened the session which makes the change, and no other', async () => {
    const user = await t.createUser();
    const own = await enrol(user.client);
    const other = await enrol(user.client);
    const { challengeId, options } = await begin();
    const client = t.client();
    await client.passkey.verifyAuthentication({ challengeId, credential: own.device.get(options) as never });
    expect((await client.updateUser({ password: NEW })).error).toBeNull();
    expect((await signIn(own.device)).error).toBeNull();
    expect((await signIn(other.device)).error?.code).toBe('webauthn_verification_failed');
  });

  it('does not mention passkeys in its email if none was removed', async () => {
    const user = await t.createUser();
    await user.client.updateUser({ password: NEW });
    expect(t.mail(user.email)?.subject).toContain('password was changed');
    expect(t.mail(user.email)?.text).not.toContain('passkey');
  });

  it('by an operator removes them all', async () => {
    const user = await t.createUser();
    const { device } = await enrol(user.client);
    await t.auth.admin.update(user.id, { password: NEW });
    expect((await signIn(device)).error?.code).toBe('webauthn_verification_failed');
  });
});

describe('a registration', () => {
  it('needs a confirmed address', async () => {
    const user = await t.createUser({ verified: false });
    expect((await user.client.passkey.startRegistration()).error?.code).toBe('email_not_confirmed');
  });

  it('needs the second step that the account has, and signs in past it afterwards', async () => {
    const user = await t.createUser();
    await addTotp(user);
    const thief = t.client();
    await thief.signInWithPassword({ email: user.email, password: PASSWORD });
    expect((await thief.passkey.startRegistration()).error?.code).toBe('insufficient_aal');
    const { device } = await enrol(user.client);
    expect(readClaims((await signIn(device)).data?.session?.access_token).aal).toBe('aal2');
  });

  it('is answered once, by the session that began it, in time, and with the user verified', async () => {
    const user = await t.createUser();
    const answer = async (device: Device, client = user.client, waitMs = 0) => {
      const { data } = await user.client.passkey.startRegistration();
      const credential = device.create(data?.options as unknown as Options) as never;
      t.clock.advance(waitMs);
      const request = { challengeId: data?.challenge_id ?? '', credential };
      return { request, result: await client.passkey.verifyRegistration(request) };
    };
    const other = t.client();
    await other.signInWithPassword({ email: user.email, password: PASSWORD });
    expect((await answer(virtualAuthenticator(origin), other)).result.error?.code).toBe('webauthn_challenge_not_found');
    expect((await answer(virtualAuthenticator(origin), user.client, 301_000)).result.error?.code).toBe(
      'webauthn_challenge_expired',
    );
    const unverified = virtualAuthenticator(origin, { userVerified: false });
    expect((await answer(unverified)).result.error?.code).toBe('webauthn_verification_failed');
    expect((await answer(virtualAuthenticator('https://evil.example'))).result.error?.code).toBe(
      'webauthn_verification_failed',
    );
    const { request, result } = await answer(virtualAuthenticator(origin));
    expect(result.error).toBeNull();
    expect((await user.client.passkey.verifyRegistration(request)).error?.code).toBe('webauthn_challenge_not_found');
    expect((await user.client.passkey.list()).data).toHaveLength(1);
  });

  it('does not complete after the account has changed', async () => {
    const user = await t.createUser();
    const { data } = await user.client.passkey.startRegistration();
    expect((await user.client.updateUser({ password: 'seven lanterns by the river' })).error).toBeNull();
    const credential = virtualAuthenticator(origin).create(data?.options as unknown as Options) as never;
    const added = await user.client.passkey.verifyRegistration({ challengeId: data?.challenge_id ?? '', credential });
    expect(added.error?.code).toBe('conflict');
    expect((await user.client.passkey.list()).data).toEqual([]);
  });
});

describe('a sign-in by passkey', () => {
  it('tells nothing about accounts: an unknown passkey and a wrong answer are refused alike', async () => {
    const user = await t.createUser();
    const { device } = await enrol(user.client);
    const { options } = await begin();
    expect(options).not.toHaveProperty('allowCredentials');
    const unknown = await signIn(virtualAuthenticator(origin));
    const { challengeId } = await begin();
    const wrong = device.get({ ...options, challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }) as never;
    const refused = await t.client().passkey.verifyAuthentication({ challengeId, credential: wrong });
    expect(refused.error).toEqual(unknown.error);
    expect(refused.error).toMatchObject({ code: 'webauthn_verification_failed', status: 400 });
  });

  it('needs the user verified, and the name that the passkey was made for', async () => {
    const user = await t.createUser();
    const other = await t.createUser();
    const { device } = await enrol(user.client);
    const { challengeId, options } = await begin();
    const answer = device.get(options);
    const userHandle = Buffer.from(other.id).toString('base64url');
    const credential = { ...answer, response: { ...answer.response, userHandle } } as never;
    const named = await t.client().passkey.verifyAuthentication({ challengeId, credential });
    expect(named.error?.code).toBe('webauthn_verification_failed');
    device.setUserVerified(false);
    expect((await signIn(device)).error?.code).toBe('webauthn_verification_failed');
  });

  it('happens once for one answer, twice at once as well', async () => {
    const user = await t.createUser();
    const { device } = await enrol(user.client);
    const { challengeId, options } = await begin();
    const credential = device.get(options) as never;
    const answers = await Promise.all(
      [1, 2, 3].map(() => t.client().passkey.verifyAuthentication({ challengeId, credential })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('is refused to a banned user', async () => {
    const user = await t.createUser();
    const { device } = await enrol(user.client);
    await t.auth.admin.update(user.id, { banMs: HOUR_MS });
    expect((await signIn(device)).error?.code).toBe('user_banned');
  });
});

it('passkeys can be switched off', async () => {
  const off = await buildAuth({ config: { passkeys: false } });
  expect((await off.raw('GET', '/settings')).body.passkeys_enabled).toBe(false);
  expect((await off.client().passkey.startAuthentication()).error?.code).toBe('passkey_disabled');
  await off.close();
});
