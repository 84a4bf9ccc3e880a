import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAuth, PASSWORD, type TestAuth } from '../testing/build-auth.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth();
});
afterAll(() => t.close());

const codeIn = (landing: URL) => landing.searchParams.get('code') ?? '';

describe('recovery', () => {
  it('[7.33] lands on /reset-password with a code, signs in by it, and sets a new password', async () => {
    const { email } = await t.createUser();
    const client = t.client();
    const redirectTo = 'http://localhost:3000/reset-password';
    expect((await client.resetPasswordForEmail(email)).error).toBeNull();
    const landing = await t.follow(t.mail(email).link);
    expect(landing.origin + landing.pathname).toBe(redirectTo);
    const { data, error } = await client.exchangeCodeForSession(codeIn(landing));
    expect(error).toBeNull();
    expect(data).toMatchObject({ redirectType: 'recovery' });
    const fresh = 'seven lanterns by the river';
    expect((await client.updateUser({ password: fresh })).error).toBeNull();
    expect((await t.client().signInWithPassword({ email, password: fresh })).error).toBeNull();
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  it('[7.33] responds to an unknown address in the same way, does the same work, and sends nothing', async () => {
    const { email } = await t.createUser();
    const nobody = 'nobody.here@example.org';
    const answers = [];
    for (const address of [email, nobody]) {
      const first = await t.raw('POST', '/recover', { body: { email: address } });
      const second = await t.raw('POST', '/recover', { body: { email: address } });
      const { msg: _, ...refusal } = second.body;
      answers.push([first.status, first.body, second.status, refusal]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(t.mailbox.list(nobody)).toEqual([]);
    const rows = await t.db.execute(
      `select type, user_id is null as decoy from one_time_tokens where relates_to = '${nobody}'`,
    );
    expect(rows.rows).toEqual([{ type: 'recovery', decoy: true }]);
  });

  it('removes the password and sessions of somebody who signed up without confirming', async () => {
    const email = 'squatted@example.org';
    const squatter = t.client();
    await squatter.signUp({ email, password: PASSWORD });
    await squatter.signInWithPassword({ email, password: PASSWORD });
    const owner = t.client();
    await owner.resetPasswordForEmail(email);
    const verified = await owner.verifyOtp({ email, token: t.mail(email).code, type: 'recovery' });
    expect(verified.data.user?.email_confirmed_at).toBeTruthy();
    expect((await squatter.getUser()).error).toBeTruthy();
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });
});

let links = 0;

/** A link of every kind that is mailed, and whether its address is confirmed. */
async function mailLink(kind: 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change') {
  links += 1;
  const fresh = `link-${links}@example.org`;
  let email = fresh;
  if (kind === 'signup') await t.client().signUp({ email, password: PASSWORD });
  if (kind === 'invite') await t.auth.adminLinks.invite(email, {}, 'http://localhost:3000/');
  if (kind === 'recovery' || kind === 'magiclink') {
    email = (await t.createUser()).email;
    if (kind === 'recovery') await t.client().resetPasswordForEmail(email);
    else await t.client().signInWithOtp({ email });
  }
  if (kind === 'email_change') {
    const user = await t.createUser();
    await user.client.updateUser({ email });
    await t.follow(t.mail(user.email).link);
  }
  const isConfirmed = async () =>
    (await t.db.execute(`select 1 from users where email = '${email}' and email_confirmed_at is not null`)).rows
      .length > 0;
  return { email, link: t.mail(email).link, isConfirmed };
}

describe('a mailed link', () => {
  it('works once, even if two browsers open it at the same time', async () => {
    const { email } = await t.createUser();
    const client = t.client();
    await client.signInWithOtp({ email });
    const { link } = t.mail(email);
    const landings = await Promise.all([t.follow(link), t.follow(link)]);
    expect(landings.map((landing) => landing.searchParams.has('code')).sort()).toEqual([false, true]);
    const refused = landings.find((landing) => !landing.searchParams.has('code'));
    expect(refused?.searchParams.get('error_code')).toBe('otp_expired');
    expect(refused?.hash).toContain('error=access_denied');
  });

  it.each([
    ['a HEAD request', 'HEAD', {}],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch', purpose: 'prefetch' }],
    ['a mail scanner', 'GET', { 'user-agent': 'Mozilla/5.0 (compatible; ms-office; MSOffice 16)' }],
    ['a first look', 'GET', {}],
    ['a form that another site submits', 'POST', { 'sec-fetch-site': 'cross-site' }],
  ])('[L9] is not used up by %s', async (_what, method, headers) => {
    const address = (link: string) => link.replace(/^.*\/auth\/v1/, t.url);
    for (const kind of ['signup', 'recovery', 'magiclink', 'invite', 'email_change'] as const) {
      const { email, link, isConfirmed } = await mailLink(kind);
      for (let time = 0; time < 2; time += 1) {
        const looked =
          method === 'POST'
            ? await fetch(`${t.url}/verify/confirm`, {
                method,
                headers,
                redirect: 'manual',
                body: new URL(link).searchParams,
              })
            : await fetch(address(link), { method, headers, redirect: 'manual' });
        expect(looked.status).toBe(method === 'POST' ? 303 : 200);
        if (method === 'POST') expect(looked.headers.get('location')).toMatch(/\/auth\/v1\/verify\?token=/);
        expect(looked.headers.get('cache-control')).toBe('no-store');
        expect(await isConfirmed()).toBe(kind === 'recovery' || kind === 'magiclink');
      }
      expect((await t.follow(link)).href, kind).not.toContain('error');
      const rows = await t.db.execute(
        `select 1 from users where email = '${email}' and email_confirmed_at is not null`,
      );
      expect(rows.rows).toHaveLength(1);
    }
  });

  it('[L9] shows a page without scripts that names the action and the account, and sends no referrer to other sites', async () => {
    const { link, email } = await mailLink('recovery');
    const page = await fetch(link.replace(/^.*\/auth\/v1/, t.url));
    const html = await page.text();
    expect(html).toContain('Choose a new password');
    expect(html).toContain(email);
    expect(html).toContain('six-digit code');
    expect(html).not.toMatch(/<script|onclick|http-equiv/);
    // The application starts dark, whatever the device's theme.
    expect(html).not.toContain('prefers-color-scheme');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src/,
    );
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).toMatch(/<form method="post" action="verify\/confirm">/);
  });

  it('[L9] leads an expired or used link to the product at once', async () => {
    const { link } = await mailLink('signup');
    await t.follow(link);
    const again = await fetch(link.replace(/^.*\/auth\/v1/, t.url), { redirect: 'manual' });
    expect(again.status).toBe(303);
    expect(again.headers.get('location')).toContain('error_code=otp_expired');
  });

  it('of a recovery, opened in another browser, leaves the six digits of the email valid there', async () => {
    const { email } = await t.createUser();
    const client = t.client();
    await client.resetPasswordForEmail(email);
    const { code, link } = t.mail(email);
    const redirected = codeIn(await t.follow(link));
    expect((await t.follow(link)).searchParams.get('error_code')).toBe('otp_expired');
    const elsewhere = t.client();
    expect((await elsewhere.exchangeCodeForSession(redirected)).error).toBeTruthy();
    expect((await elsewhere.verifyOtp({ email, token: code, type: 'recovery' })).error).toBeNull();
    expect((await elsewhere.updateUser({ password: 'lanterns over the quiet bay' })).error).toBeNull();
    expect((await t.client().verifyOtp({ email, token: code, type: 'recovery' })).error?.code).toBe('otp_expired');
    expect((await client.exchangeCodeForSession(redirected)).error?.code).toBe('flow_state_not_found');
  });

  it('of a recovery, opened in the right browser, takes the six digits with it', async () => {
    const { email } = await t.createUser();
    const client = t.client();
    await client.resetPasswordForEmail(email);
    const { code, link } = t.mail(email);
    expect((await client.exchangeCodeForSession(codeIn(await t.follow(link)))).error).toBeNull();
    expect((await t.client().verifyOtp({ email, token: code, type: 'recovery' })).error?.code).toBe('otp_expired');
  });

  it('stays valid when a stranger requests another one, while its six digits are replaced', async () => {
    const { email } = await t.createUser();
    const client = t.client();
    await client.signInWithOtp({ email });
    const first = t.mail(email);
    t.clock.advance(MINUTE_MS);
    await t.client().signInWithOtp({ email });
    expect(t.mail(email).link).not.toBe(first.link);
    const oldCode = await t.client().verifyOtp({ email, token: first.code, type: 'email' });
    expect(oldCode.error?.code).toBe('otp_expired');
    const { error } = await client.exchangeCodeForSession(codeIn(await t.follow(first.link)));
    expect(error).toBeNull();
  });

  it('expires after 24 hours, and the code it leads to after five minutes', async () => {
    const { email } = await t.createUser();
    const client = t.client();
    await client.signInWithOtp({ email });
    const { link } = t.mail(email);
    t.clock.advance(DAY_MS - 1000);
    const code = codeIn(await t.follow(link));
    t.clock.advance(299_000);
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();

    await client.signInWithOtp({ email });
    const late = t.mail(email).link;
    t.clock.advance(DAY_MS);
    expect((await t.follow(late)).searchParams.get('error_code')).toBe('otp_expired');
  });

  it('returns the session in the fragment without PKCE, where no server sees it', async () => {
    const { email } = await t.createUser();
    const client = t.client({ flowType: 'implicit' });
    await client.signInWithOtp({ email });
    const landing = await t.follow(t.mail(email).link);
    const fragment = new URLSearchParams(landing.hash.slice(1));
    expect(landing.search).toBe('');
    expect(fragment.get('token_type')).toBe('bearer');
    const session = {
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    };
    expect((await client.setSession(session)).data.user?.email).toBe(email);
  });

  it('has 256 random bits, and only its hash is stored', async () => {
    const { email } = await t.createUser();
    await t.client().signInWithOtp({ email });
    const { token, code } = t.mail(email);
    expect(Buffer.from(token.replace('pkce_', ''), 'base64url')).toHaveLength(32);
    const { rows } = await t.db.execute(`select * from one_time_tokens where relates_to = '${email}'`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
  });

  it('can be redeemed by the client as a token hash', async () => {
    const { email } = await t.createUser();
    await t.client().signInWithOtp({ email });
    const client = t.client();
    const { token } = t.mail(email);
    expect((await client.verifyOtp({ token_hash: token, type: 'recovery' })).data.session).toBeTruthy();
    expect((await client.verifyOtp({ token_hash: token, type: 'recovery' })).error?.code).toBe('otp_expired');
  });

  it('is in the text and the HTML of the email', async () => {
    const { email } = await t.createUser();
    await t.client().resetPasswordForEmail(email);
    const mail = t.mail(email);
    expect(mail.text).toContain(mail.code);
    expect(mail.html).toContain(mail.code);
    expect(mail.html).toContain(mail.link.replaceAll('&', '&amp;'));
  });
});

describe('a redirect with PKCE', () => {
  it('[L17] is worth nothing without the verifier, while the email itself is worth a session', async () => {
    const { email } = await t.createUser();
    const client = t.client();
    await client.signInWithOtp({ email });
    const redirected = codeIn(await t.follow(t.mail(email).link));
    const guess = { auth_code: redirected, code_verifier: 'v'.repeat(64) };
    expect((await t.raw('POST', '/token?grant_type=pkce', { body: guess })).body.error_code).toBe('bad_code_verifier');
    for (const type of ['magiclink', 'recovery', 'email'] as const) {
      expect((await t.client().verifyOtp({ token_hash: redirected, type })).error?.code).toBe('otp_expired');
    }
    expect((await client.exchangeCodeForSession(redirected)).error).toBeNull();

    t.clock.advance(MINUTE_MS);
    await client.signInWithOtp({ email });
    const { token } = t.mail(email);
    const reader = await t.client().verifyOtp({ token_hash: token, type: 'magiclink' });
    expect(reader.data.user?.email).toBe(email);
    // It was used up: neither its page nor its code works any more.
    expect((await t.follow(t.mail(email).link)).searchParams.get('error_code')).toBe('otp_expired');
  });
});

describe('the code exchange', () => {
  async function freshCode() {
    const { email } = await t.createUser();
    const client = t.client();
    await client.signInWithOtp({ email });
    return { client, code: codeIn(await t.follow(t.mail(email).link)) };
  }
  const exchange = (code: string, verifier: string) =>
    t.raw('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } });

  it('refuses a wrong verifier, and the code stays valid for the right one', async () => {
    const { client, code } = await freshCode();
    expect(await exchange(code, 'x'.repeat(64))).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    });
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  });

  it('is atomic: of two concurrent exchanges one succeeds', async () => {
    const verifier = 'v'.repeat(64);
    const { createHash } = await import('node:crypto');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const { email } = await t.createUser();
    const body = { email, code_challenge: challenge, code_challenge_method: 's256' };
    await t.raw('POST', '/otp', { body });
    const code = codeIn(await t.follow(t.mail(email).link));
    const answers = await Promise.all([exchange(code, verifier), exchange(code, verifier)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
    expect((await exchange(code, verifier)).body.error_code).toBe('flow_state_not_found');
  });

  it('refuses an unknown code and one older than five minutes', async () => {
    expect(await exchange('unknown', 'v'.repeat(64))).toMatchObject({
      status: 404,
      body: { error_code: 'flow_state_not_found' },
    });
    const { client, code } = await freshCode();
    t.clock.advance(301_000);
    expect((await client.exchangeCodeForSession(code)).error).toMatchObject({
      status: 422,
      code: 'flow_state_expired',
    });
  });

  it.each([
    ['too short', { code_challenge: 'x'.repeat(42), code_challenge_method: 's256' }],
    ['too long', { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' }],
    ['of other characters', { code_challenge: `${'x'.repeat(60)}+/`, code_challenge_method: 's256' }],
    ['of another method', { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' }],
    ['without a method', { code_challenge: 'x'.repeat(43) }],
  ])('refuses a challenge that is %s', async (_why, challenge) => {
    const answer = await t.raw('POST', '/recover', { body: { email: 'who@example.org', ...challenge } });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});

describe('six digits', () => {
  it('become invalid after five wrong attempts, while the link stays valid', async () => {
    const { email } = await t.createUser();
    const client = t.client();
    await client.signInWithOtp({ email });
    const { code, link } = t.mail(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) {
      expect((await t.client().verifyOtp({ email, token: wrong, type: 'email' })).error?.status).toBe(403);
    }
    expect((await t.client().verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe('otp_expired');
    expect(codeIn(await t.follow(link))).not.toBe('');
  });

  it('[L10] stop working for the day after thirty wrong attempts in all emails to an address, while links work', async () => {
    const guarded = await buildAuth({ nodes: 1, config: { limits: { ...t.config.limits, wrongCodes: 30 } } });
    const { email } = await guarded.createUser();
    const guess = async (address: string, token: string) =>
      (await guarded.client().verifyOtp({ email: address, token, type: 'email' })).error?.status;
    for (const address of [email, 'unknown-address@example.org']) {
      for (let mail = 0; mail < 6; mail += 1) {
        guarded.clock.advance(MINUTE_MS);
        await guarded.client().resetPasswordForEmail(address);
        for (let n = 0; n < 5; n += 1) expect(await guess(address, 'wrong!')).toBe(403);
      }
      expect(await guess(address, 'wrong!')).toBe(429);
    }
    guarded.clock.advance(MINUTE_MS);
    await guarded.client().resetPasswordForEmail(email);
    const { code, link } = guarded.mail(email);
    const refused = await guarded.raw('POST', '/verify', { body: { email, token: code, type: 'email' } });
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
    const retryAfterS = Number(refused.headers.get('retry-after'));
    expect(retryAfterS).toBe((DAY_MS - 12 * MINUTE_MS) / 1000);
    expect((await guarded.follow(link)).searchParams.get('error')).toBeNull();
    guarded.clock.advance(retryAfterS * 1000);
    await guarded.client().resetPasswordForEmail(email);
    expect(await guess(email, guarded.mail(email).code)).toBeUndefined();
    await guarded.close();
  });

  it('belong to one address', async () => {
    const [a, b] = [await t.createUser(), await t.createUser()];
    await t.client().signInWithOtp({ email: a.email });
    const { code } = t.mail(a.email);
    const stolen = await t.client().verifyOtp({ email: b.email, token: code, type: 'email' });
    expect(stolen.error?.code).toBe('otp_expired');
  });

  it('create an account for a new address unless the caller opts out', async () => {
    const client = t.client();
    const none = 'not-made@example.org';
    expect((await client.signInWithOtp({ email: none, options: { shouldCreateUser: false } })).error).toBeNull();
    expect(t.mailbox.list(none)).toEqual([]);
    const made = 'made@example.org';
    await client.signInWithOtp({ email: made, options: { data: { first_name: 'Mia' } } });
    const { data } = await client.verifyOtp({ email: made, token: t.mail(made).code, type: 'email' });
    expect(data.user).toMatchObject({ email: made, user_metadata: { first_name: 'Mia' } });
  });
});

describe('resend', () => {
  it('[7.18] sends the verification again after a minute, and responds in the same way for every address', async () => {
    const email = 'again@example.org';
    await t.client().signUp({ email, password: PASSWORD });
    const first = t.mail(email).link;
    const soon = await t.client().resend({ type: 'signup', email });
    expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    t.clock.advance(MINUTE_MS);
    expect((await t.client().resend({ type: 'signup', email })).error).toBeNull();
    expect(t.mail(email).link).not.toBe(first);
    const confirmed = await t.createUser();
    expect((await t.client().resend({ type: 'signup', email: confirmed.email })).error).toBeNull();
    expect(t.mailbox.list(confirmed.email)).toEqual([]);
    await t.client().verifyOtp({ email, token: t.mail(email).code, type: 'signup' });
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });
});

describe('the redirect of a link', () => {
  it.each([
    ['https://evil.example/', 'http://localhost:3000/'],
    ['//evil.example/', 'http://localhost:3000/'],
    ['http://localhost:3000@evil.example/', 'http://localhost:3000/'],
    ['http://localhost.evil.example/', 'http://localhost:3000/'],
    ['javascript:alert(1)', 'http://localhost:3000/'],
    ['\\\\evil.example', 'http://localhost:3000/'],
    ['http://localhost:3000/reset-password', 'http://localhost:3000/reset-password'],
    ['/welcome?a=1', 'http://localhost:3000/welcome'],
    ['http://127.0.0.1:5173/x', 'http://127.0.0.1:5173/x'],
  ])('requested as %s leads to %s', async (asked, expected) => {
    const { email } = await t.createUser();
    await t.raw('POST', `/recover?redirect_to=${encodeURIComponent(asked)}`, { body: { email } });
    const { link } = t.mail(email);
    const tampered = new URL(link);
    tampered.searchParams.set('redirect_to', asked);
    for (const address of [tampered.href, tampered.href]) {
      const landing = await t.follow(address);
      expect(landing.origin + landing.pathname).toBe(expected);
    }
  });
});

describe('a session in the address of our own site', () => {
  it('comes with a proof that only the browser which pressed the button has', async () => {
    const email = `invited-${Date.now()}@example.org`;
    const key = await t.auth.authenticator.issueApiKey('service_role');
    const invited = async (redirect_to: string) => {
      const link = await t.raw('POST', '/admin/generate_link', {
        token: key,
        body: { type: 'magiclink', email, redirect_to },
      });
      const { hashed_token: token } = link.body as { hashed_token: string };
      return t.raw('POST', '/verify/confirm', { body: { token, type: 'magiclink', redirect_to } });
    };
    const own = await invited('http://localhost:3000/dashboard');
    const proof = new URLSearchParams(new URL(own.headers.get('location') ?? '').hash.slice(1)).get('proof') ?? '';
    expect(proof.length).toBeGreaterThan(40);
    expect(own.headers.get('set-cookie')).toContain(`soulsight-mailed-session=${proof};`);
    const other = await invited('http://localhost:4000/app');
    expect(other.headers.get('location')).toMatch(/^http:\/\/localhost:4000\/app#access_token=/);
    expect(other.headers.get('location')).not.toContain('proof');
    expect(other.headers.get('set-cookie')).toBeNull();
  });
});
