import { MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForLockWaits } from '../../../testing/lock-waits.ts';
import { lockUser } from '../account/user.store.ts';
import { buildAuth, PASSWORD, type TestAuth } from '../testing/build-auth.ts';
import { hashSecret } from './secrets.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth();
});
afterAll(() => t.close());

const refresh = (refreshToken: string) =>
  t.raw('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });

describe('sign-in by password', () => {
  it('[7.39] responds to a wrong password and an unknown address in the same way', async () => {
    const { email } = await t.createUser();
    const wrong = await t.client().signInWithPassword({ email, password: 'not the password' });
    const unknown = await t.client().signInWithPassword({ email: 'nobody@example.org', password: PASSWORD });
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    expect(unknown.error).toMatchObject({ status: 400, code: 'invalid_credentials', message: wrong.error?.message });
  });

  it('accepts the email in any case and refuses banned users', async () => {
    const { email, id } = await t.createUser();
    const upper = await t.client().signInWithPassword({ email: email.toUpperCase(), password: PASSWORD });
    expect(upper.error).toBeNull();
    await t.auth.admin.update(id, { banMs: MINUTE_MS });
    const banned = await t.client().signInWithPassword({ email, password: PASSWORD });
    expect(banned.error).toMatchObject({ status: 400, code: 'user_banned' });
    t.clock.advance(60_001);
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('rehashes a password at the next sign-in if the cost has changed', async () => {
    const { email, id } = await t.createUser();
    const cheaper = await buildAuth({ config: { argon2: { memoryKib: 32, passes: 1 } } });
    const old = await cheaper.auth.deps.passwords.hash(PASSWORD);
    await cheaper.close();
    const { updateUser, findUser } = await import('../account/user.store.ts');
    await updateUser(t.db, id, { encryptedPassword: old });
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await findUser(t.db, id))?.encryptedPassword).toContain('m=64,');
  });
});

describe('refresh', () => {
  it('[7.32] returns a new access token and the next refresh token', async () => {
    const { client, session } = await t.createUser();
    const { data, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect((await client.getUser()).data.user?.id).toBe(session.user.id);
  });

  it('[7.32] is retried by the client after 200 ms, then 400 ms, while the service cannot be reached', async () => {
    const { session } = await t.createUser();
    const at: number[] = [];
    const failing: typeof fetch = async (input, init) => {
      if (!String(input).includes('refresh_token')) return fetch(input, init);
      at.push(performance.now());
      return at.length < 3 ? new Response('{}', { status: 503 }) : fetch(input, init);
    };
    const { error } = await t.client({ fetch: failing }).refreshSession({ refresh_token: session.refresh_token });
    expect(error).toBeNull();
    const [first = 0, second = 0, third = 0] = at;
    expect(at).toHaveLength(3);
    expect(second - first).toBeGreaterThanOrEqual(199);
    expect(third - second).toBeGreaterThanOrEqual(399);
  });

  it('[7.39] happens automatically when the access token is about to expire, and the session outlives the client', async () => {
    const short = await buildAuth({ config: { accessTokenS: 60 } });
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    const { email, password } = await short.createUser();
    const signedIn = await short.client({ storage, storageKey: 's' }).signInWithPassword({ email, password });
    const later = await short.client({ storage, storageKey: 's' }).getSession();
    expect(later.data.session?.user.email).toBe(email);
    expect(later.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);
    await short.close();
  });

  it('returns the live token for its parent, for two tabs or a lost response', async () => {
    const { session } = await t.createUser();
    const first = await refresh(session.refresh_token);
    const repeated = await refresh(session.refresh_token);
    expect(repeated.status).toBe(200);
    expect(repeated.body.refresh_token).toBe(first.body.refresh_token);
  });

  it('[L15] notices a thief who takes turns with the owner, while a lost response is answered at any time', async () => {
    const own = await buildAuth();
    const refresh = (refreshToken: string) =>
      own.raw('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });
    const { session, token } = await own.createUser();
    let owners = session.refresh_token;
    let thiefs = owners;
    let round = 0;
    let ended = false;
    for (; round < 6 && !ended; round += 1) {
      own.clock.advance(3_000_000);
      const fresh = await refresh(owners);
      own.clock.advance(60_000);
      const stolen = await refresh(thiefs);
      ended = fresh.status !== 200 || stolen.status !== 200;
      owners = String(fresh.body.refresh_token);
      thiefs = String(stolen.body.refresh_token);
    }
    expect({ ended, round }).toEqual({ ended: true, round: 2 });
    expect((await own.raw('GET', '/user', { token })).status).toBe(403);

    const lost = await own.createUser();
    await refresh(lost.session.refresh_token);
    for (let time = 0; time < 3; time += 1) {
      own.clock.advance(3_600_000);
      expect((await refresh(lost.session.refresh_token)).status).toBe(200);
    }
    await own.close();
  });

  it('leaves one live token after ten concurrent refreshes', async () => {
    const { session } = await t.createUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refresh_token)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1);
    expect((await refresh(String(answers[0]?.body.refresh_token))).status).toBe(200);
  });

  it('revokes the whole session when an older token is presented', async () => {
    const { session, token } = await t.createUser();
    const second = await refresh(session.refresh_token);
    const third = await refresh(String(second.body.refresh_token));
    const replayed = await refresh(session.refresh_token);
    expect(replayed).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
    expect((await refresh(String(third.body.refresh_token))).body.error_code).toBe('refresh_token_not_found');
    expect((await t.raw('GET', '/user', { token })).body.error_code).toBe('session_not_found');
  });

  it('[4.4] removes the client’s expired session on a permanent error', async () => {
    t.clock.advance(-7_200_000);
    const { client, session } = await t.createUser();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    await t.raw('POST', '/logout?scope=global', { token: session.access_token });
    const { error } = await client.refreshSession();
    t.clock.advance(7_200_000);
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
    expect((await client.getSession()).data.session).toBeNull();
    expect(events).toContain('SIGNED_OUT');
  });

  it.each(['', 'nonsense', 'x'.repeat(5000)])('refuses %j', async (token) => {
    const { status, body } = await refresh(token);
    expect(status).toBe(400);
    expect(['refresh_token_not_found', 'validation_failed']).toContain(body.error_code);
  });

  it('ends a session that exceeds the configured age or inactivity', async () => {
    const strict = await buildAuth({ config: { sessionTimeboxS: 7200, sessionInactivityS: 3600 } });
    const call = (token: string) =>
      strict.raw('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } });
    const idle = await strict.createUser();
    const used = await strict.createUser();
    strict.clock.advance(3_000_000);
    const next = await call(used.session.refresh_token);
    expect(next.status).toBe(200);
    strict.clock.advance(3_000_000);
    expect((await call(idle.session.refresh_token)).body.error_code).toBe('session_expired');
    const later = await call(String(next.body.refresh_token));
    strict.clock.advance(3_000_000);
    expect((await call(String(later.body.refresh_token))).body.error_code).toBe('session_expired');
    await strict.close();
  });
});

describe('sign-out', () => {
  it('[7.38] ends every session by default, only this one, or only the others', async () => {
    const { email, client } = await t.createUser();
    const signIn = async () => {
      const other = t.client();
      await other.signInWithPassword({ email, password: PASSWORD });
      return other;
    };
    const alive = async (c: typeof client, token: string) => (await c.getUser(token)).error === null;
    const getAccessToken = async (c: typeof client) => (await c.getSession()).data.session?.access_token ?? '';
    const [a, b, c] = await Promise.all([signIn(), signIn(), signIn()]);
    const [ta, tb, tc] = await Promise.all([getAccessToken(a), getAccessToken(b), getAccessToken(c)]);

    await a.signOut({ scope: 'local' });
    expect(await Promise.all([alive(t.client(), ta), alive(t.client(), tb)])).toEqual([false, true]);
    await b.signOut({ scope: 'others' });
    expect(await Promise.all([alive(t.client(), tb), alive(t.client(), tc)])).toEqual([true, false]);
    expect((await b.signOut()).error).toBeNull();
    expect(await alive(t.client(), tb)).toBe(false);
  });

  it('[7.38] reports no error to the client when the session has ended already', async () => {
    const { client, token } = await t.createUser();
    expect((await t.raw('POST', '/logout', { token })).status).toBe(204);
    expect((await t.raw('POST', '/logout', { token })).status).toBe(403);
    expect((await client.signOut()).error).toBeNull();
  });

  it('[4.2] an ended session’s access token is refused at once on every node, though it has not expired', async () => {
    const { id, client, token } = await t.createUser();
    const askEach = () => Promise.allSettled(t.nodes.map(({ auth }) => auth.authenticator.authenticateCached(token)));
    expect((await t.raw('GET', '/user', { token })).status).toBe(200);
    for (const answer of await askEach()) expect(answer).toMatchObject({ value: { userId: id } });
    await client.signOut();
    expect((await t.raw('GET', '/user', { token })).body.error_code).toBe('session_not_found');
    for (const answer of await askEach()) expect(answer).toMatchObject({ reason: { code: 'session_not_found' } });
  });
});

describe('sessions that end in a transaction', () => {
  async function userWithTwoSessions() {
    const user = await t.createUser();
    const sessionId = (token: string) =>
      String(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id);
    const second = await t.client().signInWithPassword({ email: user.email, password: PASSWORD });
    const published: string[][] = [];
    t.auth.deps.listeners.push({ sessionsEnded: (id, ids) => void (id === user.id && published.push(ids)) });
    return {
      ...user,
      published,
      first: sessionId(user.token),
      second: sessionId(second.data.session?.access_token ?? ''),
    };
  }

  it('are not published when the transaction is rolled back, not even by a later sign-out', async () => {
    const { id, token, published, second } = await userWithTwoSessions();
    const rolledBack = t.db.transaction(async (tx) => {
      await t.auth.sessions.end(tx, { userId: id });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await t.auth.signOut({ userId: id, sessionId: second }, 'local');
    expect(published).toEqual([[second]]);
    expect((await t.raw('GET', '/user', { token })).status).toBe(200);
  });

  it('are published by their own transaction only', async () => {
    const { id, published, first, second } = await userWithTwoSessions();
    const firstEnded = Promise.withResolvers<void>();
    const other = firstEnded.promise.then(() => t.auth.signOut({ userId: id, sessionId: second }, 'local'));
    await t.db.transaction(async (tx) => {
      await t.auth.sessions.end(tx, { userId: id, only: first });
      firstEnded.resolve();
      // PostgreSQL commits the other sign-out now; the embedded database runs it after this transaction.
      if (process.env.TEST_DATABASE_URL) await other;
      expect(published.flat()).not.toContain(first);
    });
    await other;
    expect(published).toHaveLength(2);
    expect(published).toEqual(expect.arrayContaining([[first], [second]]));
  });

  // The embedded database runs one transaction after the other.
  it.runIf(process.env.TEST_DATABASE_URL)('by a late sign-out lock the user before a session', async () => {
    const { session, first, second, id, published } = await userWithTwoSessions();
    let late = Promise.resolve();
    await t.db.transaction(async (tx) => {
      await lockUser(tx, id);
      late = t.auth.signOutByHash(hashSecret(session.refresh_token), 'global', 0);
      await waitForLockWaits(t.db, 1);
      // A transaction that has locked the user never waits for one that waits for the user.
      await tx.execute(sql`select from sessions where id = ${first} for update nowait`);
    });
    await late;
    expect(published.flat()).toEqual(expect.arrayContaining([first, second]));
  });
});

describe('the access token', () => {
  it('[7.37] has the claims that the product needs and is verified by the client with the published keys', async () => {
    const { client, id, email, session } = await t.createUser();
    const { data, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256' });
    expect(data?.claims).toMatchObject({
      iss: t.config.apiUrl,
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      aal: 'aal1',
      is_anonymous: false,
    });
    expect(data?.claims.amr).toMatchObject([{ method: 'password' }]);
    expect(data?.claims.exp).toBe(session.expires_at);
    const jwks = await t.raw('GET', '/.well-known/jwks.json');
    expect(jwks.headers.get('cache-control')).toContain('max-age=600');
    const [key] = jwks.body.keys as Record<string, unknown>[];
    expect(key?.kid).toBe(data?.header.kid);
    expect(key).not.toHaveProperty('d');
  });

  it('[7.37] is verified with keys that the client fetches once in ten minutes', async () => {
    const { token } = await t.createUser();
    let asked = 0;
    const counting: typeof fetch = (input, init) => {
      if (String(input).endsWith('jwks.json')) asked += 1;
      return fetch(input, init);
    };
    const client = t.client({ fetch: counting, storageKey: 'jwks' });
    for (let n = 0; n < 3; n += 1) expect((await client.getClaims(token)).error).toBeNull();
    expect(asked).toBe(1);
  });

  it('expires', async () => {
    const { token } = await t.createUser();
    t.clock.advance(3_610_000);
    const { status, body } = await t.raw('GET', '/user', { token });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error_code: 'bad_jwt' });
  });

  it('stays valid while signing keys rotate, until the old key is removed', async () => {
    const { createSigningKeys, generateSigningJwk } = await import('./signing-keys.ts');
    const [old, next] = [await generateSigningJwk(), await generateSigningJwk()];
    const issuer = t.config.apiUrl;
    const now = t.clock.now();
    const token = await (await createSigningKeys([old], issuer)).sign({ sub: 'x', exp: now.getTime() / 1000 + 60 });
    const { d: _, ...retired } = old;
    const rotated = await createSigningKeys([next, retired], issuer);
    expect((await rotated.verify(token, now)).sub).toBe('x');
    expect(rotated.publicKeys).toHaveLength(2);
    const alone = await createSigningKeys([next], issuer);
    await expect(alone.verify(token, now)).rejects.toMatchObject({ code: 'bad_jwt' });
    await expect(createSigningKeys([retired], issuer)).rejects.toThrow('no signing key');
  });
});

describe('the session stored by the client', () => {
  it('[4.2] counts as signed out when it has no access token or cannot be read', async () => {
    for (const stored of ['{"refresh_token":"x","expires_at":9999999999}', 'not json at all', '[]']) {
      const items = new Map([['broken', stored]]);
      const storage = {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      };
      const client = t.client({ storage, storageKey: 'broken' });
      expect((await client.getSession()).data.session).toBeNull();
    }
  });

  it('[4.1] causes all seven events', async () => {
    const { client, email } = await t.createUser();
    const events = new Set<string>();
    client.onAuthStateChange((event) => void events.add(event));
    await client.getSession();
    await client.refreshSession();
    await client.updateUser({ data: { first_name: 'Ann' } });
    const { totpCode } = await import('../mfa/totp.ts');
    const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    if (factor.error) throw factor.error;
    const code = totpCode(factor.data.totp.secret, t.clock.now());
    await client.mfa.challengeAndVerify({ factorId: factor.data.id, code });
    await client.signOut();
    await client.signInWithPassword({ email, password: PASSWORD });
    await client.resetPasswordForEmail(email);
    const landing = await t.follow(t.mail(email).link);
    await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect([...events].sort()).toEqual([
      'INITIAL_SESSION',
      'MFA_CHALLENGE_VERIFIED',
      'PASSWORD_RECOVERY',
      'SIGNED_IN',
      'SIGNED_OUT',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
    ]);
  });
});
