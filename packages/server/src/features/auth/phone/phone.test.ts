import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAuth, PASSWORD, type TestAuth } from '../testing/build-auth.ts';
import { parsePhone } from './phone-number.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth({ config: { phone: true } });
});
afterAll(() => t.close());

const OTHER_PASSWORD = 'seven lanterns by the river';
let n = 0;
const nextPhone = () => `49151${String(20_000_000 + ++n)}`;
const messages = (phone: string) => t.mailbox.list(`+${phone}`);
const codeSentTo = (phone: string) => /(\d{6})$/.exec(messages(phone)[0]?.text ?? '')?.[1] ?? '';
const verify = (phone: string, token: string, type: 'sms' | 'phone_change' = 'sms') =>
  t.client().verifyOtp({ phone, token, type });

/** A confirmed account by number and password. */
async function signUpByPhone() {
  const phone = nextPhone();
  const client = t.client();
  await client.signUp({ phone, password: PASSWORD, options: { data: { first_name: 'Ann' } } });
  const { data } = await client.verifyOtp({ phone, token: codeSentTo(phone), type: 'sms' });
  return { client, phone, id: data.user?.id ?? '', token: data.session?.access_token ?? '' };
}

describe('sign-up by phone', () => {
  it('sends a code, which confirms the number and signs in; then the password does', async () => {
    const phone = nextPhone();
    const up = await t.client().signUp({ phone: `+${phone}`, password: PASSWORD, options: { data: { note: 'x' } } });
    expect(up).toMatchObject({ error: null, data: { session: null, user: { phone, user_metadata: { note: 'x' } } } });
    const early = await t.client().signInWithPassword({ phone, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
    const { data, error } = await verify(phone, codeSentTo(phone));
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: up.data.user?.id,
      phone,
      email: '',
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
    });
    expect((await verify(phone, codeSentTo(phone))).error?.code).toBe('otp_expired');
    const signedIn = await t.client().signInWithPassword({ phone, password: PASSWORD });
    expect(signedIn.data.user?.phone).toBe(phone);
    const wrong = await t.client().signInWithPassword({ phone, password: OTHER_PASSWORD });
    expect(wrong.error?.code).toBe('invalid_credentials');
  });

  it('responds to a number with an account as to any other, and sends nothing', async () => {
    const { phone } = await signUpByPhone();
    t.clock.advance(MINUTE_MS);
    const sent = messages(phone).length;
    const fresh = nextPhone();
    const [known, unknown] = [
      await t.raw('POST', '/signup', { body: { phone, password: OTHER_PASSWORD } }),
      await t.raw('POST', '/signup', { body: { phone: fresh, password: OTHER_PASSWORD } }),
    ];
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect(known.status).toBe(unknown.status);
    expect(messages(phone)).toHaveLength(sent);
    expect((await t.client().signInWithPassword({ phone, password: OTHER_PASSWORD })).error).toBeTruthy();
  });

  it('keeps nothing of a stranger who signed up with the number before', async () => {
    const phone = nextPhone();
    await t.client().signUp({ phone, password: OTHER_PASSWORD, options: { data: { note: 'mine' } } });
    t.clock.advance(MINUTE_MS);
    await t.client().signUp({ phone, password: PASSWORD });
    const { data } = await verify(phone, codeSentTo(phone));
    expect(data.user?.user_metadata).toEqual({});
    expect((await t.client().signInWithPassword({ phone, password: OTHER_PASSWORD })).error).toBeTruthy();
    expect((await t.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();

    const squatted = nextPhone();
    await t.client().signUp({ phone: squatted, password: OTHER_PASSWORD });
    t.clock.advance(MINUTE_MS);
    await t.client().signInWithOtp({ phone: squatted });
    expect((await verify(squatted, codeSentTo(squatted))).error).toBeNull();
    const stranger = await t.client().signInWithPassword({ phone: squatted, password: OTHER_PASSWORD });
    expect(stranger.error?.code).toBe('invalid_credentials');
  });

  it('keeps the password of a sign-up whose code was sent again', async () => {
    const phone = nextPhone();
    await t.client().signUp({ phone, password: PASSWORD });
    const soon = await t.client().resend({ type: 'sms', phone });
    expect(soon.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    t.clock.advance(MINUTE_MS);
    expect((await t.client().resend({ type: 'sms', phone })).error).toBeNull();
    expect((await verify(phone, codeSentTo(phone))).error).toBeNull();
    expect((await t.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  it('needs no code with GOTRUE_SMS_AUTOCONFIRM', async () => {
    const open = await buildAuth({ config: { phone: true, smsAutoconfirm: true } });
    const phone = nextPhone();
    const up = await open.client().signUp({ phone, password: PASSWORD });
    expect(up.data.session?.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    expect((await open.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
    const again = await open.client().signUp({ phone, password: PASSWORD });
    expect(again.error?.code).toBe('user_already_exists');
    expect(open.mailbox.list()).toEqual([]);
    await open.close();
  });
});

describe('a code by text message', () => {
  it('signs in, and creates an account unless the caller opts out', async () => {
    const { phone, id } = await signUpByPhone();
    t.clock.advance(MINUTE_MS);
    await t.client().signInWithOtp({ phone });
    expect((await verify(phone, codeSentTo(phone))).data.user?.id).toBe(id);
    const none = nextPhone();
    expect((await t.client().signInWithOtp({ phone: none, options: { shouldCreateUser: false } })).error).toBeNull();
    expect(messages(none)).toEqual([]);
    const made = nextPhone();
    await t.client().signInWithOtp({ phone: made, options: { data: { first_name: 'Mia' } } });
    const { data } = await verify(made, codeSentTo(made));
    expect(data.user).toMatchObject({ phone: made, user_metadata: { first_name: 'Mia' } });
  });

  it('is sent to one number at most ten times a day', async () => {
    const own = await buildAuth({ nodes: 1, config: { phone: true } });
    const phone = nextPhone();
    const ask = () => own.raw('POST', '/otp', { body: { phone } });
    for (let time = 0; time < 10; time += 1) {
      expect((await ask()).status).toBe(200);
      own.clock.advance(MINUTE_MS);
    }
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'over_sms_send_rate_limit' } });
    expect(Number(refused.headers.get('retry-after'))).toBe((DAY_MS - 10 * MINUTE_MS) / 1000);
    expect(own.mailbox.list(`+${phone}`)).toHaveLength(10);
    await own.close();
  });

  it('is invalid after five wrong attempts', async () => {
    const phone = nextPhone();
    await t.client().signInWithOtp({ phone });
    for (let time = 0; time < 5; time += 1) expect((await verify(phone, 'wrong!')).error?.code).toBe('otp_expired');
    expect((await verify(phone, codeSentTo(phone))).error?.code).toBe('otp_expired');
  });
});

describe('a change of the number', () => {
  it('is confirmed by the code sent to the new number, and keeps the email', async () => {
    const { client, email, id } = await t.createUser();
    const phone = nextPhone();
    expect((await client.updateUser({ phone })).data.user).toMatchObject({ email, new_phone: phone, phone: '' });
    t.clock.advance(MINUTE_MS);
    expect((await t.client().resend({ type: 'phone_change', phone })).error).toBeNull();
    const changed = await verify(phone, codeSentTo(phone), 'phone_change');
    expect(changed.data.user).toMatchObject({ id, email, phone, phone_confirmed_at: expect.any(String) });
    expect(changed.data.user?.new_phone).toBeUndefined();
    expect((await t.client().signInWithPassword({ phone, password: PASSWORD })).data.user?.id).toBe(id);
    expect((await client.getUser()).data.user?.app_metadata.providers).toEqual(['email', 'phone']);
  });

  it('tells the email of the account, and ends with a change of the password in another session', async () => {
    const user = await t.createUser();
    const thief = t.client();
    await thief.signInWithPassword({ email: user.email, password: PASSWORD });
    const phone = nextPhone();
    expect((await thief.updateUser({ phone })).error).toBeNull();
    expect((await verify(phone, codeSentTo(phone), 'phone_change')).error).toBeNull();
    expect(t.mail(user.email).text).toContain(`sign in to your account with the phone number +${phone}`);
    expect((await user.client.updateUser({ password: OTHER_PASSWORD })).error).toBeNull();
    expect(t.mail(user.email).text).toContain(`these ways to sign in: phone number +${phone}`);
    const again = await t.client().signInWithPassword({ phone, password: OTHER_PASSWORD });
    expect(again.error?.code).toBe('invalid_credentials');
    expect((await t.client().signInWithPassword({ email: user.email, password: OTHER_PASSWORD })).error).toBeNull();
  });

  it('does not continue after a new password, and a stranger cannot have its code sent again', async () => {
    const owner = await t.createUser();
    const phone = nextPhone();
    const thief = t.client();
    await thief.signInWithPassword({ email: owner.email, password: PASSWORD });
    await thief.updateUser({ phone });
    const codes = [codeSentTo(phone)];
    expect((await owner.client.updateUser({ password: OTHER_PASSWORD })).error).toBeNull();
    t.clock.advance(MINUTE_MS);
    await t.client().resend({ type: 'phone_change', phone });
    codes.push(codeSentTo(phone));
    for (const code of codes) expect((await verify(phone, code, 'phone_change')).data.session).toBeNull();
    expect((await owner.client.getUser()).data.user).toMatchObject({ phone: '' });
  });

  it('sends its code again to nobody while several wait for one number, and no faster when it is asked for by the old number', async () => {
    const shared = nextPhone();
    const [one, two] = [await signUpByPhone(), await signUpByPhone()];
    expect((await one.client.updateUser({ phone: shared })).error).toBeNull();
    t.clock.advance(MINUTE_MS);
    for (const phone of [shared, one.phone]) {
      await t.client().resend({ type: 'phone_change', phone });
    }
    expect(messages(shared)).toHaveLength(2);
    t.clock.advance(MINUTE_MS);
    expect((await two.client.updateUser({ phone: shared })).error).toBeNull();
    t.clock.advance(MINUTE_MS);
    await t.client().resend({ type: 'phone_change', phone: shared });
    expect(messages(shared)).toHaveLength(3);
    expect((await verify(shared, codeSentTo(shared), 'phone_change')).error?.code).toBe('otp_expired');
  });

  it('responds to a number with an account as to any other, sends nothing, and never completes', async () => {
    const { phone } = await signUpByPhone();
    t.clock.advance(MINUTE_MS);
    const sent = messages(phone).length;
    const { client } = await t.createUser();
    expect((await client.updateUser({ phone })).data.user).toMatchObject({ new_phone: phone });
    expect(messages(phone)).toHaveLength(sent);
    expect((await verify(phone, codeSentTo(phone), 'phone_change')).error?.code).toBe('otp_expired');
  });

  it('is refused to an unconfirmed account, and in an old session without a code', async () => {
    const unconfirmed = await t.createUser({ verified: false });
    const early = await unconfirmed.client.updateUser({ phone: nextPhone() });
    expect(early.error?.code).toBe('email_not_confirmed');
    const { client, token } = await signUpByPhone();
    t.clock.advance(DAY_MS + MINUTE_MS);
    await client.refreshSession();
    expect((await client.updateUser({ phone: nextPhone() })).error?.code).toBe('reauthentication_needed');
    expect((await client.reauthenticate()).error).toBeNull();
    expect(token).not.toBe('');
    t.clock.advance(-DAY_MS - MINUTE_MS);
  });
});

describe('a code to go on in an old session', () => {
  it('is sent ten times a day, whatever strangers ask for to the number', async () => {
    const own = await buildAuth({ nodes: 1, config: { phone: true, smsAutoconfirm: true } });
    const phone = nextPhone();
    const client = own.client();
    await client.signUp({ phone, password: PASSWORD });
    for (let time = 0; time < 10; time += 1) {
      expect((await own.raw('POST', '/otp', { body: { phone } })).status).toBe(200);
      own.clock.advance(MINUTE_MS);
    }
    expect((await own.raw('POST', '/otp', { body: { phone } })).status).toBe(429);
    await client.refreshSession();
    for (let time = 0; time < 10; time += 1) {
      expect((await client.reauthenticate()).error).toBeNull();
      const soon = await client.reauthenticate();
      expect(soon.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
      own.clock.advance(MINUTE_MS);
    }
    expect((await client.reauthenticate()).error?.code).toBe('over_sms_send_rate_limit');
    expect(own.mailbox.list(`+${phone}`)).toHaveLength(20);
    await own.close();
  });
});

describe('phone numbers', () => {
  it.each([
    ['+49 151 2345678', '491512345678'],
    ['14155550123', '14155550123'],
  ])('%s is stored as %s', (typed, stored) => expect(parsePhone(typed)).toBe(stored));

  it.each(['', '+', 'phone', '0151234567', '+491512345678901234', '49-151-2345', '٤٩١٥١', '491\u0000'])(
    '%j is refused in GoTrue’s words at every door',
    async (phone) => {
      expect(() => parsePhone(phone)).toThrow('Invalid phone number format (E.164 required)');
      if (phone === '' || phone.includes('\0')) return;
      const { token } = await t.createUser();
      const answers = [
        await t.raw('POST', '/signup', { body: { phone, password: PASSWORD } }),
        await t.raw('POST', '/token?grant_type=password', { body: { phone, password: PASSWORD } }),
        await t.raw('POST', '/otp', { body: { phone } }),
        await t.raw('POST', '/resend', { body: { phone, type: 'sms' } }),
        await t.raw('POST', '/verify', { body: { phone, token: '123456', type: 'sms' } }),
        await t.raw('PUT', '/user', { token, body: { phone } }),
      ];
      for (const { status, body } of answers) {
        expect({ status, msg: body.msg }).toEqual({
          status: 400,
          msg: 'Invalid phone number format (E.164 required)',
        });
      }
    },
  );

  it('are off by default, and refused in GoTrue’s words', async () => {
    const off = await buildAuth();
    const phone = nextPhone();
    const { token } = await off.createUser();
    const refusals = [
      [await off.raw('POST', '/signup', { body: { phone, password: PASSWORD } }), 400, 'Phone signups are disabled'],
      [
        await off.raw('POST', '/token?grant_type=password', { body: { phone, password: PASSWORD } }),
        422,
        'Phone logins are disabled',
      ],
      [await off.raw('POST', '/otp', { body: { phone } }), 400, 'Unsupported phone provider'],
      [await off.raw('POST', '/resend', { body: { phone, type: 'phone_change' } }), 400, 'Phone logins are disabled'],
      [await off.raw('PUT', '/user', { token, body: { phone } }), 400, 'Unsupported phone provider'],
    ] as const;
    for (const [{ status, body }, expected, msg] of refusals) {
      expect({ status, code: body.error_code, msg: body.msg }).toEqual({
        status: expected,
        code: 'phone_provider_disabled',
        msg,
      });
    }
    const unknown = await off.client().verifyOtp({ phone, token: '123456', type: 'phone_change' });
    expect(unknown.error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' });
    expect((await off.raw('GET', '/settings')).body).toMatchObject({ external: { phone: false } });
    await off.close();
  });

  it('are refused together with an email, and by channels other than text messages', async () => {
    const both = { phone: nextPhone(), email: 'both@example.org', password: PASSWORD };
    for (const path of ['/signup', '/token?grant_type=password', '/otp']) {
      expect((await t.raw('POST', path, { body: both })).body.error_code).toBe('validation_failed');
    }
    const whatsapp = { phone: nextPhone(), channel: 'whatsapp' };
    expect((await t.raw('POST', '/otp', { body: whatsapp })).body.error_code).toBe('validation_failed');
  });
});
