import { randomUUID } from 'node:crypto';
import { postBgpQuestions } from '@soulsight/contract/bgp';
import { getExport } from '@soulsight/contract/profile';
import { postContactBlock, postInquiry, postReport } from '@soulsight/contract/safety';
import { postPlan } from '@soulsight/contract/subscription';
import { type SQL, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltUser, buildPair } from '../features/demo/builders/user.builder.ts';
import { queryRows } from '../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

// biome-ignore lint/suspicious/noExplicitAny: the export is plain data of many shapes
type Files = Record<string, any>;
type Exported = { rows: (files: Files) => unknown[]; mine?: SQL };

const own = (rows: Exported['rows'], mine?: SQL): Exported => ({ rows, ...(mine && { mine }) });
const only = (row: (files: Files) => unknown) => own((files) => [row(files)]);

/** Every table that refers to a user: where the export has its rows, or why it has none. `mine` are the rows of the user. */
const TABLES: Record<string, Exported | string> = {
  users: only(({ account }) => account.account),
  identities: own(({ account }) => account.identities),
  sessions: own(({ account }) => account.sessions),
  factors: own(({ account }) => account.second_factors),
  passkeys: own(({ account }) => account.passkeys),
  sign_in_networks: own(({ account }) => account.networks),
  one_time_tokens: 'hashes of mailed codes, which expire within a day',
  flow_states: 'the halves of a sign-in that is under way, for minutes',
  passkey_challenges: 'questions to a passkey, for minutes',
  profiles: only(({ profile }) => profile),
  profile_prompts: own(({ profile }) => profile.prompts),
  photos: own((files) => Object.keys(files).filter((name) => name.startsWith('photos/') && name !== 'photos/selfie')),
  discovery: 'what the search needs of profile and behaviour, copied from them',
  bgp_profiles: only(({ behaviour }) => ({ ...behaviour, ...behaviour.profile })),
  bgp_answers: own(({ behaviour }) => behaviour.answers),
  bgp_events: own(({ behaviour }) => behaviour.events),
  bgp_evolution: own(({ behaviour }) => behaviour.evolution),
  matches: own(({ matches }) => matches),
  match_sides: own(({ matches }) => matches),
  open_likes: own(({ matches }) => matches.filter((match: Files) => match.let_know_at !== null)),
  daily_usage: own(({ introductions }) => introductions),
  conversation_members: own(({ conversations }) => conversations),
  messages: own(({ conversations }) =>
    conversations.flatMap((conversation: Files) => conversation.messages.filter((message: Files) => message.mine)),
  ),
  reveal_requests: own(({ reveals }) => reveals),
  reveals: 'the stage of a pair, which both see in their match; the requests that led there are exported',
  feedback: own(({ feedback }) => feedback.given),
  icebreaker_answers: own(({ icebreakers }) => icebreakers),
  wingman_suggestions: own(({ wingman }) => wingman.filter((row: Files) => 'because' in row)),
  wingman_model_calls: own(({ wingman }) => wingman.filter((row: Files) => 'sent_to_model' in row)),
  trust_profiles: only(({ trust }) => ({ ...trust, ...trust.verifications })),
  trust_changes: own(({ trust }) => trust.changes),
  selfie_checks: only(({ trust }) => trust.selfie),
  subscriptions: only(({ subscription }) => subscription.subscription),
  payment_methods: own(({ subscription }) => subscription.cards),
  invoices: own(({ subscription }) => subscription.invoices),
  notifications: own(({ notifications }) => notifications.notifications),
  notification_settings: only(({ notifications }) => notifications.settings),
  push_subscriptions: own(({ notifications }) => notifications.browsers),
  blocks: own(({ safety }) => safety.blocked),
  contact_blocks: own(({ safety }) => safety.blocked_contacts),
  account_marks: own(({ safety }) => safety.marks),
  sanctions: own(({ safety }) => safety.decisions),
  inquiries: own(({ safety }) => safety.messages_to_the_team),
  reports: own(({ safety }) => safety.reports),
  audit_log: 'what moderators did: what concerns the user is a sanction',
};

const OURS = 'a number or time of ours, which says nothing about the user';
const COUNTED = 'a state of the counting, for us';
const OTHERS = 'about the other user';
const CHECKED = 'what a secret or a contact is compared with; it cannot be read';
const BOTH = 'of the pair, which both see in the app';

/** Exported under another name. */
const as = (name: string) => ({ as: name });

/** The columns of exported tables that the export has under another name, or why it leaves them out. Ids are left out everywhere. */
const COLUMNS: Record<string, Record<string, string | ReturnType<typeof as>>> = {
  users: {
    encrypted_password: 'a secret',
    confirmation_sent_at: OURS,
    recovery_sent_at: OURS,
    email_change_sent_at: OURS,
    email_change_agreed: 'which half of a change of the email is confirmed, for a day',
    reauthentication_sent_at: OURS,
    app_metadata: 'the providers, which are the identities',
    role: OURS,
    is_demo: 'false for everybody who can export',
    is_ready_account: 'false for everybody but the accounts of a demo',
    deleted_at: 'who is deleted cannot export; until then it is in the profile as the day of deletion',
    epoch: OURS,
  },
  identities: { updated_at: OURS },
  sessions: { aal: 'follows from how the user signed in', factor_id: OURS, passkey_id: OURS, identity_id: OURS },
  factors: {
    friendly_name: as('name'),
    factor_type: as('type'),
    secret: 'a secret',
    webauthn: 'the public half of a key',
    last_challenged_at: OURS,
    last_step: OURS,
    failures: OURS,
    locked_until: OURS,
    updated_at: OURS,
  },
  passkeys: { friendly_name: as('name'), credential_id: OURS, credential: 'the public half of a key' },
  sign_in_networks: { network_hash: CHECKED, last_at: as('last_signed_in_at') },
  profiles: {
    aura_seed: as('aura'),
    wants_genders: as('wishes'),
    wants_age_min: as('wishes'),
    wants_age_max: as('wishes'),
    wants_distance_km: as('wishes'),
    wants_intents: as('wishes'),
    wants_photos_checked: as('filters'),
    wants_recently_active: as('filters'),
    lat: as('place'),
    lon: as('place'),
    place_name: as('place'),
    place_changes: OURS,
    place_salt: OURS,
    search_changed_at: OURS,
    terms_version: as('consents'),
    updated_at: OURS,
  },
  profile_prompts: { position: 'the order in which they stand' },
  bgp_profiles: {
    means: as('readings'),
    variances: as('readings'),
    behaviour_means: as('readings'),
    behaviour_variances: as('readings'),
    matching_means: as('readings'),
    matching_variances: as('readings'),
    analysis: as('analysis'),
    a: as('choosing'),
    va: as('choosing'),
    b: COUNTED,
    vb: COUNTED,
    preference: as('choosing'),
    offer: 'the readings, as the search needs them',
    seek: 'the readings, as the search needs them',
    version: COUNTED,
    forgotten_at: OURS,
    created_at: as('creation_date'),
    updated_at: as('last_activity'),
    tally: as('behaviour'),
    seen: COUNTED,
  },
  bgp_answers: { item_id: as('id'), at: OURS },
  bgp_events: { weighs: COUNTED, subject_id: as('subject'), applied: COUNTED, at: as('timestamp') },
  bgp_evolution: { from_value: as('from'), to_value: as('to') },
  matches: {
    lo: OTHERS,
    hi: OTHERS,
    state: BOTH,
    closed_because: 'tells what the other user decided',
    closed_by: 'tells what the other user decided',
    compatibility_score: BOTH,
    emotional_connection_score: BOTH,
    emotional_connection_expected: COUNTED,
    mutual_at: BOTH,
    created_at: as('shown_at'),
    updated_at: OURS,
  },
  match_sides: {
    other_id: OTHERS,
    propensity: COUNTED,
    learned_at: COUNTED,
    age_band: OTHERS,
    distance_band: OTHERS,
    own_shift: COUNTED,
    own_variance: COUNTED,
  },
  open_likes: { other_id: OTHERS, told_at: as('let_know_at'), withdrawn_at: COUNTED, excluded_at: COUNTED },
  daily_usage: { matches: as('introductions') },
  conversation_members: {
    other_id: OTHERS,
    delivered_seq: OURS,
    read_seq: 'how far the user has read, which the app shows',
    shown_read_seq: 'how far the user has read, which the app shows',
    started_by_me: 'whose message is the first',
  },
  messages: {
    seq: 'the order in which they stand',
    sender_id: as('mine'),
    message_type: 'text, always',
    created_at: as('at'),
    deleted_at: 'a deleted message has no content',
  },
  reveal_requests: { requester_id: OURS, decided_at: 'when the other user answered, or of a step back its own time' },
  feedback: { rater_id: OURS, rated_id: OTHERS },
  wingman_suggestions: { request_id: OURS, created_at: as('at') },
  wingman_model_calls: {
    request_id: OURS,
    day: as('at'),
    sent: as('sent_to_model'),
    written: as('written_by_model'),
    tokens: OURS,
    cost_micro: OURS,
    created_at: as('at'),
  },
  trust_profiles: {
    alpha: as('trust_score'),
    beta: as('trust_score'),
    photo_verified: as('photo'),
    faded_at: OURS,
    updated_at: OURS,
  },
  trust_changes: { cause: as('reason'), subject_id: OTHERS },
  selfie_checks: {
    pose: 'what the picture had to show',
    expires_at: OURS,
    picture: 'photos/selfie',
    submitted_at: OURS,
  },
  notification_settings: { settings: as('kinds') },
  blocks: { blocked_id: OTHERS },
  contact_blocks: { digest: CHECKED },
  account_marks: { digest: CHECKED },
  sanctions: {
    report_id: OURS,
    moderator_id: 'who decided',
    appeal_text: as('appeal'),
    appeal_answer: as('answer'),
  },
  inquiries: { sender: 'a digest for the daily limit', content: as('text') },
  reports: { reporter_id: OURS, subject_id: OTHERS, created_at: as('at'), decided_at: OURS, severity: OURS },
};
/** Whose rows are not objects: the files of the pictures. */
const FILES = ['photos'];
const IDS = ['id', 'user_id', 'match_id', 'conversation_id'];

/** The columns by which a table without a foreign key refers to users, and others. Rows that somebody else made about the user are that person's. */
const OWNERS = sql`('user_id', 'sender_id', 'requester_id', 'reporter_id', 'rater_id', 'moderator_id', 'lo', 'stepped_back_by')`;
const OWNER_COLUMN: Record<string, string> = {
  users: 'id',
  messages: 'sender_id',
  reveal_requests: 'requester_id',
  reports: 'reporter_id',
  feedback: 'rater_id',
};

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

/** Somebody with rows in every table. */
async function buildFullUser(): Promise<BuiltUser> {
  const { one, other, matchId } = await buildPair(app.features, {});
  const as = one;
  const { id } = await app.features.chat.start(one.id, matchId);
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#4a4' } });
  await app.features.photos.add(one.id, await picture.jpeg().toBuffer());
  (await app.call(postBgpQuestions, { as, body: { answers: [{ id: 'mini-ipip-1', answer: 4 }] } })).ok();
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };
  (await app.call(postPlan, { as, body: { offer: 'premium_monthly', card, idempotency_key: randomUUID() } })).ok();
  for (const userId of [one.id, other.id])
    await app.features.chat.send({ userId, conversationId: id, content: 'Do you sail?', messageId: randomUUID() });
  (await app.call(postContactBlock, { as, body: { contact: 'once@people.example' } })).ok();
  (await app.call(postReport, { as, params: { id: other.id }, body: { category: 'other', details: 'Rude.' } })).ok();
  const message = { email: one.email, topic: 'support' as const, text: 'A question about my account.' };
  (await app.call(postInquiry, { as, body: message })).ok();
  const settings = await app.features.notifications.getSettings(one.id);
  const onlyMail = { app: false, push: false, mail: true };
  await app.features.notifications.saveSettings(one.id, { ...settings, kinds: { ...settings.kinds, trust: onlyMail } });
  await app.drain();
  const notice = { kind: 'trust' as const, title: 'By mail', body: 'Only', href: '/trust', groupKey: 'mail' };
  await app.core.db.transaction((tx) => app.features.notifications.notify(tx, { userId: one.id, ...notice }));
  const { question } = await app.features.icebreaker.getState(one.id, matchId);
  await app.features.icebreaker.answer(one.id, matchId, { question: question?.id ?? '', choice: 1 });
  const written = { drafts: [{ kind: 'reply', text: 'I do!', because: 'It fits.' }] };
  const sealed = await app.core.vault.sealMany(app.core.db, `user:${one.id}`, ['they: Do you sail?', written]);
  for (const statement of listRawRows(one.id, other.id, matchId, sealed)) await app.core.db.execute(statement);
  return one;
}

/** Rows that would need a provider, a device, a moderator or time. */
function listRawRows(me: string, other: string, match: string, [sent, written]: Buffer[]): SQL[] {
  return [
    sql`insert into sign_in_networks (user_id, network_hash, last_at) values (${me}, 'a', now())`,
    sql`insert into identities (user_id, provider, provider_id, created_at, updated_at) values (${me}, 'google', 'g1', now(), now())`,
    sql`insert into factors (user_id, factor_type, created_at, updated_at) values (${me}, 'totp', now(), now())`,
    sql`insert into passkeys (user_id, friendly_name, credential_id, credential, created_at) values (${me}, 'Key', 'k', '{}', now())`,
    sql`insert into daily_usage (user_id, day, matches) values (${me}, '2020-01-02', 3)`,
    sql`insert into open_likes (match_id, user_id, other_id, told_at) values (${match}, ${me}, ${other}, now())`,
    sql`insert into reveal_requests (match_id, requester_id, stage, status, created_at) values (${match}, ${me}, 1, 'expired', now())`,
    sql`insert into feedback (match_id, rater_id, rated_id, occasion, at) values (${match}, ${me}, ${other}, 'talked', now())`,
    sql`insert into wingman_model_calls (user_id, match_id, request_id, day, sent, written, status, tokens, cost_micro, created_at)
      values (${me}, ${match}, gen_random_uuid(), '2020-01-02', ${sent}, ${written}, 'answered', 1, 1, now())`,
    sql`insert into wingman_suggestions (user_id, match_id, kind, text, because, created_at)
      values (${me}, ${match}, 'reply', ${sent}, 'It fits.', now())`,
    sql`insert into selfie_checks (user_id, pose, expires_at, refusal) values (${me}, 'hand', now(), 'unclear')`,
    sql`insert into push_subscriptions (user_id, endpoint, keys, created_at) values (${me}, 'https://push.example/1', '{}', now())`,
    sql`insert into blocks (user_id, blocked_id, name, at) values (${me}, ${other}, 'Once', now())`,
    sql`insert into account_marks (user_id, kind, digest, at) values (${me}, 'network', 'd', now()) on conflict do nothing`,
    sql`insert into sanctions (user_id, report_id, action, reason, at) values (${me}, gen_random_uuid(), 'warn', 'Be kind.', now())`,
    sql`insert into bgp_evolution (user_id, trait, from_value, to_value, because, at) select ${me}, 'openness', 40, 50 + n, 'a test', now()
      from generate_series(1, 70) n`,
  ];
}

it('no table that refers to a user is unknown to the test of the data export', async () => {
  const rows = await queryRows(
    app,
    sql`select distinct table_name from information_schema.columns
      where table_schema = 'public' and (column_name in ${OWNERS} or table_name = 'users')
      union select conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`,
  );
  expect(rows.map((row) => row.table_name).sort()).toEqual(Object.keys(TABLES).sort());
});

it('[7.26] the data export has every row about its user, and each column, except what is left out for a reason', async () => {
  const as = await buildFullUser();
  const zipped = unzipSync((await app.call(getExport, { as })).raw.rawPayload);
  const files: Files = {};
  for (const [name, bytes] of Object.entries(zipped))
    files[name.replace(/\.\w+$/, '')] = name.endsWith('.json') ? JSON.parse(strFromU8(bytes)) : bytes;
  const stored: Record<string, number> = {};
  const exported: Record<string, number> = {};
  const missing: string[] = [];
  for (const [table, place] of Object.entries(TABLES)) {
    if (typeof place === 'string') continue;
    const owner = sql.identifier(OWNER_COLUMN[table] ?? 'user_id');
    const mine = table === 'matches' ? sql`${as.id} in (lo, hi)` : sql`${owner} = ${as.id}`;
    const [row] = await queryRows(app, sql`select count(*)::int as n from ${sql.identifier(table)} where ${mine}`);
    const rows = place.rows(files).filter((part) => part !== undefined && part !== null);
    stored[table] = Number(row?.n);
    exported[table] = rows.length;
    if (!FILES.includes(table)) missing.push(...(await listMissingColumns(table, rows as object[])));
  }
  expect(Object.entries(stored).filter(([, n]) => n === 0)).toEqual([]);
  expect(exported).toEqual(stored);
  expect(missing).toEqual([]);
  expect(files.wingman).toContainEqual(
    expect.objectContaining({ written_by_model: [expect.objectContaining({ text: 'I do!' })] }),
  );
});

/** The columns that no exported row has, and no reason leaves out; also reasons and names for columns that do not exist. */
async function listMissingColumns(table: string, rows: object[]): Promise<string[]> {
  const found = await queryRows(
    app,
    sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
  );
  const columns = found.map(({ name }) => String(name));
  const named = COLUMNS[table] ?? {};
  const keys = new Set(rows.flatMap((row) => Object.keys(row)).map(toPlainName));
  const isExported = (column: string) => {
    const place = named[column] ?? { as: column };
    return typeof place === 'string' || keys.has(toPlainName(place.as));
  };
  return [
    ...columns.filter((column) => !IDS.includes(column) && !isExported(column)),
    ...Object.keys(named).filter((column) => !columns.includes(column)),
  ].map((column) => `${table}.${column}`);
}

/** The same for `createdAt` and `created_at`. */
const toPlainName = (name: string) => name.replaceAll('_', '').toLowerCase();
