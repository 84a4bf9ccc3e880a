import { expect } from 'vitest';
import { toIdentityData } from '../account/sealed-account.ts';
import { insertIdentity } from '../account/user.store.ts';
import { insertFactor } from '../mfa/mfa.store.ts';
import { totpCode } from '../mfa/totp.ts';
import { findUserId, listCredentials } from './account-life.store.ts';
import type { TestAuth, TestClient } from './build-auth.ts';
import { holdNextPasswordCheck } from './hold-password-check.ts';
import { browse, type startProvider } from './loopback-provider.ts';
import { virtualAuthenticator } from './virtual-authenticator.ts';

export const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SQUATTER_PASSWORD = 'the squatter chose this one';
const CALLBACK = 'http://localhost:3000/auth/v1/callback';

interface Setting {
  t: TestAuth;
  provider: Awaited<ReturnType<typeof startProvider>>;
  /** The owner's address, of which there may be no account yet. */
  email: string;
}

type State = ReturnType<typeof newState>;

function newState(setting: Setting) {
  return {
    confirmed: false,
    password: null as string | null,
    leaked: null as string | null,
    /** Changes by the owner or the operator that end what strangers have. */
    version: 0,
    passwords: 0,
    app: null as string | null,
    main: null as TestClient | null,
    thief: null as TestClient | null,
    squatter: setting.t.client(),
    ownSessions: new Set<string>(),
    ownFactors: new Set<string>(),
    ownPasskeys: new Set<string>(),
    /** The version under which each of the thief's sessions was opened. */
    thiefSessions: new Map<string, number>(),
    /** How many passwords the owner had chosen when the thief added each passkey. */
    thiefPasskeys: new Map<string, number>(),
    /** The same for the identities that the thief linked, by their id at the provider. */
    thiefIdentities: new Map<string, number>(),
    /** A second factor that the thief added. It locks the owner out until the owner undoes it. */
    thiefApp: null as string | null,
    /** From the email about the thief's first addition since the owner's last change. */
    undoLink: null as string | null,
    /** The link of the thief's latest request for another address. */
    emailChange: null as string | null,
    begun: [] as Begun[],
  };
}

interface Context extends Setting {
  state: State;
}

/** What a stranger has begun, and the version of the account at that time. */
interface Begun {
  version: number;
  finish: () => Promise<unknown>;
}

type Answer = { error: unknown };

function orThrow<A extends Answer>(answer: A): A {
  if (answer.error) throw answer.error;
  return answer;
}

async function readUserId({ t, email }: Setting): Promise<string | undefined> {
  return findUserId(t.db, email);
}

async function sessionId(client: TestClient): Promise<string> {
  const token = (await client.getSession()).data.session?.access_token ?? '..';
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id;
}

async function isLive(client: TestClient | null): Promise<boolean> {
  return client !== null && (await client.getUser()).error === null;
}

function begin({ state }: Context, finish: Begun['finish']): void {
  state.begun.push({ version: state.version, finish });
}

/** Signs in at the provider, and returns to the site with a code. */
async function exchange(
  { t, provider }: Setting,
  client: TestClient,
  url: string,
  user: { sub: string; email: string },
): Promise<Answer> {
  provider.signInAs({ ...user, email_verified: true });
  const origin = new URL(t.url).origin;
  const back = await browse(url, [origin, provider.issuer], {});
  const landing = back.href.startsWith(CALLBACK)
    ? await browse(back.href.replace('http://localhost:3000', origin), [origin], {})
    : back;
  return client.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
}

/** Holds a password check after its result is known, until everything is finished. */
async function holdPasswordCheck({ t }: Setting, start: () => Promise<Answer>): Promise<() => Promise<Answer>> {
  const hold = holdNextPasswordCheck(t);
  const answer = start();
  await Promise.race([hold.checked, answer]);
  hold.restore();
  return () => {
    hold.release();
    return answer;
  };
}

async function beginPasskey({ t }: Setting, client: TestClient) {
  const { data } = await client.passkey.startRegistration();
  if (!data) return null;
  const credential = virtualAuthenticator(new URL(t.config.siteUrl).origin).create(data.options as never) as never;
  return () => client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

async function passApp({ t, state }: Context, client: TestClient): Promise<void> {
  if (!state.app) return;
  t.clock.advance(31_000);
  const factors = orThrow(await client.mfa.listFactors()).data?.totp ?? [];
  const factorId = factors.find(({ id }) => state.ownFactors.has(id))?.id ?? '';
  orThrow(await client.mfa.challengeAndVerify({ factorId, code: totpCode(state.app, t.clock.now()) }));
}

async function ownerEnters(context: Context, client: TestClient): Promise<void> {
  await passApp(context, client);
  context.state.main = client;
  context.state.ownSessions.add(await sessionId(client));
}

/** The owner's sessions are opened by password or email, so that the change removes every passkey. */
async function setPassword({ state }: Context, client: TestClient): Promise<void> {
  state.passwords += 1;
  const password = `seven lanterns by the river ${state.passwords}`;
  orThrow(await client.updateUser({ password }));
  state.password = password;
  state.undoLink = null;
  state.version += 1;
  state.ownPasskeys.clear();
}

/** Follows the link of the email about what the thief added. Additions of the owner since then are removed, too. */
async function ownerUndoes(context: Context): Promise<void> {
  const { t, email, state } = context;
  const landing = await t.follow(state.undoLink ?? '');
  const fragment = new URLSearchParams(landing.hash.slice(1));
  const client = t.client();
  const [access_token, refresh_token] = [fragment.get('access_token') ?? '', fragment.get('refresh_token') ?? ''];
  orThrow(await client.setSession({ access_token, refresh_token }));
  const { factors, passkeys } = await listCredentials(t.db, (await findUserId(t.db, email)) ?? '');
  state.ownFactors = new Set(factors.filter((id) => state.ownFactors.has(id)));
  state.ownPasskeys = new Set(passkeys.filter((id) => state.ownPasskeys.has(id)));
  if (state.ownFactors.size === 0) state.app = null;
  state.thiefApp = null;
  await ownerEnters(context, client);
  await setPassword(context, client);
}

async function ownerTakes(context: Context, client: TestClient): Promise<void> {
  if (context.state.thiefApp) return ownerUndoes(context);
  context.state.confirmed = true;
  await ownerEnters(context, client);
  await setPassword(context, client);
}

async function ownerSignsIn(context: Context): Promise<void> {
  const { state, t, email } = context;
  if (!state.password) return;
  const client = t.client();
  orThrow(await client.signInWithPassword({ email, password: state.password }));
  if (state.thiefApp) return ownerUndoes(context);
  await ownerEnters(context, client);
}

async function ownerClient(context: Context): Promise<TestClient> {
  if (!(await isLive(context.state.main))) await ownerSignsIn(context);
  return context.state.main as TestClient;
}

/** While the owner's email is on its way, a squatter does what ends everything that was begun in a confirmed account. */
async function squatterInterferes({ state }: Context): Promise<void> {
  if (state.confirmed) return;
  await state.squatter.updateUser({ password: 'the squatter chose another one' });
  await state.squatter.signOut({ scope: 'others' });
}

/** The ways in which the owner of the address gets the account. */
function createArrivals(context: Context) {
  const { t, email, state } = context;
  async function signsUp() {
    if (state.confirmed) return;
    const client = t.client();
    orThrow(await client.signUp({ email, password: 'the owner signs up with this' }));
    await squatterInterferes(context);
    orThrow(await client.verifyOtp({ email, token: t.mail(email).code, type: 'signup' }));
    await ownerTakes(context, client);
  }
  return {
    signsUp,
    async recovers() {
      if (!(await readUserId(context))) return signsUp();
      const client = t.client();
      orThrow(await client.resetPasswordForEmail(email));
      await squatterInterferes(context);
      orThrow(await client.verifyOtp({ email, token: t.mail(email).code, type: 'recovery' }));
      await ownerTakes(context, client);
    },
    async comesByProvider() {
      const client = t.client();
      const options = { skipBrowserRedirect: true, redirectTo: 'http://localhost:3000/dashboard' };
      const { data } = orThrow(await client.signInWithOAuth({ provider: 'local' as never, options }));
      orThrow(await exchange(context, client, data.url ?? '', { sub: `owner-of-${email}`, email }));
      await ownerTakes(context, client);
    },
    async isInvited() {
      if (state.confirmed) return;
      const key = await t.auth.authenticator.issueApiKey('service_role');
      await t.raw('POST', '/invite', { token: key, body: { email } });
      await squatterInterferes(context);
      const client = t.client();
      orThrow(await client.verifyOtp({ email, token: t.mail(email).code, type: 'invite' }));
      await ownerTakes(context, client);
    },
  };
}

function createOwner(context: Context) {
  const { t, state } = context;
  return {
    ...createArrivals(context),
    signsIn: () => ownerSignsIn(context),
    async undoes() {
      if (state.undoLink) await ownerUndoes(context);
    },
    async changesPassword() {
      if (state.confirmed) await setPassword(context, await ownerClient(context));
    },
    async signsOutEverywhere() {
      if (!state.confirmed) return;
      orThrow(await (await ownerClient(context)).signOut({ scope: 'global' }));
      state.version += 1;
    },
    async addsApp() {
      if (!state.confirmed || state.app) return;
      const client = await ownerClient(context);
      const { data } = orThrow(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'the owner’s app' }));
      if (!data) return;
      const code = totpCode(data.totp.secret, t.clock.now());
      orThrow(await client.mfa.challengeAndVerify({ factorId: data.id, code }));
      state.ownFactors.add(data.id);
      state.app = data.totp.secret;
      state.version += 1;
    },
    async addsPasskey() {
      if (!state.confirmed || state.ownPasskeys.size > 0) return;
      const finish = await beginPasskey(context, await ownerClient(context));
      if (!finish) throw new Error('the owner may not add a passkey');
      state.ownPasskeys.add(orThrow(await finish()).data?.id ?? '');
    },
  };
}

function createSquatter(context: Context) {
  const { t, email, state } = context;
  async function signsUp() {
    await state.squatter.signUp({
      email,
      password: SQUATTER_PASSWORD,
      options: { data: { first_name: 'Squatter' } },
    });
  }
  /** Signs up and in before the act, while nobody has confirmed the address. */
  async function ensureSignedIn(): Promise<TestClient> {
    if (!state.confirmed && !(await isLive(state.squatter))) {
      if (!(await readUserId(context))) await signsUp();
      await state.squatter.signInWithPassword({ email, password: SQUATTER_PASSWORD });
    }
    return state.squatter;
  }
  return {
    signsUp,
    async signsIn() {
      await ensureSignedIn();
    },
    async beginsToSignIn() {
      await ensureSignedIn();
      const client = t.client();
      const signIn = () => client.signInWithPassword({ email, password: SQUATTER_PASSWORD });
      begin(context, await holdPasswordCheck(context, signIn));
    },
    async changesEmail() {
      await (await ensureSignedIn()).updateUser({ email: `evil-${email}` });
    },
    async attaches() {
      const client = await ensureSignedIn();
      expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error).toBeTruthy();
      expect((await client.passkey.startRegistration()).error).toBeTruthy();
      const options = { skipBrowserRedirect: true };
      expect((await client.linkIdentity({ provider: 'local' as never, options })).error).toBeTruthy();
    },
    /** Rows of a database of before unconfirmed accounts were refused to attach anything. */
    async hasAttached() {
      await ensureSignedIn();
      const userId = await readUserId(context);
      const now = t.clock.now();
      if (state.confirmed || !userId) return;
      const providerId = `squatter-of-${email}-${now.getTime()}`;
      const times = { createdAt: now, updatedAt: now };
      await insertIdentity(t.db, { userId, provider: 'local', providerId, identityData: toIdentityData({}), ...times });
      const friendlyName = `app ${now.getTime()}`;
      await insertFactor(t.db, { userId, factorType: 'totp', status: 'verified', friendlyName, ...times });
    },
  };
}

/**
 * Also by asking for the emails again, and an owner who presses every button. A later request takes the place of this one, and
 * the emails that are sent again are those of the later one: what they confirm was not begun here.
 */
async function finishEmailChange({ t, email, state }: Context, evil: string, begunWith: string): Promise<void> {
  const links = [begunWith];
  if (state.emailChange === begunWith) {
    t.clock.advance(MINUTE_MS);
    await t.client().resend({ type: 'email_change', email });
    links.push(t.mail(evil).link, t.mail(email).link);
  }
  for (const link of links.filter((one) => one.includes('type=email_change'))) await t.follow(link);
}

async function noteThief({ state }: Context, client: TestClient): Promise<void> {
  if (await isLive(client)) state.thiefSessions.set(await sessionId(client), state.version);
}

/** The email about what the thief has just added is the newest one. */
function noteUndoLink({ t, email, state }: Context): void {
  const mail = t.mail(email);
  expect(mail.text).toContain('This was not me');
  state.undoLink ??= mail.link;
}

/** A thief learns the current password and signs in. */
async function thiefSignsIn(context: Context): Promise<void> {
  const { state, t, email } = context;
  if (!state.confirmed || !state.password) return;
  state.leaked = state.password;
  state.thief = t.client();
  orThrow(await state.thief.signInWithPassword({ email, password: state.leaked }));
  await noteThief(context, state.thief);
}

/** One email: the mailbox itself stays the owner's. */
async function thiefReadsMail(context: Context): Promise<void> {
  const { t, email, state } = context;
  if (!state.confirmed) return;
  const client = t.client({ flowType: 'implicit' });
  orThrow(await client.resetPasswordForEmail(email));
  const { token } = t.mail(email);
  begin(context, () => client.verifyOtp({ token_hash: token, type: 'recovery' }));
}

function createThief(context: Context) {
  const { t, email, state } = context;
  const evil = `evil-${email}`;
  /** At the provider. */
  const thiefsAccount = { sub: `thief-of-${email}`, email: `thiefs-${email}` };
  async function withThief(act: (client: TestClient) => Promise<void>): Promise<void> {
    if (!(await isLive(state.thief))) await thiefSignsIn(context);
    if (state.thief) await act(state.thief);
  }
  return {
    signsIn: () => thiefSignsIn(context),
    async beginsToSignIn() {
      state.leaked ??= state.password;
      if (!state.leaked) return;
      const client = t.client();
      const password = state.leaked;
      const finish = await holdPasswordCheck(context, () => client.signInWithPassword({ email, password }));
      begin(context, async () => {
        await finish();
        // The password is still right, so the sign-in was repeated.
        if (password === state.password) await noteThief(context, client);
      });
    },
    readsMail: () => thiefReadsMail(context),
    beginsPasswordChange: () =>
      withThief(async (client) => {
        const change = () => client.updateUser({ password: 'the thief would like this one' });
        begin(context, await holdPasswordCheck(context, change));
      }),
    beginsApp: () =>
      withThief(async (client) => {
        const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'the thief’s app' });
        if (!data) return;
        const answer = () => totpCode(data.totp.secret, t.clock.now());
        begin(context, () => client.mfa.challengeAndVerify({ factorId: data.id, code: answer() }));
      }),
    addsApp: () =>
      withThief(async (client) => {
        const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'another app' });
        if (!data) return;
        const code = totpCode(data.totp.secret, t.clock.now());
        const { error } = await client.mfa.challengeAndVerify({ factorId: data.id, code });
        if (error) return;
        state.thiefApp = data.id;
        noteUndoLink(context);
      }),
    linksIdentity: () => withThief((client) => linkThiefsIdentity(context, client, thiefsAccount)),
    /** Without a linked identity this opens an account of the thief's own. */
    async comesByProvider() {
      const client = t.client();
      const options = { skipBrowserRedirect: true, redirectTo: 'http://localhost:3000/dashboard' };
      const { data } = orThrow(await client.signInWithOAuth({ provider: 'local' as never, options }));
      await exchange(context, client, data.url ?? '', thiefsAccount);
      if (state.thiefIdentities.get(`thief-of-${email}`) === state.passwords) await noteThief(context, client);
    },
    beginsPasskey: () =>
      withThief(async (client) => {
        const finish = await beginPasskey(context, client);
        if (finish) begin(context, finish);
      }),
    addsPasskey: () =>
      withThief(async (client) => {
        const added = await (await beginPasskey(context, client))?.();
        if (!added?.data) return;
        state.thiefPasskeys.set(added.data.id, state.passwords);
        noteUndoLink(context);
      }),
    beginsLink: () =>
      withThief(async (client) => {
        const options = { skipBrowserRedirect: true };
        const { data } = await client.linkIdentity({ provider: 'local' as never, options });
        if (data?.url) begin(context, () => exchange(context, client, data.url ?? '', thiefsAccount));
      }),
    changesEmail: () =>
      withThief(async (client) => {
        const { error } = await client.updateUser({ email: evil });
        if (error) return;
        const { link } = t.mail(evil);
        state.emailChange = link;
        begin(context, () => finishEmailChange(context, evil, link));
      }),
  };
}

async function linkThiefsIdentity(
  context: Context,
  client: TestClient,
  account: { sub: string; email: string },
): Promise<void> {
  const { state } = context;
  const { data } = await client.linkIdentity({ provider: 'local' as never, options: { skipBrowserRedirect: true } });
  if (!data?.url) return;
  const { error } = await exchange(context, client, data.url, account);
  if (error) return;
  state.thiefIdentities.set(account.sub, state.passwords);
  await noteThief(context, client);
  noteUndoLink(context);
}

/** No session, identity, factor, passkey or address of anybody but the owner. */
async function expectNobodyElse(context: Context, id: string | undefined): Promise<void> {
  const { t, email, state } = context;
  if (!state.confirmed) return;
  expect(id, 'the account still has the address of its owner').toBeDefined();
  const isLeaked = state.leaked === state.password;
  const { sessions, factors, passkeys, identities } = await listCredentials(t.db, id ?? '');
  const mayThief = (session: string) => isLeaked && state.thiefSessions.get(session) === state.version;
  expect(sessions.filter((session) => !state.ownSessions.has(session) && !mayThief(session))).toEqual([]);
  expect(new Set(factors.filter((factor) => factor !== state.thiefApp))).toEqual(state.ownFactors);
  const isThiefs = (passkey: string) => state.thiefPasskeys.get(passkey) === state.passwords;
  expect(new Set(passkeys.filter((passkey) => !isThiefs(passkey)))).toEqual(state.ownPasskeys);
  const mayStay = (identity: string) => state.thiefIdentities.get(identity) === state.passwords;
  expect(identities.filter((identity) => identity !== `owner-of-${email}` && !mayStay(identity))).toEqual([]);
}

export type Life = ReturnType<typeof createLife>;

/**
 * One account with everybody who may touch it. Somebody who knows the current password is its owner to the service, so what a
 * thief begins finishes only after the next change by the owner, and what a thief has added counts only after such a change.
 */
export function createLife(setting: Setting) {
  const state = newState(setting);
  const context: Context = { ...setting, state };
  const { t } = setting;
  let lastUserId: string | undefined;
  return {
    owner: createOwner(context),
    squatter: createSquatter(context),
    thief: createThief(context),
    userId: () => lastUserId,
    ownerIsIn: () => isLive(state.main),

    async operatorBans() {
      const id = await readUserId(context);
      if (!id) return;
      await t.auth.admin.update(id, { banMs: HOUR_MS });
      await t.auth.admin.update(id, { banMs: 0 });
      state.version += 1;
    },

    /** Finishes what strangers began before the last change, or everything at the end of a life. */
    async finishAll({ atEnd = false } = {}): Promise<void> {
      const due = state.begun.filter(({ version }) => atEnd || version < state.version);
      state.begun = state.begun.filter((one) => !due.includes(one));
      for (const { finish } of due) await finish();
    },

    async expectNobodyElse(): Promise<void> {
      const id = await readUserId(context);
      lastUserId = id ?? lastUserId;
      await expectNobodyElse(context, id);
    },
  };
}
