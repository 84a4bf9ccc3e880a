import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../session/secrets.ts';
import { buildAuth, PASSWORD, type TestAuth, type TestClient } from '../testing/build-auth.ts';
import { holdNextTransaction } from '../testing/hold-transaction.ts';
import { virtualAuthenticator } from '../testing/virtual-authenticator.ts';
import { totpCode } from './totp.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth();
});
afterAll(() => t.close());

const STEP_MS = 30_000;
const now = () => t.clock.now();

async function enroll(client: TestClient, friendlyName = 'phone') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, totp: data.totp };
}

/** A user with a verified authenticator app, in a session at aal2. */
async function createProtectedUser() {
  const user = await t.createUser();
  const factor = await enroll(user.client);
  const { error } = await user.client.mfa.challengeAndVerify({
    factorId: factor.id,
    code: totpCode(factor.secret, now()),
  });
  if (error) throw error;
  return { ...user, factor };
}

async function signIn(email: string) {
  const client = t.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  return client;
}

const getAccessToken = async (client: TestClient) => (await client.getSession()).data.session?.access_token ?? '';

describe('an authenticator app', () => {
  it('[7.36] enrols with a QR code that works as a data URL, and its first code raises the session', async () => {
    const { client, email, id } = await t.createUser();
    const { id: factorId, secret, totp } = await enroll(client);
    expect(totp.qr_code.startsWith('data:image/svg+xml;utf-8,<svg')).toBe(true);
    expect(totp.qr_code).not.toContain('#');
    expect(totp.uri).toContain(`secret=${secret}`);
    expect(decodeURIComponent(totp.uri)).toContain(email);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });

    const verified = await client.mfa.challengeAndVerify({ factorId, code: totpCode(secret, now()) });
    expect(verified.data?.user.id).toBe(id);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }]);
    expect(t.mail(email).subject).toContain('second step was added');
  });

  it('[3.2] is listed with the user as verified', async () => {
    const { client } = await createProtectedUser();
    const { data } = await client.mfa.listFactors();
    expect(data?.totp).toMatchObject([{ factor_type: 'totp', status: 'verified', friendly_name: 'phone' }]);
  });

  it('[7.36] accepts a code one step early or late, but not two', async () => {
    const { client, factor } = await createProtectedUser();
    t.clock.advance(10 * STEP_MS);
    const tryAt = async (steps: number) => {
      const code = totpCode(factor.secret, new Date(now().getTime() + steps * STEP_MS));
      return (await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error?.code ?? 'passed';
    };
    expect(await tryAt(-2)).toBe('mfa_verification_failed');
    expect(await tryAt(2)).toBe('mfa_verification_failed');
    expect(await tryAt(-1)).toBe('passed');
    expect(await tryAt(1)).toBe('passed');
  });

  it('accepts each code once', async () => {
    const { client, factor } = await createProtectedUser();
    t.clock.advance(10 * STEP_MS);
    const code = totpCode(factor.secret, now());
    expect((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    const replayed = await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(replayed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  });

  it('[7.36] accepts a challenge once, within 300 seconds, from one address, and only for its own factor', async () => {
    const { client, factor, email } = await createProtectedUser();
    t.clock.advance(10 * STEP_MS);
    const challenge = async () => (await client.mfa.challenge({ factorId: factor.id })).data?.id ?? '';
    const verify = (challengeId: string) =>
      client.mfa.verify({ factorId: factor.id, challengeId, code: totpCode(factor.secret, now()) });

    const used = await challenge();
    expect((await verify(used)).error).toBeNull();
    t.clock.advance(STEP_MS);
    expect((await verify(used)).error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });

    const late = await challenge();
    t.clock.advance(300_001);
    expect((await verify(late)).error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });

    const session = await t.auth.authenticator.authenticate(await getAccessToken(client));
    const elsewhere = await challenge();
    const answer = { code: totpCode(factor.secret, now()) };
    const moved = t.auth.mfa.verify(session, factor.id, elsewhere, answer, { ip: '203.0.113.9', userAgent: null });
    await expect(moved).rejects.toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });

    const stranger = await t.createUser();
    expect((await stranger.client.mfa.challenge({ factorId: factor.id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    expect(email).not.toBe(stranger.email);
  });

  it('accepts only one of two concurrent verifications of one challenge', async () => {
    const { client, factor } = await createProtectedUser();
    t.clock.advance(10 * STEP_MS);
    const challengeId = (await client.mfa.challenge({ factorId: factor.id })).data?.id ?? '';
    const body = { challenge_id: challengeId, code: totpCode(factor.secret, now()) };
    const token = await getAccessToken(client);
    const both = await Promise.all([1, 2].map(() => t.raw('POST', `/factors/${factor.id}/verify`, { token, body })));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });

  it('refuses every code for a while after twenty wrong ones', async () => {
    const { client, factor } = await createProtectedUser();
    t.clock.advance(10 * STEP_MS);
    const right = totpCode(factor.secret, now());
    const wrong = right === '000000' ? '000001' : '000000';
    const token = await getAccessToken(client);
    const challengeId = (await client.mfa.challenge({ factorId: factor.id })).data?.id ?? '';
    const verify = (code: string) =>
      t.raw('POST', `/factors/${factor.id}/verify`, { token, body: { challenge_id: challengeId, code } });
    for (let n = 0; n < 20; n += 1) expect((await verify(wrong)).status).toBe(422);
    expect(await verify(right)).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
    t.clock.advance(900_001);
    const again = await client.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret, now()) });
    expect(again.error).toBeNull();
  });

  it('stores its secret encrypted', async () => {
    const { factor } = await createProtectedUser();
    const { rows } = await t.db.execute<{ text: string }>(
      `select encode(secret, 'escape') as text from factors where id = '${factor.id}'`,
    );
    expect(rows[0]?.text).toBeTruthy();
    expect(rows[0]?.text).not.toContain(factor.secret);
  });
});

describe('enrolment', () => {
  it('[7.36] refuses a duplicate name and more than ten factors, and deletes unfinished ones', async () => {
    const { client } = await t.createUser();
    await enroll(client, 'factor 0');
    const twice = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'factor 0' });
    expect(twice.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    for (let n = 1; n < 10; n += 1) await enroll(client, `factor ${n}`);
    const eleventh = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'factor 10' });
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    t.clock.advance(300_001);
    await enroll(client, 'factor 0');
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('refuses an unknown kind', async () => {
    const { token } = await t.createUser();
    const answer = await t.raw('POST', '/factors', { token, body: { factor_type: 'sms' } });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});

describe('once a factor is verified', () => {
  it('sessions below aal2 end, and a new sign-in must pass it', async () => {
    const user = await t.createUser();
    const old = await signIn(user.email);
    const factor = await enroll(user.client);
    await user.client.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret, now()) });
    expect((await old.getUser()).error).toBeTruthy();

    const fresh = await signIn(user.email);
    expect((await fresh.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    const { createAuthenticate } = await import('../auth.compose.ts');
    const authenticate = createAuthenticate(t.auth);
    await expect(authenticate(await getAccessToken(fresh))).rejects.toMatchObject({ code: 'second_factor_needed' });
    t.clock.advance(STEP_MS);
    await fresh.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret, now()) });
    expect(await authenticate(await getAccessToken(fresh))).toMatchObject({ userId: user.id, aal: 'aal2' });
  });

  it('[7.36] email, password, factors and identities change only at aal2', async () => {
    const { email, factor } = await createProtectedUser();
    const low = await signIn(email);
    expect((await low.updateUser({ password: 'seven lanterns by the river' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    expect((await low.updateUser({ email: 'thief@example.org' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    expect((await low.mfa.enroll({ factorType: 'totp', friendlyName: 'thief' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    expect((await low.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    const identity = (await low.getUserIdentities()).data?.identities[0];
    expect((await low.unlinkIdentity(identity!)).error).toMatchObject({ code: 'insufficient_aal' });
    expect((await low.updateUser({ data: { first_name: 'Ann' } })).error).toBeNull();
  });

  it('a session that has not passed it signs out no other device', async () => {
    const { client: owner, email } = await createProtectedUser();
    const byHash = await signIn(email);
    const { refresh_token = '' } = (await byHash.getSession()).data.session ?? {};
    await t.auth.signOutByHash(hashSecret(refresh_token), 'global', 0);
    expect((await byHash.getUser()).error).toBeTruthy();
    const thief = await signIn(email);
    const others = await t.raw('POST', '/logout?scope=others', { token: await getAccessToken(thief) });
    expect(others).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } });
    expect((await thief.signOut({ scope: 'global' })).error).toBeNull();
    expect((await owner.getUser()).error).toBeNull();
    expect((await owner.refreshSession()).error).toBeNull();
  });

  it('one that is verified at the same moment is not removed by a session that has not passed it', async () => {
    const { client, email, id: userId } = await t.createUser();
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (!data) throw new Error('not enrolled');
    const thief = t.client();
    await thief.signInWithPassword({ email, password: PASSWORD });
    const hold = holdNextTransaction(t);
    const removal = thief.mfa.unenroll({ factorId: data.id });
    await hold.reached;
    const code = totpCode(data.totp.secret, t.clock.now());
    expect((await client.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
    hold.release();
    expect((await removal).error).toBeTruthy();
    expect((await t.auth.accounts.get(userId)).factors).toMatchObject([{ id: data.id, status: 'verified' }]);
  });

  it('[7.36] it can be removed at aal2, which sends an email and lowers the sessions', async () => {
    const { client, email, factor } = await createProtectedUser();
    expect((await client.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id });
    expect(t.mail(email).subject).toContain('second step was removed');
    await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    expect((await client.updateUser({ password: 'seven lanterns by the river' })).error).toBeNull();
  });
});

describe('a phone', () => {
  const readCode = (own: TestAuth, phone: string) => /\d{6}/.exec(own.mailbox.list(phone)[0]?.text ?? '')?.[0] ?? '';
  async function enrollPhone(client: TestClient, phone: string) {
    const enrolled = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: phone });
    if (enrolled.error) throw enrolled.error;
    return enrolled.data.id;
  }

  it('gets ten messages a day once it is confirmed, and an account has ten a day for numbers that it has not confirmed', async () => {
    const own = await buildAuth({ nodes: 1 });
    const { client } = await own.createUser();
    for (let n = 1; n < 10; n += 1) {
      const factorId = await enrollPhone(client, `+49151300000${n}0`);
      expect((await client.mfa.challenge({ factorId, channel: 'sms' })).error).toBeNull();
      expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    }
    const phone = '+4915130000099';
    const factorId = await enrollPhone(client, phone);
    const challengeId = (await client.mfa.challenge({ factorId, channel: 'sms' })).data?.id ?? '';
    expect((await client.mfa.verify({ factorId, challengeId, code: readCode(own, phone) })).error).toBeNull();
    const eleventh = await enrollPhone(client, '+4915130000011');
    const refused = await client.mfa.challenge({ factorId: eleventh, channel: 'sms' });
    expect(refused.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    expect(own.mailbox.list('+4915130000011')).toEqual([]);
    for (let n = 0; n < 10; n += 1) {
      own.clock.advance(MINUTE_MS);
      expect((await client.mfa.challenge({ factorId, channel: 'sms' })).error).toBeNull();
    }
    own.clock.advance(MINUTE_MS);
    const path = `/factors/${factorId}/challenge`;
    const last = await own.raw('POST', path, { token: await getAccessToken(client), body: { channel: 'sms' } });
    expect(last).toMatchObject({ status: 429, body: { error_code: 'over_sms_send_rate_limit' } });
    expect(Number(last.headers.get('retry-after'))).toBe((DAY_MS - 10 * MINUTE_MS) / 1000);
    expect(own.mailbox.list(phone)).toHaveLength(11);
    await own.close();
  });

  it('of the owner gets its messages, whatever strangers ask for to the number', async () => {
    const own = await buildAuth({ nodes: 1, config: { phone: true } });
    const [{ client: owner }, { client: stranger }] = [await own.createUser(), await own.createUser()];
    const phone = '+4915130000031';
    const factorId = await enrollPhone(owner, phone);
    const challengeId = (await owner.mfa.challenge({ factorId, channel: 'sms' })).data?.id ?? '';
    expect((await owner.mfa.verify({ factorId, challengeId, code: readCode(own, phone) })).error).toBeNull();
    for (let n = 0; n < 10; n += 1) {
      own.clock.advance(MINUTE_MS);
      await own.raw('POST', '/otp', { body: { phone } });
    }
    expect((await own.raw('POST', '/otp', { body: { phone } })).status).toBe(429);
    const foreign = await enrollPhone(stranger, phone);
    await stranger.mfa.challenge({ factorId: foreign, channel: 'sms' });
    const before = own.mailbox.list(phone).length;
    expect((await owner.mfa.challenge({ factorId, channel: 'sms' })).error).toBeNull();
    expect(own.mailbox.list(phone)).toHaveLength(before + 1);
    await own.close();
  });

  it('of the owner still gets its codes when someone who knows the password requests many from another network', async () => {
    const own = await buildAuth({ nodes: 1 });
    const { client: owner, email, password } = await own.createUser();
    const phone = '+4915130000033';
    const factorId = await enrollPhone(owner, phone);
    const challengeId = (await owner.mfa.challenge({ factorId, channel: 'sms' })).data?.id ?? '';
    expect((await owner.mfa.verify({ factorId, challengeId, code: readCode(own, phone) })).error).toBeNull();
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const signIn = await own.raw('POST', '/token?grant_type=password', { body: { email, password }, headers });
    const token = String(signIn.body.access_token);
    const ask = () => own.raw('POST', `/factors/${factorId}/challenge`, { token, body: { channel: 'sms' }, headers });
    for (let n = 0; n < 10; n += 1) {
      own.clock.advance(MINUTE_MS);
      expect((await ask()).status).toBe(200);
    }
    own.clock.advance(MINUTE_MS);
    expect(await ask()).toMatchObject({ status: 429, body: { error_code: 'over_sms_send_rate_limit' } });
    own.clock.advance(MINUTE_MS);
    expect((await owner.mfa.challenge({ factorId, channel: 'sms' })).error).toBeNull();
    await own.close();
  });

  it('that somebody else enrols gets no message a moment after another account’s', async () => {
    const own = await buildAuth({ nodes: 1 });
    const strangers = [await own.createUser(), await own.createUser()];
    const phone = '+4915130000032';
    const refusals: unknown[] = [];
    for (const { client } of strangers) {
      const factorId = await enrollPhone(client, phone);
      refusals.push((await client.mfa.challenge({ factorId, channel: 'sms' })).error?.code);
    }
    expect(refusals).toEqual([undefined, 'over_sms_send_rate_limit']);
    await own.close();
  });

  it('that is removed while its message is on the way is not found', async () => {
    const own = await buildAuth({ nodes: 1 });
    const { client } = await own.createUser();
    const factorId = await enrollPhone(client, '+4915130000020');
    const { sms } = own.auth.deps;
    const send = sms.send;
    sms.send = async (message) => {
      await client.mfa.unenroll({ factorId });
      return send(message);
    };
    const { error } = await client.mfa.challenge({ factorId, channel: 'sms' });
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    await own.close();
  });

  it('[7.36] receives its code as a text message, which raises the session', async () => {
    const { client } = await t.createUser();
    const enrolled = await client.mfa.enroll({ factorType: 'phone', phone: '+4915112345678', friendlyName: 'mobile' });
    if (enrolled.error) throw enrolled.error;
    const factorId = enrolled.data.id;
    const challenged = await client.mfa.challenge({ factorId, channel: 'sms' });
    const [message] = t.mailbox.list('+4915112345678');
    const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? '';
    const soon = await client.mfa.challenge({ factorId, channel: 'sms' });
    expect(soon.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    const challengeId = challenged.data?.id ?? '';
    const wrong = await client.mfa.verify({ factorId, challengeId, code: code === '000000' ? '000001' : '000000' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    expect((await client.getClaims()).data?.claims).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'password' }],
    });
  });

  it('allows five attempts at a code, and refuses invalid numbers', async () => {
    const { client, token } = await t.createUser();
    const bad = await t.raw('POST', '/factors', { token, body: { factor_type: 'phone', phone: 'call me' } });
    expect(bad).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    const enrolled = await client.mfa.enroll({ factorType: 'phone', phone: '+4915100000001', friendlyName: 'mobile' });
    const factorId = enrolled.data?.id ?? '';
    const challengeId = (await client.mfa.challenge({ factorId })).data?.id ?? '';
    const code = /\d{6}/.exec(t.mailbox.list('+4915100000001')[0]?.text ?? '')?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) await client.mfa.verify({ factorId, challengeId, code: wrong });
    expect((await client.mfa.verify({ factorId, challengeId, code })).error?.code).toBe('mfa_verification_failed');
  });
});

describe('a passkey', () => {
  const origin = 'http://localhost:3000';
  const webauthn = { rpId: 'localhost', rpOrigins: [origin] };

  async function withPasskey() {
    const user = await t.createUser();
    const device = virtualAuthenticator(origin);
    const token = await getAccessToken(user.client);
    const enrolled = await t.raw('POST', '/factors', {
      token,
      body: { factor_type: 'webauthn', friendly_name: 'key' },
    });
    const id = String(enrolled.body.id);
    return { ...user, device, id, token };
  }
  type Told = {
    id: string;
    webauthn: {
      type: string;
      credential_options: { publicKey: { challenge: string; rp: { id: string }; rpId: string } };
    };
  };
  const challenge = async (id: string, token: string, asked: object = webauthn) =>
    t.raw('POST', `/factors/${id}/challenge`, { token, body: { webauthn: asked } });

  it('[7.36] is registered, and used at the next sign-in', async () => {
    const { device, id, token, email } = await withPasskey();
    const making = (await challenge(id, token)).body as unknown as Told;
    expect(making.webauthn.type).toBe('create');
    const made = await t.raw('POST', `/factors/${id}/verify`, {
      token,
      body: {
        challenge_id: making.id,
        webauthn: {
          type: 'create',
          ...webauthn,
          credential_response: device.create(making.webauthn.credential_options.publicKey),
        },
      },
    });
    expect(made).toMatchObject({ status: 200, body: { token_type: 'bearer' } });

    const client = await signIn(email);
    const low = await getAccessToken(client);
    const asking = (await challenge(id, low)).body as unknown as Told;
    expect(asking.webauthn.type).toBe('request');
    const answer = device.get(asking.webauthn.credential_options.publicKey);
    const verify = (credential: object) =>
      t.raw('POST', `/factors/${id}/verify`, {
        token: low,
        body: { challenge_id: asking.id, webauthn: { type: 'request', ...webauthn, credential_response: credential } },
      });
    const other = virtualAuthenticator(origin).get(asking.webauthn.credential_options.publicKey);
    expect(await verify({ ...other, id: answer.id, rawId: answer.rawId })).toMatchObject({ status: 422 });
    const phished = virtualAuthenticator('http://evil.example').get(asking.webauthn.credential_options.publicKey);
    expect(await verify(phished)).toMatchObject({ status: 422, body: { error_code: 'mfa_verification_failed' } });
    const right = await verify(answer);
    expect(right.status).toBe(200);
    const claims = (await client.getClaims(String(right.body.access_token))).data?.claims;
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, { method: 'password' }] });
  });

  it('belongs only to this site', async () => {
    const { id, token } = await withPasskey();
    for (const asked of [
      { rpId: 'evil.example', rpOrigins: ['https://evil.example'] },
      { rpId: 'evil.example', rpOrigins: [origin] },
      { rpId: 'localhost', rpOrigins: ['nonsense'] },
    ]) {
      expect(await challenge(id, token, asked)).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed' },
      });
    }
  });

  it.each([
    {},
    { type: 'create' },
    { type: 'request', credential_response: {} },
    { type: 'create', credential_response: { id: 1 } },
  ])('refuses the invalid answer %j', async (answer) => {
    const { id, token } = await withPasskey();
    const making = (await challenge(id, token)).body as unknown as Told;
    const { status } = await t.raw('POST', `/factors/${id}/verify`, {
      token,
      body: { challenge_id: making.id, webauthn: answer },
    });
    expect([400, 422]).toContain(status);
  });
});

describe('recovery codes', () => {
  it('replace a lost factor, each once, in any spelling', async () => {
    const { client, email } = await createProtectedUser();
    const { data, error } = await client.mfa.recoveryCodes.generate();
    expect(error).toBeNull();
    expect(data?.codes).toHaveLength(10);
    expect(new Set(data?.codes).size).toBe(10);
    expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');

    const lost = await signIn(email);
    const code = data?.codes[0] ?? '';
    const written = code.toUpperCase().replace(/(.{4})(?=.)/g, '$1-');
    expect((await lost.mfa.recoveryCodes.verify({ code: written })).error).toBeNull();
    expect((await lost.getClaims()).data?.claims).toMatchObject({ aal: 'aal2' });
    expect((await lost.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    const again = await (await signIn(email)).mfa.recoveryCodes.verify({ code });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });

    const next = await lost.mfa.recoveryCodes.regenerate();
    const stale = await (await signIn(email)).mfa.recoveryCodes.verify({ code: data?.codes[1] ?? '' });
    expect(stale.error).toBeTruthy();
    expect(
      (await (await signIn(email)).mfa.recoveryCodes.verify({ code: next.data?.codes[1] ?? '' })).error,
    ).toBeNull();
  });

  it('need another factor, and are removed with the last one', async () => {
    const plain = await t.createUser();
    expect((await plain.client.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    expect((await plain.client.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    const { client, factor } = await createProtectedUser();
    await client.mfa.recoveryCodes.generate();
    await client.mfa.unenroll({ factorId: factor.id });
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  });

  it('are locked for a while after twenty wrong ones', async () => {
    const { client, email } = await createProtectedUser();
    await client.mfa.recoveryCodes.generate();
    const guesser = await signIn(email);
    for (let n = 0; n < 20; n += 1) await guesser.mfa.recoveryCodes.verify({ code: 'aaaa-bbbb-cccc-dddd' });
    const locked = await guesser.mfa.recoveryCodes.verify({ code: 'aaaa-bbbb-cccc-dddd' });
    expect(locked.error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' });
  });

  it('change only at aal2', async () => {
    const { client, email } = await createProtectedUser();
    await client.mfa.recoveryCodes.generate();
    const low = await signIn(email);
    expect((await low.mfa.recoveryCodes.regenerate()).error?.code).toBe('insufficient_aal');
    expect((await low.mfa.recoveryCodes.unenroll()).error?.code).toBe('insufficient_aal');
    expect((await client.mfa.recoveryCodes.unenroll()).error).toBeNull();
  });
});
