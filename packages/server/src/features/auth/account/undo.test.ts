import { DAY_MS, HOUR_MS, toUtcDay } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../mfa/totp.ts';
import { buildAuth, PASSWORD, type TestAuth, type TestClient } from '../testing/build-auth.ts';
import { browse, startProvider } from '../testing/loopback-provider.ts';
import { virtualAuthenticator } from '../testing/virtual-authenticator.ts';

const CALLBACK = 'http://localhost:3000/auth/v1/callback';
const NEW_PASSWORD = 'seven lanterns by the river';

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
const nextAccount = (address = `other-${++n}@example.org`) => ({ sub: `sub-${++n}`, email: address });

/** Through the provider and back, and exchanges the code. */
async function exchange(client: TestClient, url: string | null | undefined, account: { sub: string; email: string }) {
  provider.signInAs({ ...account, email_verified: true });
  const origin = new URL(t.url).origin;
  const back = await browse(url ?? '', [origin, provider.issuer], {});
  const landing = await browse(back.href.replace('http://localhost:3000', origin), [origin], {});
  return client.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
}

async function link(client: TestClient, account: { sub: string; email: string }) {
  const options = { skipBrowserRedirect: true };
  const { data } = await client.linkIdentity({ provider: 'local' as never, options });
  return exchange(client, data?.url, account);
}

async function signInByProvider(account: { sub: string; email: string }) {
  const client = t.client();
  const options = { skipBrowserRedirect: true, redirectTo: 'http://localhost:3000/dashboard' };
  const { data } = await client.signInWithOAuth({ provider: 'local' as never, options });
  return { client, ...(await exchange(client, data.url, account)) };
}

async function addApp(client: TestClient) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: `app ${++n}` });
  if (!data) throw error;
  const code = totpCode(data.totp.secret, t.clock.now());
  expect((await client.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
  return { id: data.id, secret: data.totp.secret };
}

async function addPasskey(client: TestClient) {
  const { data } = await client.passkey.startRegistration();
  const credential = virtualAuthenticator('http://localhost:3000').create(data?.options as never) as never;
  return client.passkey.verifyRegistration({ challengeId: data?.challenge_id ?? '', credential });
}

async function passApp(client: TestClient, app: { id: string; secret: string }) {
  t.clock.advance(31_000);
  const code = totpCode(app.secret, t.clock.now());
  expect((await client.mfa.challengeAndVerify({ factorId: app.id, code })).error).toBeNull();
}

/** Opens the link of an email, presses the button, and takes the session as the web application does. */
async function undo(undoLink: string) {
  const landing = await t.follow(undoLink);
  const fragment = new URLSearchParams(landing.hash.slice(1));
  const client = t.client();
  const { error } = await client.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  return { client, landing, error };
}

async function buildThief(email: string) {
  const client = t.client();
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return client;
}

describe('the link in the email about an addition', () => {
  it('lets an owner back in after a thief locked them out with an authenticator app', async () => {
    const user = await t.createUser();
    const thief = await buildThief(user.email);
    await addApp(thief);
    await addPasskey(thief);
    const added = t.mailbox.list(user.email).filter(({ text }) => text.includes('This was not me'));
    expect(added.map(({ subject }) => subject)).toEqual([
      'A passkey was added to your Soulsight account',
      'A second step was added to your Soulsight sign-in',
    ]);
    const undoLink = added[1]?.links[0] ?? '';
    // Recovery alone does not help: the password of an account with a second factor changes at aal2 only.
    const recovered = t.client();
    await recovered.resetPasswordForEmail(user.email);
    await recovered.verifyOtp({ email: user.email, token: t.mail(user.email).code, type: 'recovery' });
    expect((await recovered.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('insufficient_aal');

    const { client, landing, error } = await undo(undoLink);
    expect(error).toBeNull();
    expect(landing.pathname).toBe('/reset-password');
    expect((await thief.getUser()).error).toBeTruthy();
    expect((await t.client().signInWithPassword({ email: user.email, password: PASSWORD })).error).toBeTruthy();
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
    expect((await client.passkey.list()).data).toEqual([]);
    expect((await t.client().signInWithPassword({ email: user.email, password: NEW_PASSWORD })).error).toBeNull();
  });

  it('leaves what the owner had before: an app still guards the new password', async () => {
    const user = await t.createUser();
    const app = await addApp(user.client);
    await addPasskey(user.client);
    t.clock.advance(HOUR_MS);
    await addApp(user.client);
    const { client } = await undo(t.mail(user.email).link);
    expect((await client.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([app.id]);
    expect((await client.passkey.list()).data).toHaveLength(1);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('insufficient_aal');
    await passApp(client, app);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });

  it('removes recovery codes that were made since, of which an email tells', async () => {
    const user = await t.createUser();
    const app = await addApp(user.client);
    const options = {
      method: 'POST',
      token: (await user.client.getSession()).data.session?.access_token ?? '',
    } as const;
    const own = await t.raw(options.method, '/factors/recovery-codes', { token: options.token, body: {} });
    expect(own.status).toBeLessThan(300);
    t.clock.advance(HOUR_MS);
    expect((await user.client.refreshSession()).error).toBeNull();
    const token = (await user.client.getSession()).data.session?.access_token ?? '';
    const renewed = await t.raw('POST', '/factors/recovery-codes/regenerate', { token, body: {} });
    expect(renewed.status).toBeLessThan(300);
    expect(t.mail(user.email).subject).toBe('New recovery codes for your Soulsight account');
    const { client } = await undo(t.mail(user.email).link);
    expect((await client.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([app.id]);
  });

  it('shows a page first, works once, for fourteen days, and outlives a password that the thief sets', async () => {
    const user = await t.createUser();
    const thief = await buildThief(user.email);
    await addApp(thief);
    const { link: undoLink } = t.mail(user.email);
    const page = await fetch(undoLink.replace(/^.*\/auth\/v1/, t.url));
    const day = toUtcDay(t.clock.now());
    const html = await page.text();
    expect(html).toContain(`added to the account of ${user.email} since ${day}`);
    expect(html).toContain('If it was you, close this page.');
    expect((await thief.updateUser({ password: 'the thief would like this one' })).error).toBeNull();
    t.clock.advance(13 * DAY_MS);
    await t.auth.sweep();
    expect((await undo(undoLink)).error).toBeNull();
    expect((await t.follow(undoLink)).hash).toContain('otp_expired');

    const other = await t.createUser();
    await addApp(await buildThief(other.email));
    t.clock.advance(14 * DAY_MS);
    expect((await t.follow(t.mail(other.email).link)).hash).toContain('otp_expired');
  });

  it('is void once the account has another address', async () => {
    const user = await t.createUser();
    await addApp(await buildThief(user.email));
    const { link: undoLink } = t.mail(user.email);
    await t.auth.admin.update(user.id, { email: `moved-${++n}@example.org` });
    expect((await t.follow(undoLink)).hash).toContain('otp_expired');
  });
});

describe('a change of the password', () => {
  it('removes a connected account with another address, which then opens another account; the email names it', async () => {
    const user = await t.createUser();
    const evil = nextAccount();
    expect((await link(await buildThief(user.email), evil)).error).toBeNull();
    expect(t.mail(user.email).text).toContain(`sign in to your account with local (${evil.email})`);
    expect((await user.client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(t.mail(user.email).text).toContain(`these ways to sign in: local (${evil.email})`);
    expect((await signInByProvider(evil)).data.user?.id).not.toBe(user.id);
    expect((await user.client.getUser()).data.user?.app_metadata.providers).toEqual(['email']);
  });

  it('keeps one with the account’s own address, and one that opened the session', async () => {
    const user = await t.createUser();
    const same = nextAccount(user.email);
    const other = nextAccount();
    await link(user.client, same);
    await link(user.client, other);
    const { client } = await signInByProvider(other);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await signInByProvider(same)).data.user?.id).toBe(user.id);
    expect((await signInByProvider(other)).data.user?.id).toBe(user.id);
  });

  it('by an operator removes it too', async () => {
    const user = await t.createUser();
    const evil = nextAccount();
    await link(await buildThief(user.email), evil);
    await t.auth.admin.update(user.id, { password: NEW_PASSWORD });
    expect((await signInByProvider(evil)).data.user?.id).not.toBe(user.id);
  });
});

describe('disconnecting an account', () => {
  it('keeps the address with its owner, who gets an email: a thief who removes the password gains nothing', async () => {
    const user = await t.createUser();
    const thief = await buildThief(user.email);
    const evil = nextAccount();
    expect((await link(thief, evil)).error).toBeNull();
    const { link: undoLink } = t.mail(user.email);
    const identity = (await thief.getUserIdentities()).data?.identities.find(({ provider }) => provider === 'email');
    if (!identity) throw new Error('no identity for the email');
    expect((await thief.unlinkIdentity(identity)).error).toBeNull();
    expect((await thief.getUser()).data.user?.email).toBe(user.email);
    expect(t.mail(user.email)).toMatchObject({
      subject: 'A way to sign in to your Soulsight account was removed',
      text: expect.stringContaining('You can no longer sign in to your account with your password.'),
    });
    const recovered = t.client();
    await recovered.resetPasswordForEmail(user.email);
    const { data } = await recovered.verifyOtp({
      email: user.email,
      token: t.mail(user.email).code,
      type: 'recovery',
    });
    expect(data.user?.id).toBe(user.id);
    const { client, error } = await undo(undoLink);
    expect(error).toBeNull();
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await thief.getUser()).error).toBeTruthy();
    expect((await signInByProvider(evil)).data.user?.id).not.toBe(user.id);
    expect((await t.client().signInWithPassword({ email: user.email, password: NEW_PASSWORD })).error).toBeNull();
  });

  it('ends the sessions that it opened, and no other', async () => {
    const user = await t.createUser();
    const other = nextAccount();
    await link(user.client, other);
    const { client: device } = await signInByProvider(other);
    const password = await buildThief(user.email);
    const identity = (await user.client.getUserIdentities()).data?.identities.find((one) => one.provider === 'local');
    if (!identity) throw new Error('nothing linked');
    expect((await user.client.unlinkIdentity(identity)).error).toBeNull();
    expect((await device.getUser()).error).toBeTruthy();
    expect((await password.getUser()).error).toBeNull();
  });
});
