import { readdirSync } from 'node:fs';
import path from 'node:path';
import { postChatMessage } from '@soulsight/contract/chat';
import { getMatches, postMatchPass } from '@soulsight/contract/match';
import { patchMe, postDeleteMe } from '@soulsight/contract/profile';
import {
  getBlocks,
  getSanctions,
  postAppeal,
  postBlock,
  postModerationDecision,
  postReport,
} from '@soulsight/contract/safety';
import { HOUR_MS } from '@soulsight/contract/time';
import { getAiWingman } from '@soulsight/contract/wingman';
import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_PREFIX } from '../core/crypto/sealed-text.ts';
import { listUnsealedColumns } from '../core/crypto/stored-texts.store.ts';
import { presentUser } from '../features/auth/account/user.presenter.ts';
import { type BuiltUser, buildPair, buildUser } from '../features/demo/builders/user.builder.ts';
import { queryRows } from '../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { givePremium } from '../testing/test-users.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/** Why a text column is stored unencrypted. Every other one has to be of `sealedText`, and listed in `SEALED_COLUMNS`. */
const REASONS = {
  choice: 'one of a few fixed words',
  key: 'an id, a key or an address of the product, needed to find the row',
  digest: 'a hash, or useless without a secret that is not stored',
  sentence: 'a sentence of the product, the same for many users',
  search: 'the search compares it in SQL',
  sign_in: 'needed to sign in before anybody is known; erased with the account',
  device: 'shown in the list of devices and keys; erased with the session',
  setting: 'settings and numbers',
  gateway: 'what the payment gateway sent, without names and card numbers',
  model: 'numbers of the model, of no single user',
  notice: 'an operator’s notice, which everybody sees',
} as const;
type Reason = keyof typeof REASONS;

const IN_CLEAR: Record<string, Reason> = {
  'data_keys.owner': 'key',
  ...all('users', { email: 'sign_in', encrypted_password: 'digest', phone: 'sign_in', new_email: 'sign_in' }),
  ...all('users', { new_phone: 'sign_in', email_change_agreed: 'choice', app_metadata: 'setting', role: 'choice' }),
  ...all('identities', { provider: 'choice', provider_id: 'sign_in', email: 'sign_in' }),
  ...all('sessions', { aal: 'choice', amr: 'setting', user_agent: 'device', ip: 'device' }),
  'refresh_tokens.token_hash': 'digest',
  'sign_in_networks.network_hash': 'digest',
  ...all('flow_states', { code_hash: 'digest', code_challenge: 'digest', code_challenge_method: 'choice' }),
  ...all('flow_states', { method: 'choice', provider: 'choice', data: 'setting' }),
  ...all('one_time_tokens', { type: 'choice', relates_to: 'digest', token_hash: 'digest', code_hash: 'digest' }),
  'one_time_tokens.data': 'setting',
  ...all('factors', { friendly_name: 'device', factor_type: 'choice', status: 'choice', phone: 'sign_in' }),
  'factors.webauthn': 'digest',
  ...all('challenges', { ip: 'device', code_hash: 'digest', webauthn: 'digest' }),
  'recovery_codes.code_hash': 'digest',
  ...all('passkeys', { friendly_name: 'device', credential_id: 'sign_in', credential: 'digest' }),
  'passkey_challenges.ceremony': 'digest',
  'mail_pauses.address_hash': 'digest',
  'auth_keys.name': 'key',
  ...all('bgp_profiles', { analysis_status: 'choice', fallback_reason: 'sentence' }),
  'bgp_events.type': 'choice',
  'bgp_answers.item_id': 'key',
  ...all('bgp_evolution', { trait: 'choice', because: 'sentence' }),
  'bgp_population.feature': 'key',
  ...all('model_versions', { weights: 'model', scores: 'model' }),
  'conversations.status': 'choice',
  'maintenance.detail': 'notice',
  'messages.message_type': 'choice',
  'feedback.occasion': 'choice',
  'icebreaker_answers.question': 'key',
  ...all('matches', { state: 'choice', closed_because: 'choice' }),
  ...all('match_sides', { decision: 'choice', reasons: 'sentence', talking_points: 'sentence' }),
  ...all('match_sides', { age_band: 'choice', distance_band: 'choice' }),
  ...all('notifications', { kind: 'choice', href: 'key', group_key: 'key' }),
  'notification_settings.settings': 'setting',
  ...all('push_subscriptions', { endpoint: 'key', keys: 'key' }),
  ...all('profiles', { alias: 'sentence', gender: 'search', intent: 'search', wants_genders: 'search' }),
  ...all('profiles', { wants_intents: 'search', place_changes: 'setting', timezone: 'setting' }),
  ...all('profiles', { terms_version: 'setting', preferences: 'setting' }),
  'profile_prompts.key': 'choice',
  ...all('account_marks', { kind: 'choice', digest: 'digest' }),
  ...all('ban_marks', { kind: 'choice', digest: 'digest' }),
  'contact_blocks.digest': 'digest',
  ...all('inquiries', { sender: 'digest', topic: 'choice' }),
  ...all('reports', { category: 'choice', status: 'choice' }),
  'sanctions.action': 'choice',
  'sanctions.appeal_status': 'choice',
  'audit_log.action': 'choice',
  'reveal_requests.status': 'choice',
  ...all('selfie_checks', { pose: 'choice', refusal: 'choice' }),
  ...all('trust_changes', { cause: 'choice', subject_id: 'key', reason: 'sentence' }),
  'wingman_suggestions.kind': 'choice',
  'sealed_columns.name': 'key',
  ...all('wingman_model_calls', { day: 'setting', status: 'choice' }),
  ...all('webhook_events', { id: 'key', type: 'choice', payload: 'gateway', gateway_subscription: 'key' }),
  ...all('subscriptions', { offer: 'choice', next_offer: 'choice', status: 'choice', gateway: 'choice' }),
  ...all('subscriptions', { gateway_customer: 'key', gateway_subscription: 'key', gateway_ended: 'key' }),
  ...all('payment_methods', { gateway_method: 'key', brand: 'choice', last4: 'setting' }),
  ...all('invoices', {
    title: 'sentence',
    currency: 'choice',
    status: 'choice',
    idempotency_key: 'key',
    checkout_page: 'key',
  }),
  ...all('photos', { original: 'key', glimpse: 'key', silhouette: 'key' }),
};

function all(table: string, columns: Record<string, Reason>): Record<string, Reason> {
  return Object.fromEntries(Object.entries(columns).map(([column, reason]) => [`${table}.${column}`, reason]));
}

async function listTables(): Promise<PgTable[]> {
  const root = path.resolve(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tables.ts'));
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(path.join(root, file))));
  return modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)));
}

describe('a column that may hold text', () => {
  it('is sealed, or unencrypted for a stated reason', async () => {
    const tables = await listTables();
    const columns = tables.flatMap((table) =>
      getTableConfig(table).columns.map((column) => ({
        name: `${getTableName(table)}.${column.name}`,
        type: column.getSQLType(),
        // `sealedText` and `sealedRecord` are the only custom types of these types.
        isSealed: column.columnType === 'PgCustomColumn',
      })),
    );
    const difference = (one: string[], other: string[]) => one.filter((name) => !other.includes(name));
    const texts = columns.filter(({ type }) => /text|json|char/.test(type));
    expect(texts.length).toBeGreaterThan(50);
    const [open, closed] = [false, true].map((wanted) =>
      texts.filter(({ isSealed }) => isSealed === wanted).map(({ name }) => name),
    ) as [string[], string[]];
    const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    const undecided = difference(open, Object.keys(IN_CLEAR));
    expect(undecided.join(' ')).toBe('');
    expect(difference(Object.keys(IN_CLEAR), open).join(' ')).toBe('');
    expect(closed.sort()).toEqual(sealed.sort());
  });
});

/** What a dump of the database holds: each table's rows as text. */
async function readTables(app: TestApp): Promise<Map<string, Buffer>> {
  const tables = await queryRows(
    app,
    sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const dumps = new Map<string, Buffer>();
  for (const { name } of tables) {
    const rows = await queryRows(app, sql`select t::text as row from ${sql.raw(String(name))} t`);
    dumps.set(String(name), Buffer.from(rows.map(({ row }) => String(row)).join('\n')));
  }
  return dumps;
}

/** Every byte of the database that a reader of its files or of a dump would get, in the forms of text. */
async function readEverything(app: TestApp): Promise<Buffer[]> {
  const dumps = [...(await readTables(app)).values()];
  const { snapshot } = app.database as { snapshot?: () => Promise<Blob> };
  // The files of the embedded database: old versions of rows, and the log of changes.
  if (snapshot) {
    await queryRows(app, sql`checkpoint`);
    dumps.push(Buffer.from(await (await snapshot()).arrayBuffer()));
  }
  return dumps;
}

/** Each pair writes 50 texts; CI asks for more pairs. */
const PAIRS = Number(process.env.SEALED_PAIRS ?? 2);
const TEXTS_OF_A_PAIR = 50;

/** The beginning of everything that the test writes. So long that no part of its base64 comes up by chance in what is sealed. */
const MARK = 'Zqxvarnmolt';

/** Where a text appears in the dumps: as it is, in hexadecimal, or in base64 at each of its three offsets. */
function findStored(text: string, dumps: readonly Buffer[]): string[] {
  const inBase64 = [0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + text)
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  );
  const forms = [text, Buffer.from(text).toString('hex'), ...inBase64];
  return dumps.flatMap((dump) =>
    forms.flatMap((form) => {
      const at = dump.indexOf(form);
      return at < 0 ? [] : [dump.subarray(Math.max(0, at - 80), at + 80).toString('latin1')];
    }),
  );
}

type Say = ReturnType<typeof createTexts>['say'];

/** Texts that begin with the mark, each with a word of its own. */
function createTexts() {
  const texts: string[] = [];
  return {
    texts,
    say(kind: string, words = ''): string {
      const letters = crypto
        .randomUUID()
        .replaceAll('-', '')
        .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
      const text = `${MARK}${kind}${letters.slice(0, 8)}${words && ` ${words}`}`;
      texts.push(text);
      return text;
    },
  };
}

describe('what people wrote', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ rateLimits: false });
  });
  afterAll(() => app.stop());

  /** The wingman quotes the question that it suggests answers to. */
  async function askWingman(one: BuiltUser, other: BuiltUser, matchId: string, id: string, say: Say): Promise<void> {
    await givePremium(app, one);
    const content = `Quick question: tea or ${say('Question')}?`;
    (await app.call(postChatMessage, { as: other, params: { id }, body: { content } })).ok();
    const { suggestions } = (await app.call(getAiWingman, { as: one, params: { matchId } })).ok();
    expect(suggestions.map(({ because }) => because).join(' ')).toContain(MARK);
  }

  it('[7.26] is in no table and no file of the database: messages, names and short texts', async () => {
    const { texts, say } = createTexts();
    const moderator = await buildUser(app.features, { isModerator: true });
    for (let n = 0; n < PAIRS; n++) {
      const { one, other, matchId } = await buildPair(app.features);
      for (const as of [one, other]) {
        const prompts = (['sunday', 'laugh', 'home'] as const).map((key) => ({ key, answer: say('Prompt') }));
        const body = { first_name: say('Name'), work: say('Work'), interests: [say('Tea'), say('Art')], prompts };
        (await app.call(patchMe, { as, body })).ok();
      }
      await app.features.match.introduce(one.id, moderator.id);
      const { matches } = (await app.call(getMatches, { as: one })).ok();
      const suggested = matches.find(({ status }) => status === 'suggested');
      const pass = { match_id: suggested?.id ?? '', reason: say('Reason') };
      (await app.call(postMatchPass, { as: one, body: pass })).ok();
      const { id } = await app.features.chat.start(one.id, matchId);
      if (n === 0) await askWingman(one, other, matchId, id, say);
      for (let m = 0; m < 32; m++) {
        const as = m % 2 === 0 ? one : other;
        (
          await app.call(postChatMessage, { as, params: { id }, body: { content: say('Message', 'is what I think') } })
        ).ok();
      }
      await queryRows(
        app,
        sql`insert into reveals (match_id, stage, updated_at) values (${matchId}, 1, now()) on conflict (match_id) do update set stage = 1`,
      );
      await app.drain();
      const report = { category: 'other' as const, details: say('Details') };
      const { id: reportId } = (await app.call(postReport, { as: one, params: { id: other.id }, body: report })).ok();
      const decision = { action: 'warn' as const, reason: say('Decision'), additions: 0 };
      (await app.call(postModerationDecision, { as: moderator, params: { id: reportId }, body: decision })).ok();
      const [sanction] = (await app.call(getSanctions, { as: other })).ok().sanctions;
      expect(sanction?.reason).toBe(decision.reason);
      const appeal = { text: say('Appeal', 'please look again') };
      (await app.call(postAppeal, { as: other, params: { id: sanction?.id ?? '' }, body: appeal })).ok();
      (await app.call(postBlock, { as: one, params: { id: other.id } })).ok();
      const [block] = (await app.call(getBlocks, { as: one })).ok().blocks;
      expect(texts).toContain(block?.name);
      (await app.call(postDeleteMe, { as: one, body: { confirm: 'DELETE', reason: say('Leaving') } })).ok();
    }
    await app.drain();
    expect(texts.length).toBeGreaterThanOrEqual(PAIRS * TEXTS_OF_A_PAIR);
    const dumps = await readEverything(app);
    expect(findStored(MARK, dumps)).toEqual([]);
    // The search does find what is there.
    expect(findStored(moderator.email, dumps)).not.toEqual([]);
  });

  it('[7.26] at sign-up, or a provider or an operator said of them, is in no table and no file of the database', async () => {
    const { texts, say } = createTexts();
    const { admin, adminLinks, deps, identities, mailRequests, signIns, signUps, verifications } = app.features.auth;
    const client = { ip: '203.0.113.7', userAgent: null };
    const redirect = { challenge: null, redirectTo: 'http://localhost:3000' };
    const born = '1987-03-14';
    const password = 'a quiet orchard at dusk';
    const email = `${crypto.randomUUID()}@people.example`;
    const named = () => ({ first_name: say('First'), birth_date: born, note: { deep: [say('Note')] } });
    // The second sign-up's metadata waits in the row of its link; a third is of an address with an account.
    await signUps.signUp({ email, password, metadata: named(), ...redirect }, client);
    app.clock.advance(2 * 60_000);
    const own = named();
    await signUps.signUp({ email, password, metadata: own, ...redirect }, client);
    const code = /\b\d{6}\b/.exec(app.mails(email)[0]?.text ?? '')?.[0] ?? '';
    expect(findStored(MARK, await readEverything(app))).toEqual([]);
    await verifications.code(email, code, 'signup', client);
    const signedIn = await signIns.byPassword({ email, password }, client);
    expect(signedIn.user.user_metadata).toEqual(own);
    const claimed = JSON.parse(Buffer.from(signedIn.access_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claimed.user_metadata).toEqual(own);
    app.clock.advance(2 * 60_000);
    await signUps.signUp({ email, password, metadata: named(), ...redirect }, client);
    const { user } = await admin.update(signedIn.user.id, { userMetadata: { nickname: say('Nick') } });
    await adminLinks.invite(`${crypto.randomUUID()}@people.example`, named(), redirect.redirectTo);
    const otp = { email: `${crypto.randomUUID()}@people.example`, createUser: true, metadata: named(), ...redirect };
    await mailRequests.otp(otp, client);
    const claims = { sub: 'their-id', email: `${crypto.randomUUID()}@people.example`, emailVerified: true };
    const names = { name: say('Full'), givenName: say('Given') };
    await deps.db.transaction((tx) => identities.signIn(tx, 'local', { ...claims, ...names }));
    await app.drain();
    const archived = await app.features.auth.accountData.archive(user.id);
    expect(JSON.stringify(archived)).toContain(own.first_name);
    expect(texts.length).toBe(13);
    expect(findStored(MARK, await readEverything(app))).toEqual([]);
    // The search compares birth dates; nothing else holds them.
    const holders = [...(await readTables(app))].filter(([, rows]) => rows.includes(born)).map(([name]) => name);
    expect(holders.sort()).toEqual(['public.discovery', 'public.profiles']);
  });

  it('[7.26] the town of a user is in no table and no file of the database; the search has its cell', async () => {
    const { one } = await buildPair(app.features);
    const place = { name: 'Castrop-Rauxel, Germany', lat: 51.55, lon: 7.31 };
    expect((await app.call(patchMe, { as: one, body: { place } })).ok().place?.name).toBe(place.name);
    await app.drain();
    expect(findStored('Castrop', await readEverything(app))).toEqual([]);
    const [row] = await queryRows(app, sql`select lat, lon from profiles where user_id = ${one.id}`);
    expect(row).toEqual({ lat: expect.any(Number), lon: expect.any(Number) });
  });

  it('is empty once the key is shredded, and what an older version of the server wrote beside it counts', async () => {
    const { accountData } = app.features.auth;
    const { vault, db } = app.core;
    const { id } = await buildUser(app.features);
    const metadata = { first_name: 'Ottilie', city: 'Trier' };
    await app.features.auth.admin.update(id, { userMetadata: metadata });
    // As a node of the version before merges it.
    await queryRows(app, sql`update users set user_metadata = user_metadata || '{"city": "Mainz"}' where id = ${id}`);
    expect(await accountData.readMetadata(db, id)).toMatchObject({ first_name: 'Ottilie', city: 'Mainz' });
    await db.transaction((tx) => vault.shred(tx, `user:${id}`));
    expect(await accountData.readMetadata(db, id)).toEqual({ city: 'Mainz' });
  });

  it('from before it was sealed is sealed once by a job, and reads the same', async () => {
    const { one, other } = await buildPair(app.features);
    await queryRows(
      app,
      sql`insert into blocks (user_id, blocked_id, name, at) values (${one.id}, ${other.id}, 'Ottilie', now())`,
    );
    await queryRows(
      app,
      sql`insert into audit_log (moderator_id, action, subject_id, reason, at) values (${one.id}, 'warn', ${other.id}, 'Was unkind', now())`,
    );
    await queryRows(
      app,
      sql`update users set user_metadata = '{"first_name": "Ottilie", "n": 1}' where id = ${one.id}`,
    );
    await queryRows(app, sql`update profiles set place_name = 'Trier, Germany' where user_id = ${one.id}`);
    const readTown = async () => (await app.features.profile.me(one.id)).place?.name;
    expect(await readTown()).toBe('Trier, Germany');
    await queryRows(
      app,
      sql`insert into identities (user_id, provider, provider_id, email, identity_data, created_at, updated_at) values
        (${one.id}, 'local', 'x', 'o@x.example', '{"sub": "x", "email_verified": true, "full_name": "Ottilie"}', now(), now())`,
    );
    const readAccount = async () => {
      const user = await app.features.auth.accounts.get(one.id);
      const { user_metadata, identities } = await presentUser(app.core, app.core.db, user);
      return { user_metadata, data: (identities as { identity_data: object }[]).map((row) => row.identity_data) };
    };
    const before = await readAccount();
    expect(before.user_metadata).toEqual({ first_name: 'Ottilie', n: 1 });
    expect(before.data).toContainEqual({ sub: 'x', email_verified: true, full_name: 'Ottilie' });
    const listNames = async () => (await app.call(getBlocks, { as: one })).ok().blocks.map(({ name }) => name);
    expect(await listNames()).toEqual(['Ottilie']);
    const { db } = app.core;
    expect(await listUnsealedColumns(db, SEALED_COLUMNS)).toEqual(SEALED_COLUMNS);
    // As on two nodes that start at once.
    for (let n = 0; n < 2; n++) await app.core.jobs.send('crypto.seal', {}, { singletonKey: 'once' });
    await app.drain();
    expect((await listUnsealedColumns(db, SEALED_COLUMNS)).map(({ table }) => table)).toContain('blocks');
    expect(await listNames()).toEqual(['Ottilie']);
    // A node of the version before is still running.
    await queryRows(app, sql`update blocks set name = 'Ottilie' where user_id = ${one.id}`);
    for (let n = 0; n < 2; n++) {
      app.clock.advance(HOUR_MS);
      await app.drain();
    }
    const stored = await queryRows(
      app,
      sql`select name from blocks where user_id = ${one.id} union all select reason from audit_log where moderator_id = ${one.id}
        union all select place_name from profiles where user_id = ${one.id}`,
    );
    expect(stored).toHaveLength(3);
    expect(await readAccount()).toEqual(before);
    expect(await readTown()).toBe('Trier, Germany');
    const records = await queryRows(
      app,
      sql`select user_metadata as record from users where id = ${one.id} union all
        select identity_data - 'sub' - 'email_verified' from identities where user_id = ${one.id} and provider = 'local'`,
    );
    const isSealed = { sealed: expect.stringMatching(new RegExp(`^${SEALED_PREFIX}`)) };
    expect(records).toEqual([{ record: isSealed }, { record: isSealed }]);
    for (const { name } of stored) expect(name).toMatch(new RegExp(`^${SEALED_PREFIX}`));
    expect(await listUnsealedColumns(db, SEALED_COLUMNS)).toEqual([]);
  });
});
