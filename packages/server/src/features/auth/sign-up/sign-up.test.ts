import { MINUTE_MS, toUtcDay } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAuth, PASSWORD, type TestAuth } from '../testing/build-auth.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth();
});
afterAll(() => t.close());

describe('GOTRUE_PASSWORD_MIN_LENGTH', () => {
  it.each([7, 14])('sets the shortest password: %i', async (passwordMinChars) => {
    const own = await buildAuth({ config: { passwordMinChars } });
    const password = 'kx7vQp2mZr9wLt'.slice(0, passwordMinChars);
    const short = await own.client().signUp({ email: 'short@example.org', password: password.slice(1) });
    expect(short.error).toMatchObject({
      code: 'weak_password',
      message: `Password should be at least ${passwordMinChars} characters.`,
    });
    expect((await own.client().signUp({ email: 'long@example.org', password })).error).toBeNull();
    await own.close();
  });
});

describe('sign-up', () => {
  it('[3.3] [7.39] signs up, signs in before the email is verified, and verifies by the mailed link with PKCE', async () => {
    const client = t.client();
    const data = { first_name: 'Ann', birth_date: '1990-05-05' };
    const up = await client.signUp({ email: 'Ann@Example.org', password: PASSWORD, options: { data } });
    expect(up.error).toBeNull();
    expect(up.data.session).toBeNull();
    expect(up.data.user).toMatchObject({ email: 'ann@example.org', user_metadata: data });

    const early = await client.signInWithPassword({ email: 'ann@example.org', password: PASSWORD });
    expect(early.error).toBeNull();
    expect(early.data.user?.email_confirmed_at).toBeUndefined();
    expect(early.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(early.data.session?.expires_at).toBe(Math.floor(t.clock.now().getTime() / 1000) + 3600);
    expect(early.data.session?.refresh_token).toBeTruthy();

    const landing = await t.follow(t.mail('ann@example.org').link);
    expect(landing.origin).toBe('http://localhost:3000');
    const exchanged = await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user?.email_confirmed_at).toBeTruthy();
    expect(exchanged.data.user?.identities).toMatchObject([
      { provider: 'email', identity_data: { email_verified: true } },
    ]);
  });

  it('verifies by the emailed six digits as well', async () => {
    const client = t.client();
    await client.signUp({ email: 'ben@example.org', password: PASSWORD });
    const { code } = t.mail('ben@example.org');
    expect(code).toMatch(/^\d{6}$/);
    const verified = await client.verifyOtp({ email: 'ben@example.org', token: code, type: 'signup' });
    expect(verified.error).toBeNull();
    expect(verified.data.session?.user.email_confirmed_at).toBeTruthy();
    const again = await t.client().verifyOtp({ email: 'ben@example.org', token: code, type: 'signup' });
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  it.each([
    ['too short', 'k7#Vq2', ['length']],
    ['common', 'password123', ['pwned']],
    ['like the email', 'carol.smith@example.org', ['pwned']],
  ])('refuses a password that is %s', async (_why, password, reasons) => {
    const { error } = await t.client().signUp({ email: 'carol.smith@example.org', password });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons });
  });

  it('refuses a password that is too long, without hashing it', async () => {
    const { error } = await t.client().signUp({ email: 'long@example.org', password: 'x7 '.repeat(100) });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('[L18] accepts an international address, and every way to write it is one account', async () => {
    const typed = 'J\u0075\u0308rgen@M\u00fcnchen.example';
    const stored = 'j\u00fcrgen@xn--mnchen-3ya.example';
    expect((await t.client().signUp({ email: typed, password: PASSWORD })).data.user?.email).toBe(stored);
    const { code, to } = t.mail(stored);
    expect(to).toBe(stored);
    expect((await t.client().verifyOtp({ email: typed, token: code, type: 'signup' })).error).toBeNull();
    for (const email of [typed, stored, 'J\u00dcRGEN@M\u00dcNCHEN.example']) {
      expect((await t.client().signInWithPassword({ email, password: PASSWORD })).data.user?.email).toBe(stored);
    }
    const lookalike = await t.client().signUp({ email: 'j\u00fcrg\uff45n@m\u00fcnchen.example', password: PASSWORD });
    expect(lookalike.error?.code).toBe('validation_failed');
  });

  it.each(['not an email', 'a@b', '', 'a b@example.org', `${'a'.repeat(300)}@example.org`])(
    'refuses the email %j',
    async (email) => {
      const { status, body } = await t.raw('POST', '/signup', { body: { email, password: PASSWORD } });
      expect([400, 422]).toContain(status);
      expect(['validation_failed', 'anonymous_provider_disabled']).toContain(body.error_code);
    },
  );

  it('refuses users under 18, and accepts those who turn 18 today', async () => {
    const now = t.clock.now();
    const year = now.getUTCFullYear() - 18;
    // On 29 February the youngest who are 18 were born on the 28th.
    const hasToday = new Date(Date.UTC(year, now.getUTCMonth(), now.getUTCDate())).getUTCMonth() === now.getUTCMonth();
    const youngestAdult = now.getUTCDate() - (hasToday ? 0 : 1);
    const day = (date: number) => toUtcDay(new Date(Date.UTC(year, now.getUTCMonth(), date)));
    const signUp = (email: string, birthDate: string) =>
      t.client().signUp({ email, password: PASSWORD, options: { data: { birth_date: birthDate } } });
    const young = await signUp('young@example.org', day(youngestAdult + 1));
    expect(young.error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await signUp('adult@example.org', day(youngestAdult))).error).toBeNull();
  });

  it.each([
    ['a NUL', { note: 'a\u0000b' }],
    ['half a surrogate pair', { note: '\ud800' }],
    ['too much', { note: 'x'.repeat(5000) }],
    ['deep nesting', JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)],
  ])('refuses metadata with %s', async (_what, data) => {
    const { error } = await t.client().signUp({ email: 'meta@example.org', password: PASSWORD, options: { data } });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('a repeated sign-up', () => {
  it('of a confirmed address gets the same response as any other, and changes nothing', async () => {
    const known = await t.createUser({ email: 'dora@example.org' });
    const second = 'another quiet orchard';
    const repeated = await t.raw('POST', '/signup', { body: { email: known.email, password: second } });
    const fresh = await t.raw('POST', '/signup', { body: { email: 'nobody-yet@example.org', password: second } });
    const shape = (body: Record<string, unknown>) => ({ ...body, id: 'any', email: 'any' });
    expect(repeated.status).toBe(fresh.status);
    expect(shape(repeated.body)).toEqual(shape(fresh.body));
    expect(repeated.body.identities).toEqual([]);
    expect(repeated.body.id).not.toBe(known.id);
    const other = await t.client().signInWithPassword({ email: known.email, password: second });
    expect(other.error?.code).toBe('invalid_credentials');
    expect((await known.client.getUser()).data.user?.id).toBe(known.id);
    expect(t.mail(known.email).subject).toContain('already have');
    expect(t.mail(known.email).code).toBe('');
  });

  it('of an unconfirmed address is decided by the link that the mailbox owner opens', async () => {
    const email = 'eve-target@example.org';
    const thief = t.client();
    await thief.signUp({ email, password: 'the thief chose this' });
    await thief.signInWithPassword({ email, password: 'the thief chose this' });
    const thiefsLink = t.mail(email).link;
    t.clock.advance(MINUTE_MS);

    const owner = t.client();
    await owner.signUp({ email, password: PASSWORD, options: { data: { first_name: 'Eva' } } });
    const landing = await t.follow(t.mail(email).link);
    const { data } = await owner.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Eva' } });
    expect((await thief.getUser()).error).toBeTruthy();
    expect((await t.client().signInWithPassword({ email, password: 'the thief chose this' })).error).toBeTruthy();
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await t.follow(thiefsLink)).hash).toContain('otp_expired');
  });

  it('keeps no password if several people signed up and the email was requested again', async () => {
    const email = 'contested@example.org';
    await t.client().signUp({ email, password: 'the first one’s words' });
    t.clock.advance(MINUTE_MS);
    await t.client().signUp({ email, password: 'the second one’s words' });
    t.clock.advance(MINUTE_MS);
    const asker = t.client();
    expect((await asker.resend({ type: 'signup', email })).error).toBeNull();
    await t.follow(t.mail(email).link);
    for (const password of ['the first one’s words', 'the second one’s words']) {
      expect((await t.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    }
  });

  it('within a minute is throttled, for known and unknown addresses', async () => {
    await t.createUser({ email: 'fay@example.org' });
    for (const email of ['fay@example.org', 'nobody-at-all@example.org']) {
      expect((await t.client().signUp({ email, password: PASSWORD })).error).toBeNull();
      const soon = await t.client().signUp({ email, password: PASSWORD });
      expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    }
    t.clock.advance(MINUTE_MS);
    expect((await t.client().signUp({ email: 'fay@example.org', password: PASSWORD })).error).toBeNull();
  });

  it('at the same moment creates one account', async () => {
    const email = 'twice@example.org';
    const answers = await Promise.all([
      t.raw('POST', '/signup', { body: { email, password: PASSWORD } }),
      t.raw('POST', '/signup', { body: { email, password: PASSWORD } }),
    ]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 429]);
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });
});

describe('the configuration', () => {
  it('can confirm emails automatically: sign-up returns a session, and refuses a known address', async () => {
    const open = await buildAuth({ config: { autoConfirm: true } });
    const up = await open.client().signUp({ email: 'gil@example.org', password: PASSWORD });
    expect(up.data.session?.user.email_confirmed_at).toBeTruthy();
    const again = await open.client().signUp({ email: 'gil@example.org', password: PASSWORD });
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    await open.close();
  });

  it('can disable sign-up and unverified sign-in', async () => {
    const strict = await buildAuth({ config: { signUpDisabled: true, unverifiedSignIn: false } });
    const up = await strict.client().signUp({ email: 'hal@example.org', password: PASSWORD });
    expect(up.error).toMatchObject({ status: 422, code: 'signup_disabled' });
    const otp = await strict.client().signInWithOtp({ email: 'hal@example.org' });
    expect(otp.error).toMatchObject({ status: 422, code: 'otp_disabled' });
    await expect(strict.createUser({ verified: false })).rejects.toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
    });
    await strict.close();
  });

  it('can allow anonymous users, who can become permanent', async () => {
    expect((await t.client().signInAnonymously()).error).toMatchObject({ code: 'anonymous_provider_disabled' });
    const open = await buildAuth({ config: { anonymous: true } });
    const client = open.client();
    const anonymous = await client.signInAnonymously();
    expect(anonymous.data.user).toMatchObject({ is_anonymous: true, email: '' });
    expect((await client.updateUser({ email: 'ida@example.org' })).error).toBeNull();
    const verified = await client.verifyOtp({
      email: 'ida@example.org',
      token: open.mail('ida@example.org').code,
      type: 'email_change',
    });
    expect(verified.data.user).toMatchObject({
      id: anonymous.data.user?.id,
      is_anonymous: false,
      email: 'ida@example.org',
    });
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await open.client().signInWithPassword({ email: 'ida@example.org', password: PASSWORD })).error).toBeNull();
    await open.close();
  });
});
