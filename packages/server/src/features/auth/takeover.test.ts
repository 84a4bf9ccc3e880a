import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecheck } from './auth.compose.ts';
import { totpCode } from './mfa/totp.ts';
import { buildAuth, PASSWORD, type TestAuth, type TestClient } from './testing/build-auth.ts';
import { holdNextPasswordCheck } from './testing/hold-password-check.ts';
import { holdNextTransaction } from './testing/hold-transaction.ts';
import { virtualAuthenticator } from './testing/virtual-authenticator.ts';

/** Takeovers of accounts. The numbers are those of the threat model. */
let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth();
});
afterAll(() => t.close());

const SQUATTER_PASSWORD = 'the squatter chose this one';
const NEW_PASSWORD = 'seven lanterns by the river';
const MINUTE_MS = 60_000;
let n = 0;
const nextEmail = () => `owner-${++n}@example.org`;
const getAccessToken = async (client: TestClient) => (await client.getSession()).data.session?.access_token ?? '';

async function countSessions(userId: string): Promise<number> {
  return (await t.db.execute(sql`select id from sessions where user_id = ${userId}`)).rows.length;
}

/** Somebody signs up with an address that is not theirs, and signs in before it is confirmed. */
async function squat() {
  const email = nextEmail();
  const client = t.client();
  const data = { first_name: 'Squatter', note: 'mine' };
  await client.signUp({ email, password: SQUATTER_PASSWORD, options: { data } });
  await client.signInWithPassword({ email, password: SQUATTER_PASSWORD });
  t.clock.advance(MINUTE_MS);
  const { rows } = await t.db.execute<{ id: string }>(sql`select id from users where email = ${email}`);
  return { email, client, userId: rows[0]?.id ?? '' };
}

/** The ways in which an owner takes an unconfirmed account. */
const OWNERS: [string, (email: string) => Promise<TestClient>][] = [
  [
    'sign-up',
    async (email) => {
      const owner = t.client();
      await owner.signUp({ email, password: PASSWORD });
      await owner.verifyOtp({ email, token: t.mail(email).code, type: 'signup' });
      return owner;
    },
  ],
  [
    'recovery',
    async (email) => {
      const owner = t.client();
      await owner.resetPasswordForEmail(email);
      await owner.verifyOtp({ email, token: t.mail(email).code, type: 'recovery' });
      return owner;
    },
  ],
  [
    'an invitation',
    async (email) => {
      const key = await t.auth.authenticator.issueApiKey('service_role');
      await t.raw('POST', '/invite', { token: key, body: { email } });
      const owner = t.client();
      await owner.verifyOtp({ email, token: t.mail(email).code, type: 'invite' });
      return owner;
    },
  ],
];

/** The operator's link for a sign-up, followed by the owner of the address. */
async function followOperatorsSignUp(email: string, password: string) {
  const key = await t.auth.authenticator.issueApiKey('service_role');
  const body = { type: 'signup', email, password, data: { first_name: 'Owner' } };
  const made = await t.raw('POST', '/admin/generate_link', { token: key, body });
  return t.follow(String(made.body.action_link));
}

/** What could be attached to an unconfirmed account in earlier versions. */
async function attachEverything(userId: string): Promise<void> {
  await t.db.execute(sql`insert into identities (user_id, provider, provider_id, created_at, updated_at)
    values (${userId}, 'local', ${userId}, now(), now())`);
  await t.db.execute(sql`insert into factors (user_id, factor_type, status, created_at, updated_at)
    values (${userId}, 'totp', 'verified', now(), now())`);
  await t.db.execute(sql`update users set new_email = 'evil@example.org' where id = ${userId}`);
}

describe('an unconfirmed account', () => {
  it.each(OWNERS)(
    '[L1 L4 L6 L8] keeps nothing of its squatter after its owner confirms by %s',
    async (_how, confirm) => {
      const { email, client: squatter, userId } = await squat();
      await attachEverything(userId);
      const owner = await confirm(email);
      const { user } = (await owner.getUser()).data;
      expect(user).toMatchObject({ id: userId, email, user_metadata: {} });
      expect(user?.new_email).toBeUndefined();
      expect(user?.factors).toEqual([]);
      expect(user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
      expect((await squatter.getUser()).error).toBeTruthy();
      const again = await t.client().signInWithPassword({ email, password: SQUATTER_PASSWORD });
      expect(again.error?.code).toBe('invalid_credentials');
    },
  );

  it('[L6] gets exactly the password and metadata of the operator’s sign-up link', async () => {
    const { email, client: squatter, userId } = await squat();
    await attachEverything(userId);
    const landing = await followOperatorsSignUp(email, NEW_PASSWORD);
    expect(landing.hash).toContain('access_token');
    expect((await squatter.getUser()).error).toBeTruthy();
    const owner = t.client();
    const { data } = await owner.signInWithPassword({ email, password: NEW_PASSWORD });
    expect(data.user).toMatchObject({ id: userId, user_metadata: { first_name: 'Owner' }, factors: [] });
    expect(data.user?.user_metadata).not.toHaveProperty('note');
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
    const again = await t.client().signInWithPassword({ email, password: SQUATTER_PASSWORD });
    expect(again.error?.code).toBe('invalid_credentials');
  });

  it('[L1 L4] takes neither factors nor identities', async () => {
    const { client } = await squat();
    const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' });
    expect(factor.error?.code).toBe('email_not_confirmed');
    const identity = await client.linkIdentity({ provider: 'local' as never });
    expect(identity.error?.code).toBe('email_not_confirmed');
  });

  it('[L8] does not move to the address of a change that was pending before its confirmation', async () => {
    const { email, client: squatter } = await squat();
    await squatter.updateUser({ email: 'evil-pending@example.org' });
    const squattersLink = t.mail('evil-pending@example.org').link;
    t.clock.advance(MINUTE_MS);
    const [, recover] = OWNERS[1] as (typeof OWNERS)[number];
    const owner = await recover(email);
    await t.follow(squattersLink);
    await t.client().resend({ type: 'email_change', email });
    expect(t.mail(email).subject).not.toContain('change');
    expect((await owner.getUser()).data.user).toMatchObject({ email });
  });
});

describe('after a change of the account', () => {
  it('[L2] a sign-in with the old password opens no session after the password has changed', async () => {
    const { client, email, id } = await t.createUser();
    const hold = holdNextPasswordCheck(t);
    const thief = t.client().signInWithPassword({ email, password: PASSWORD });
    await hold.checked;
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    hold.release();
    expect((await thief).error?.code).toBe('invalid_credentials');
    expect(await countSessions(id)).toBe(1);
  });

  it('[L2] a squatter’s sign-in opens no session after the owner has confirmed', async () => {
    const { email, userId } = await squat();
    const hold = holdNextPasswordCheck(t);
    const squatter = t.client().signInWithPassword({ email, password: SQUATTER_PASSWORD });
    await hold.checked;
    const [, confirm] = OWNERS[0] as (typeof OWNERS)[number];
    await confirm(email);
    hold.release();
    expect((await squatter).error?.code).toBe('invalid_credentials');
    expect(await countSessions(userId)).toBe(1);
  });

  it('a sign-in with the right password still succeeds', async () => {
    const { email, id } = await t.createUser();
    const hold = holdNextPasswordCheck(t);
    const signIn = t.client().signInWithPassword({ email, password: PASSWORD });
    await hold.checked;
    await t.db.execute(sql`update users set epoch = epoch + 1 where id = ${id}`);
    hold.release();
    expect((await signIn).error).toBeNull();
  });

  it('a password change that began in a stolen session is refused', async () => {
    const { client, email } = await t.createUser();
    const thief = t.client();
    await thief.signInWithPassword({ email, password: PASSWORD });
    const hold = holdNextPasswordCheck(t);
    const theft = thief.updateUser({ password: 'the thief would like this one' });
    await hold.checked;
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    hold.release();
    expect((await theft).error).toBeTruthy();
    expect((await t.client().signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
  });

  it('a code from the former mailbox is refused after an operator has changed the email', async () => {
    const { id, email } = await t.createUser();
    const thief = t.client();
    await thief.resetPasswordForEmail(email);
    const code = (await t.follow(t.mail(email).link)).searchParams.get('code') ?? '';
    await t.auth.admin.update(id, { email: `moved-${email}` });
    expect((await thief.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  });

  it('[L13] a code from a recovery link is refused after the password has changed', async () => {
    const { client, email } = await t.createUser();
    const thief = t.client();
    await thief.resetPasswordForEmail(email);
    const code = (await t.follow(t.mail(email).link)).searchParams.get('code') ?? '';
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await thief.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  });
});

describe('a moderator’s lock', () => {
  it('ends what was begun before it; the user may still sign in', async () => {
    const { client, email, id } = await t.createUser();
    await client.updateUser({ email: `moved-${email}` });
    const toNew = t.mail(`moved-${email}`);
    const browser = t.client();
    await browser.resetPasswordForEmail(email);
    const code = (await t.follow(t.mail(email).link)).searchParams.get('code') ?? '';
    const hold = holdNextPasswordCheck(t);
    const change = client.updateUser({ password: NEW_PASSWORD });
    await hold.checked;
    const until = new Date(t.clock.now().getTime() + 86_400_000);
    await t.db.transaction((tx) => t.auth.accounts.setLock(tx, id, until));
    hold.release();
    expect((await change).error).toBeTruthy();
    expect((await browser.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
    expect((await t.follow(toNew.link)).searchParams.get('error_code')).toBe('otp_expired');
    const { data } = await t.client().signInWithPassword({ email, password: PASSWORD });
    expect(data.user).toMatchObject({ id, email });
    expect(data.user).not.toHaveProperty('new_email');
  });
});

async function addPasskey(client: TestClient): Promise<void> {
  const { data, error } = await client.passkey.startRegistration();
  if (error) throw error;
  const credential = virtualAuthenticator(new URL(t.config.siteUrl).origin).create(data.options as never) as never;
  const added = await client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
  if (added.error) throw added.error;
}

async function linkIdentity(client: TestClient): Promise<void> {
  const linkFor = await t.auth.authenticator.authenticate(await getAccessToken(client));
  const claims = { sub: linkFor.userId, email: null, emailVerified: false, name: null, givenName: null };
  await t.db.transaction((tx) => t.auth.identities.link(tx, { provider: 'local', claims, linkFor }));
}

/** Changes by the owner after which nothing that a thief began may complete. */
const CHANGES: [string, (owner: TestClient) => Promise<unknown>][] = [
  ['a new password', (owner) => owner.updateUser({ password: NEW_PASSWORD })],
  ['signing out the other devices', (owner) => owner.signOut({ scope: 'others' })],
  [
    'a second factor',
    async (owner) => {
      const { data } = await owner.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
      if (data?.type !== 'totp') throw new Error('not enrolled');
      await owner.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    },
  ],
  [
    'a request to delete the account',
    async (owner) => {
      const id = (await owner.getUser()).data.user?.id ?? '';
      await t.db.transaction((tx) => t.auth.accountData.markDeleted(tx, id, null));
    },
  ],
];

/** Changes of a way to sign in, and everything else that raises the epoch. */
const EPOCHS: [string, (owner: TestClient) => Promise<unknown>][] = [
  ...CHANGES,
  ['a new passkey', addPasskey],
  ['an account at a provider', linkIdentity],
];

describe('a mailed link and its code', () => {
  it.each(EPOCHS)('from before %s open nothing', async (_what, change) => {
    const { client, email, id } = await t.createUser();
    const thief = t.client({ flowType: 'implicit' });
    await thief.resetPasswordForEmail(email);
    const { token, code } = t.mail(email);
    await change(client);
    const before = await countSessions(id);
    const byLink = await thief.verifyOtp({ token_hash: token, type: 'recovery' });
    expect(byLink.error?.code).toBe('otp_expired');
    expect((await thief.verifyOtp({ email, token: code, type: 'recovery' })).error?.code).toBe('otp_expired');
    expect(await countSessions(id)).toBe(before);
  });

  it.each(['signup', 'recovery'] as const)('of the owner outlive everything that a squatter does: %s', async (type) => {
    const { email, client: squatter, userId } = await squat();
    const asking = t.client();
    if (type === 'signup') await asking.signUp({ email, password: PASSWORD });
    else await asking.resetPasswordForEmail(email);
    const { code } = t.mail(email);
    expect((await squatter.updateUser({ password: 'the squatter changes it again' })).error).toBeNull();
    expect((await squatter.signOut({ scope: 'others' })).error).toBeNull();
    const owner = t.client();
    expect((await owner.verifyOtp({ email, token: code, type })).data.user).toMatchObject({ id: userId });
    expect((await squatter.getUser()).error).toBeTruthy();
  });
});

describe('a change of email that a thief began', () => {
  it.each(CHANGES)('does not continue after %s, and nobody can have it mailed again', async (_what, change) => {
    const { client, email } = await t.createUser();
    const evil = `evil-${email}`;
    const thief = t.client();
    await thief.signInWithPassword({ email, password: PASSWORD });
    await thief.updateUser({ email: evil });
    const links = [t.mail(email).link, t.mail(evil).link];
    await change(client);
    t.clock.advance(MINUTE_MS);
    await t.client().resend({ type: 'email_change', email });
    links.push(t.mail(email).link, t.mail(evil).link);
    for (const link of links.filter((one) => one.includes('type=email_change'))) await t.follow(link);
    const { user } = (await client.getUser()).data;
    expect(user).toMatchObject({ email });
    expect(user?.new_email).toBeUndefined();
  });
});

describe('disconnecting an account', () => {
  it('that began in a stolen session is refused after the owner’s change', async () => {
    const { client, email } = await t.createUser();
    await linkIdentity(client);
    const thief = t.client();
    await thief.signInWithPassword({ email, password: PASSWORD });
    const linked = (await thief.getUserIdentities()).data?.identities.find(({ provider }) => provider === 'local');
    if (!linked) throw new Error('nothing linked');
    const hold = holdNextTransaction(t);
    const theft = thief.unlinkIdentity(linked);
    await hold.reached;
    expect((await client.signOut({ scope: 'others' })).error).toBeNull();
    hold.release();
    expect((await theft).error?.name).toBe('AuthSessionMissingError');
    expect((await client.getUserIdentities()).data?.identities).toHaveLength(2);
  });
});

describe('signing out the other devices', () => {
  it('repeated from a stolen session, does not keep the owner from a recovery link', async () => {
    const guarded = await buildAuth({ nodes: 1, config: { limits: { ...t.config.limits, signOutOthers: 5 } } });
    const { client: thief, email } = await guarded.createUser();
    for (let n = 0; n < 5; n += 1) expect((await thief.signOut({ scope: 'others' })).error).toBeNull();
    const owner = guarded.client();
    await owner.resetPasswordForEmail(email);
    expect((await thief.signOut({ scope: 'others' })).error).toMatchObject({ status: 429 });
    const code = (await guarded.follow(guarded.mail(email).link)).searchParams.get('code') ?? '';
    expect((await owner.exchangeCodeForSession(code)).error).toBeNull();
    await guarded.close();
  });

  it('makes useless what they had begun, and leaves the caller’s session', async () => {
    const { client, email } = await t.createUser();
    const other = t.client();
    await other.resetPasswordForEmail(email);
    const code = (await t.follow(t.mail(email).link)).searchParams.get('code') ?? '';
    const stolen = t.client();
    await stolen.signInWithPassword({ email, password: PASSWORD });
    const hold = holdNextPasswordCheck(t);
    const change = stolen.updateUser({ password: 'the thief would like this one' });
    await hold.checked;
    expect((await client.signOut({ scope: 'others' })).error).toBeNull();
    hold.release();
    expect((await change).error).toBeTruthy();
    expect((await other.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
    expect((await stolen.getUser()).error).toBeTruthy();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});

describe('a second factor', () => {
  const origin = 'http://localhost:3000';
  interface Challenge {
    id: string;
    webauthn: { credential_options: { publicKey: { challenge: string; rp: { id: string } } } };
  }

  async function enrollPasskey(token: string) {
    const { body } = await t.raw('POST', '/factors', {
      token,
      body: { factor_type: 'webauthn', friendly_name: 'key' },
    });
    return String(body.id);
  }
  async function begin(token: string, factorId: string) {
    const webauthn = { rpId: 'localhost', rpOrigins: [origin] };
    const { body } = await t.raw('POST', `/factors/${factorId}/challenge`, { token, body: { webauthn } });
    return body as unknown as Challenge;
  }
  function register(token: string, factorId: string, { id, webauthn }: Challenge) {
    const credential = virtualAuthenticator(origin).create(webauthn.credential_options.publicKey);
    const body = { challenge_id: id, webauthn: { type: 'create', credential_response: credential } };
    return t.raw('POST', `/factors/${factorId}/verify`, { token, body });
  }

  it('[L3] is not replaced by another answer to its registration', async () => {
    const { email, token } = await t.createUser();
    const factorId = await enrollPasskey(token);
    const thief = t.client();
    await thief.signInWithPassword({ email, password: PASSWORD });
    const thiefsChallenge = await begin(await getAccessToken(thief), factorId);
    expect((await register(token, factorId, await begin(token, factorId))).status).toBe(200);
    await thief.signInWithPassword({ email, password: PASSWORD });
    const replay = await register(await getAccessToken(thief), factorId, thiefsChallenge);
    expect(replay).toMatchObject({ status: 422, body: { error_code: 'mfa_challenge_expired' } });
    const { rows } = await t.db.execute(sql`select aal from sessions where aal = 'aal2' and factor_id = ${factorId}`);
    expect(rows).toHaveLength(1);
  });

  it('cannot be completed below aal2 while the owner adds a second one', async () => {
    const { client, email } = await t.createUser();
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (data?.type !== 'totp') throw new Error('not enrolled');
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    const factorId = await enrollPasskey(await getAccessToken(client));
    const thief = t.client();
    await thief.signInWithPassword({ email, password: PASSWORD });
    const token = await getAccessToken(thief);
    const answer = await register(token, factorId, await begin(token, factorId));
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } });
  });

  it('[L7] does not raise tokens that were issued before it', async () => {
    const { client, session } = await t.createUser();
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (data?.type !== 'totp') throw new Error('not enrolled');
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    const change = await t.raw('PUT', '/user', { token: session.access_token, body: { password: NEW_PASSWORD } });
    expect(change).toMatchObject({ status: 401, body: { error_code: 'insufficient_aal' } });
    const refresh = () =>
      t.raw('POST', '/token?grant_type=refresh_token', { body: { refresh_token: session.refresh_token } });
    t.clock.advance(2 * MINUTE_MS);
    expect(await refresh()).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
    expect((await client.getUser()).error).toBeTruthy();
  });

  it('signs nobody out where another tab refreshes before the answer of the first has arrived', async () => {
    const { client, session } = await t.createUser();
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (data?.type !== 'totp') throw new Error('not enrolled');
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    const refresh = () =>
      t.raw('POST', '/token?grant_type=refresh_token', { body: { refresh_token: session.refresh_token } });
    expect(await refresh()).toMatchObject({ status: 409, body: { error_code: 'conflict' } });
    expect((await client.refreshSession()).error).toBeNull();
    t.clock.advance(MINUTE_MS / 2);
    const late = await refresh();
    expect(late).toMatchObject({ status: 409, body: { error_code: 'conflict' } });
    expect(late.body.access_token).toBeUndefined();
    expect((await client.getUser()).error).toBeNull();
  });

  it('passed long ago does not excuse a copied refresh token: its use ends the session', async () => {
    const { client } = await t.createUser();
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (data?.type !== 'totp') throw new Error('not enrolled');
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    t.clock.advance(2_000);
    await client.refreshSession();
    const copied = (await client.getSession()).data.session?.refresh_token;
    await client.refreshSession();
    await client.refreshSession();
    const replayed = await t.raw('POST', '/token?grant_type=refresh_token', { body: { refresh_token: copied } });
    expect(replayed).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
    expect((await client.getUser()).error).toBeTruthy();
  });

  it('[L7] ends the connection of a socket that was opened before it, unless it is continued with a new token', async () => {
    const { client, token } = await t.createUser();
    const { authenticator } = t.auth;
    const opened = await authenticator.authenticateCached(token);
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (data?.type !== 'totp') throw new Error('not enrolled');
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    const recheck = createRecheck(t.auth);
    const caller = {
      role: 'user',
      email: null,
      emailVerified: true,
      locked: false,
      leaving: false,
      operator: false,
    } as const;
    await expect(recheck({ ...caller, ...opened })).rejects.toMatchObject({ code: 'second_factor_needed' });
    const renewed = await authenticator.authenticateCached(await getAccessToken(client));
    expect(await recheck({ ...caller, ...renewed })).toMatchObject({ aal: 'aal2' });
  });

  it('[L7] is neither removed nor joined by a passkey with an access token from before it', async () => {
    const { client, id, token } = await t.createUser();
    await addPasskey(client);
    const [passkey] = (await client.passkey.list()).data ?? [];
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (data?.type !== 'totp') throw new Error('not enrolled');
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    const { challenge_id } = (await t.raw('POST', '/passkeys/registration/options', { token })).body;
    expect(challenge_id).toBeUndefined();
    for (const [method, path, body] of [
      ['DELETE', `/factors/${data.id}`],
      ['DELETE', `/passkeys/${passkey?.id}`],
      ['PATCH', `/passkeys/${passkey?.id}`, { friendly_name: 'the thief’s' }],
      ['POST', '/factors', { factor_type: 'totp', friendly_name: 'the thief’s' }],
    ] as const) {
      const answer = await t.raw(method, path, { token, body });
      expect(answer, `${method} ${path}`).toMatchObject({ body: { error_code: 'insufficient_aal' } });
    }
    expect((await client.passkey.list()).data).toHaveLength(1);
    expect((await t.auth.accounts.get(id)).factors).toMatchObject([{ id: data.id, status: 'verified' }]);
  });

  it('and its recovery codes change only while the session that asks still exists, which ends what was begun before', async () => {
    const { client, email, id } = await t.createUser();
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (data?.type !== 'totp') throw new Error('not enrolled');
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    const { recoveryCodes } = client.mfa;
    for (const change of [
      () => recoveryCodes.generate(),
      () => recoveryCodes.regenerate(),
      () => recoveryCodes.unenroll(),
    ]) {
      t.clock.advance(MINUTE_MS);
      const thief = t.client();
      await thief.resetPasswordForEmail(email);
      const code = (await t.follow(t.mail(email).link)).searchParams.get('code') ?? '';
      expect((await change()).error).toBeNull();
      expect((await thief.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
    }
    expect(t.mail(email).text).toContain('This second step was removed from your account: Recovery codes.');
    expect((await recoveryCodes.generate()).error).toBeNull();
    const hold = holdNextTransaction(t);
    const late = recoveryCodes.unenroll();
    await hold.reached;
    await t.db.execute(sql`delete from sessions where user_id = ${id}`);
    hold.release();
    expect((await late).error?.name).toBe('AuthSessionMissingError');
  });
});

describe('text that PostgreSQL cannot store', () => {
  it.each(['a\u0000@example.com', 'a\ud800@example.com'])(
    '[L12] is refused in the email of a sign-in: %j',
    async (email) => {
      const answer = await t.raw('POST', '/token?grant_type=password', { body: { email, password: 'x' } });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    },
  );
});
