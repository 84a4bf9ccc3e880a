import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { totpCode } from '../mfa/totp.ts';
import { buildAuth, PASSWORD, type TestAuth, type TestClient } from '../testing/build-auth.ts';
import { browse, CLIENT_ID, startProvider } from '../testing/loopback-provider.ts';

const CALLBACK = 'http://localhost:3000/auth/v1/callback';
const BROWSER = { 'sec-fetch-site': 'cross-site' };

let provider: Awaited<ReturnType<typeof startProvider>>;
let t: TestAuth;
beforeAll(async () => {
  provider = await startProvider(CALLBACK);
  t = await buildAuth({ providers: [provider.settings('local')] });
});
afterAll(async () => {
  await t.close();
  await provider.close();
});

let n = 0;
const nextSub = () => `user-${++n}`;
beforeEach(() => provider.signInAs({ sub: nextSub(), email: `user-${n}@example.org`, email_verified: true }));

/** Through the provider and back to the site, as a browser. The product's own address leads to the test's server. */
async function roundTrip(url: string, headers: Record<string, string> = {}): Promise<URL> {
  const origin = new URL(t.url).origin;
  const back = await browse(url, [origin, provider.issuer], headers);
  if (!back.href.startsWith(CALLBACK)) return back;
  return browse(back.href.replace('http://localhost:3000', origin), [origin], headers);
}

async function begin(client: TestClient, redirectTo = 'http://localhost:3000/dashboard') {
  const { data, error } = await client.signInWithOAuth({
    provider: 'local' as never,
    options: { redirectTo, skipBrowserRedirect: true, scopes: 'email' },
  });
  if (error || !data.url) throw error ?? new Error('no url');
  return data.url;
}

async function signIn(client = t.client()) {
  const landing = await roundTrip(await begin(client));
  const exchanged = await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
  return { client, landing, ...exchanged };
}

async function link(client: TestClient) {
  const { data, error } = await client.linkIdentity({
    provider: 'local' as never,
    options: { skipBrowserRedirect: true },
  });
  if (error || !data.url) throw error ?? new Error('no url');
  return data.url;
}

describe('sign-in by a provider', () => {
  it('[7.34] creates an account with a confirmed email, and finds it again', async () => {
    provider.signInAs({
      sub: 'first',
      email: 'First@Example.org',
      email_verified: true,
      name: 'Ann First',
      given_name: 'Ann',
    });
    const first = await signIn();
    expect(first.landing.pathname).toBe('/dashboard');
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: 'first@example.org',
      app_metadata: { provider: 'local', providers: ['local'] },
      user_metadata: { first_name: 'Ann', full_name: 'Ann First' },
      identities: [{ provider: 'local', id: 'first' }],
    });
    expect(first.data.user?.email_confirmed_at).toBeTruthy();
    expect((await first.client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }]);
    const again = await signIn();
    expect(again.data.user?.id).toBe(first.data.user?.id);
  });

  it('ignores a name that cannot be stored', async () => {
    const user = { sub: 'unstorable', email: 'unstorable@example.org', email_verified: true };
    provider.signInAs({ ...user, name: 'Ann\u0000', given_name: '\ud800' });
    const { data, error } = await signIn();
    expect(error).toBeNull();
    expect(data.user?.user_metadata).not.toHaveProperty('full_name');
  });

  it('[7.34] sends state, nonce and a PKCE challenge of our own to the provider', async () => {
    const url = await begin(t.client());
    const response = await fetch(url, { redirect: 'manual' });
    const asked = new URL(response.headers.get('location') ?? '');
    expect(asked.origin).toBe(provider.issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const secret of ['state', 'nonce', 'code_challenge'])
      expect(asked.searchParams.get(secret)?.length).toBeGreaterThan(40);
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
  });

  it('[7.34] refuses a provider that is not configured, and lists those that are', async () => {
    const unknown = await t.raw('GET', '/authorize?provider=facebook');
    expect(unknown).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    const settings = await t.raw('GET', '/settings');
    expect(settings.body).toMatchObject({ external: { local: true, email: true }, providers: [{ name: 'local' }] });
  });

  it('redirects back with a reason when the provider cannot be reached', async () => {
    const lost = { ...provider.settings('lost'), issuer: 'http://127.0.0.1:1' };
    const away = await buildAuth({ providers: [lost] });
    const answer = await away.raw('GET', '/authorize?provider=lost&redirect_to=/login');
    expect(answer.status).toBe(302);
    const landing = new URL(answer.headers.get('location') ?? '');
    expect([landing.pathname, landing.searchParams.get('error_code')]).toEqual(['/login', 'bad_oauth_callback']);
    await away.close();
  });

  it('joins an account only if both emails are verified', async () => {
    const known = await t.createUser();
    provider.signInAs({ sub: nextSub(), email: known.email, email_verified: false });
    const unverified = await signIn();
    expect(unverified.landing.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    provider.signInAs({ sub: nextSub(), email: known.email, email_verified: true });
    const joined = await signIn();
    expect(joined.data.user?.id).toBe(known.id);
    expect(joined.data.user?.app_metadata.providers).toEqual(['email', 'local']);
    expect((await t.client().signInWithPassword({ email: known.email, password: PASSWORD })).error).toBeNull();
  });

  it('to an unverified account removes its password and sessions first', async () => {
    const squatter = await t.createUser({ verified: false });
    provider.signInAs({ sub: nextSub(), email: squatter.email, email_verified: true });
    const owner = await signIn();
    expect(owner.data.user?.email).toBe(squatter.email);
    expect((await squatter.client.getUser()).error).toBeTruthy();
    const stale = await t.client().signInWithPassword({ email: squatter.email, password: PASSWORD });
    expect(stale.error?.code).toBe('invalid_credentials');
  });

  it('reports an error in query and fragment', async () => {
    provider.signInAs(null);
    const landing = await roundTrip(await begin(t.client()));
    expect(landing.pathname).toBe('/dashboard');
    expect(landing.searchParams.get('error')).toBe('access_denied');
    expect(landing.searchParams.get('error_code')).toBe('bad_oauth_callback');
    expect(landing.searchParams.get('error_description')).toBe('They said no');
    expect(new URLSearchParams(landing.hash.slice(1)).get('error_code')).toBe('bad_oauth_callback');
  });

  it('is refused without an account while sign-up is disabled', async () => {
    const closed = await buildAuth({ config: { signUpDisabled: true }, providers: [provider.settings('local')] });
    const { url } = await closed.auth.oauth.begin(
      {
        provider: 'local',
        challenge: { challenge: 'x'.repeat(43), method: 'plain' },
        redirectTo: 'http://localhost:3000',
        scopes: null,
      },
      null,
    );
    const back = await browse(url, [provider.issuer]);
    const returned = await closed.auth.oauth.finish(
      { params: back.searchParams, browser: null },
      { ip: '127.0.0.1', userAgent: null },
    );
    expect('refused' in returned && returned.refused.code).toBe('signup_disabled');
    await closed.close();
  });
});

describe('the round trip', () => {
  const finish = (state: string) => t.raw('GET', `/callback?code=x&state=${state}`);
  const errorCodeFrom = (location: string | null) => new URL(location ?? 'about:blank').searchParams.get('error_code');

  it('refuses an unknown state and one that is used twice', async () => {
    for (const state of ['', 'nonsense', `${crypto.randomUUID()}.x`, "'; drop table users; --"]) {
      const answer = await finish(encodeURIComponent(state));
      expect(answer.status).toBe(303);
      expect(errorCodeFrom(answer.headers.get('location'))).toBe('bad_oauth_state');
    }
    const back = await browse(await begin(t.client()), [new URL(t.url).origin, provider.issuer]);
    const state = back.searchParams.get('state') ?? '';
    const tampered = await finish(`${state.split('.')[0]}.${'x'.repeat(43)}`);
    expect(errorCodeFrom(tampered.headers.get('location'))).toBe('bad_oauth_state');
    const again = await finish(state);
    expect(errorCodeFrom(again.headers.get('location'))).toBe('bad_oauth_state');
  });

  it('refuses a callback after five minutes, and a code of another flow', async () => {
    const origin = new URL(t.url).origin;
    const slow = await browse(await begin(t.client()), [origin, provider.issuer]);
    t.clock.advance(300_001);
    const late = await t.raw('GET', `/callback${slow.search}`);
    expect(errorCodeFrom(late.headers.get('location'))).toBe('bad_oauth_state');

    const [mine, other] = [await begin(t.client()), await begin(t.client())];
    const [a, b] = [await browse(mine, [origin, provider.issuer]), await browse(other, [origin, provider.issuer])];
    a.searchParams.set('code', b.searchParams.get('code') ?? '');
    const mixed = await t.raw('GET', `/callback${a.search}`);
    expect(errorCodeFrom(mixed.headers.get('location'))).toBe('bad_oauth_callback');
  });

  it('accepts only one of two concurrent callbacks', async () => {
    const back = await browse(await begin(t.client()), [new URL(t.url).origin, provider.issuer]);
    const both = await Promise.all([1, 2].map(() => t.raw('GET', `/callback${back.search}`)));
    const codes = both.map((answer) => new URL(answer.headers.get('location') ?? '').searchParams.has('code'));
    expect(codes.sort()).toEqual([false, true]);
  });

  it('refuses a callback again after it has completed', async () => {
    const back = await browse(await begin(t.client()), [new URL(t.url).origin, provider.issuer]);
    await t.raw('GET', `/callback${back.search}`);
    const again = await t.raw('GET', `/callback${back.search}`);
    expect(again.status).toBe(303);
    expect(errorCodeFrom(again.headers.get('location'))).toBe('bad_oauth_state');
  });

  it('completes without PKCE only in the browser that began it', async () => {
    const implicit = () => begin(t.client({ flowType: 'implicit' }));
    const own = await roundTrip(await implicit(), BROWSER);
    // The way to the site's own address changes hosts in this test, so the cookie that a browser would send is missing.
    expect(own.searchParams.get('error_code')).toBe('bad_oauth_state');

    const start = await fetch(await implicit(), { redirect: 'manual', headers: BROWSER });
    const cookie = (start.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const back = await browse(start.headers.get('location') ?? '', [provider.issuer]);
    const bound = await t.raw('GET', `/callback${back.search}`, { headers: { ...BROWSER, cookie } });
    expect(new URL(bound.headers.get('location') ?? '').hash).toContain('access_token=');
  });
});

describe('linking', () => {
  it('[7.35] links a provider’s account to the signed-in user, who can then sign in with it', async () => {
    const user = await t.createUser();
    t.clock.advance(1000);
    const landing = await roundTrip(await link(user.client));
    expect((await user.client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')).data.user?.id).toBe(
      user.id,
    );
    const identities = (await user.client.getUserIdentities()).data?.identities;
    expect(identities?.map((identity) => identity.provider)).toEqual(['email', 'local']);
    expect((await signIn()).data.user?.id).toBe(user.id);
  });

  it('[7.35] refuses an identity that is already linked, to the same or another user', async () => {
    const owner = await signIn();
    const again = await roundTrip(await link(owner.client));
    expect(again.searchParams.get('error_code')).toBe('identity_already_exists');
    const other = await t.createUser();
    const stolen = await roundTrip(await link(other.client));
    expect(stolen.searchParams.get('error_code')).toBe('identity_already_exists');
  });

  it('links nothing when another browser completes the flow', async () => {
    const attacker = await t.createUser();
    const landing = await roundTrip(await link(attacker.client));
    const victim = t.client();
    expect((await victim.exchangeCodeForSession(landing.searchParams.get('code') ?? '')).error).toBeTruthy();
    expect((await attacker.client.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  it('[L5] links nothing once the session that began it has ended, or the password has changed', async () => {
    const owner = await t.createUser();
    const thief = t.client();
    await thief.signInWithPassword({ email: owner.email, password: PASSWORD });
    const landing = await roundTrip(await link(thief));
    await owner.client.updateUser({ password: 'seven lanterns by the river' });
    const stolen = await thief.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(stolen.error?.code).toBe('flow_state_not_found');

    const other = await t.createUser();
    provider.signInAs({ sub: nextSub(), email: `user-${n}@example.org`, email_verified: true });
    const ended = await roundTrip(await link(other.client));
    await t.auth.signOut({ userId: other.id, sessionId: other.session.user.id }, 'global');
    const late = await other.client.exchangeCodeForSession(ended.searchParams.get('code') ?? '');
    expect(late.error?.code).toBe('flow_state_not_found');
    for (const { id } of [owner, other]) expect((await t.auth.accounts.get(id)).identities).toHaveLength(1);
  });

  it('[L5] does not complete below aal2 once there is a second factor', async () => {
    const { client, id } = await t.createUser();
    const landing = await roundTrip(await link(client));
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (data?.type !== 'totp') throw new Error('not enrolled');
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    expect((await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')).error).toBeTruthy();
    expect((await t.auth.accounts.get(id)).identities).toHaveLength(1);
  });

  it('never stores the names of an account unencrypted, not even before its code is exchanged', async () => {
    const { client, id } = await t.createUser();
    const email = `${id}@example.org`;
    provider.signInAs({ sub: id, email, email_verified: true, name: 'Quillon Zarvex', given_name: 'Quillon' });
    const landing = await roundTrip(await link(client));
    const flows = await t.db.execute<{ data: string }>(
      sql`select data::text as data from flow_states where user_id = ${id}`,
    );
    expect(flows.rows.map(({ data }) => data).join()).toContain('sealed:');
    expect(flows.rows.map(({ data }) => data).join()).not.toContain('Quillon');
    expect((await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')).error).toBeNull();
    const linked = (await client.getUserIdentities()).data?.identities.find((row) => row.provider === 'local');
    expect(linked?.identity_data).toMatchObject({ sub: id, email, email_verified: true, full_name: 'Quillon Zarvex' });
    const stored = await t.db.execute<{ data: string }>(
      sql`select identity_data::text as data from identities where user_id = ${id} and provider = 'local'`,
    );
    expect(stored.rows[0]?.data).not.toContain('Quillon');
  });

  it('[7.35] unlinks, but never the last identity', async () => {
    const user = await t.createUser();
    const landing = await roundTrip(await link(user.client));
    await user.client.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    const identities = (await user.client.getUserIdentities()).data?.identities ?? [];
    const email = identities.find((identity) => identity.provider === 'email');
    const local = identities.find((identity) => identity.provider === 'local');
    const strangers = await t.createUser();
    expect((await strangers.client.unlinkIdentity(local!)).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
    });
    expect((await user.client.unlinkIdentity(local!)).error).toBeNull();
    expect((await user.client.unlinkIdentity(local!)).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
    });
    expect((await user.client.unlinkIdentity(email!)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    });
    expect((await user.client.getUser()).data.user?.app_metadata.providers).toEqual(['email']);
  });

  // The embedded database runs one transaction after the other.
  it.runIf(process.env.TEST_DATABASE_URL)('that is removed during a sign-in opens no session', async () => {
    const sub = nextSub();
    // A name is sealed, where the sign-in is held.
    provider.signInAs({ sub, email: `${sub}@example.org`, email_verified: true, name: 'Ann First' });
    const user = await t.createUser();
    const landing = await roundTrip(await link(user.client));
    await user.client.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    const identity = (await user.client.getUserIdentities()).data?.identities.find((row) => row.provider === 'local');
    if (!identity) throw new Error('nothing linked');
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const vaults = t.nodes.map(({ auth }) => auth.deps.vault);
    const seals = vaults.map((vault) => vault.seal);
    for (const [n, vault] of vaults.entries()) {
      vault.seal = async (...call) => {
        reached.resolve();
        await released.promise;
        return (seals[n] ?? vault.seal)(...call);
      };
    }
    const signingIn = signIn();
    await reached.promise;
    const removal = user.client.unlinkIdentity(identity);
    // It completes, or it waits for the sign-in.
    await Promise.race([removal, new Promise((resolve) => setTimeout(resolve, 500))]);
    released.resolve();
    const { client } = await signingIn;
    expect((await removal).error).toBeNull();
    for (const [n, vault] of vaults.entries()) vault.seal = seals[n] ?? vault.seal;
    expect((await client.getUser()).data.user?.id).not.toBe(user.id);
  });

  it('[7.35] can be disabled, and needs a session', async () => {
    const off = await buildAuth({ config: { manualLinking: false }, providers: [provider.settings('local')] });
    const { client } = await off.createUser();
    const refused = await client.linkIdentity({ provider: 'local' as never });
    expect(refused.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    await off.close();
    expect(await t.raw('GET', '/user/identities/authorize?provider=local')).toMatchObject({ status: 401 });
  });
});

describe('an ID token of a provider’s own button', () => {
  async function idToken(nonce: string): Promise<string> {
    const verifier = 'v'.repeat(64);
    const query = new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email',
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const back = await browse(`${provider.issuer}/auth?${query}`, [provider.issuer]);
    const { client_secret } = { client_secret: provider.settings('local').clientSecret };
    const code = back.searchParams.get('code') ?? '';
    const body = {
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      client_secret,
      code,
      redirect_uri: CALLBACK,
    };
    const response = await fetch(`${provider.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...body, code_verifier: verifier }),
    });
    return ((await response.json()) as { id_token: string }).id_token;
  }
  const signInWith = (token: string, nonce?: string) =>
    t.client().signInWithIdToken({ provider: 'local' as never, token, ...(nonce ? { nonce } : {}) });

  it('signs in only with its nonce, plain or hashed', async () => {
    const hashed = await idToken(createHash('sha256').update('my nonce').digest('hex'));
    expect((await signInWith(hashed, 'my nonce')).data.user?.email).toBe(`user-${n}@example.org`);
    const token = await idToken('plain nonce');
    expect((await signInWith(token, 'plain nonce')).error).toBeNull();
    expect((await signInWith(token, 'another nonce')).error?.code).toBe('bad_jwt');
    expect((await signInWith(token)).error?.code).toBe('bad_jwt');
  });

  it('is checked with keys that are fetched once, and is not called bad where they cannot be', async () => {
    const own = await buildAuth({ nodes: 1, providers: [provider.settings('local')] });
    const token = await idToken('once');
    const send = () => own.client().signInWithIdToken({ provider: 'local' as never, token, nonce: 'once' });
    const before = provider.countKeyRequests();
    expect((await send()).error).toBeNull();
    expect((await send()).error).toBeNull();
    expect(provider.countKeyRequests()).toBe(before + 1);
    await own.close();
    const cut = await startProvider(CALLBACK);
    const away = await buildAuth({ nodes: 1, providers: [cut.settings('local')] });
    expect((await away.raw('GET', '/authorize?provider=local')).status).toBe(302);
    await cut.close();
    const { error } = await away.client().signInWithIdToken({ provider: 'local' as never, token, nonce: 'once' });
    expect(error).toMatchObject({ status: 400, code: 'bad_oauth_callback' });
    await away.close();
  });

  it('is refused for another client', async () => {
    const other = await buildAuth({ providers: [{ ...provider.settings('local'), clientId: 'another' }] });
    const { error } = await other
      .client()
      .signInWithIdToken({ provider: 'local' as never, token: await idToken('x'), nonce: 'x' });
    expect(error).toMatchObject({ status: 400, code: 'unexpected_audience' });
    await other.close();
  });

  it('is refused when it is not the provider’s', async () => {
    const { token } = await t.createUser();
    for (const bad of ['a.b.c', token]) {
      const { error } = await t.client().signInWithIdToken({ provider: 'local' as never, token: bad });
      expect(error).toMatchObject({ status: 403, code: 'bad_jwt' });
    }
    const unknown = await t.client().signInWithIdToken({ provider: 'google', token: 'a.b.c' });
    expect(unknown.error).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});
