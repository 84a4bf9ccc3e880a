import { ITEMS } from '@soulsight/affinity/questionnaire';
import { getBgpQuestions, postBgpQuestions } from '@soulsight/contract/bgp';
import { TERMS_VERSION } from '@soulsight/contract/limits';
import { getNotificationSettings, putNotificationSettings } from '@soulsight/contract/notifications';
import { getMe, patchMe } from '@soulsight/contract/profile';
import { getContactBlocks, postContactBlock } from '@soulsight/contract/safety';
import { postPaymentMethod, postPlan } from '@soulsight/contract/subscription';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from '../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { CLAIMED_TABLES } from './claimed-account.ts';

const CLIENT = { ip: '203.0.113.7', userAgent: null };
const REDIRECT = { challenge: null, redirectTo: 'http://localhost:3000' };
const MINUTES_MS = 120_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
afterAll(() => app.stop());

function signUp(email: string, password: string, first_name: string) {
  app.clock.advance(MINUTES_MS);
  const metadata = { first_name, birth_date: '1980-01-02', terms_version: TERMS_VERSION, behavioural_analysis: true };
  return app.features.auth.signUps.signUp({ email, password, metadata, ...REDIRECT }, CLIENT);
}

const readCode = (email: string) => /\b\d{6}\b/.exec(app.mails(email)[0]?.text ?? '')?.[0] ?? '';

/** Somebody who signed up with another person's address fills the profile before the owner notices. */
async function squat() {
  const email = `${crypto.randomUUID()}@people.example`;
  await signUp(email, 'the squatter chose this one', 'Squatter');
  const signedIn = await app.features.auth.signIns.byPassword(
    { email, password: 'the squatter chose this one' },
    CLIENT,
  );
  const as = { id: signedIn.user.id, token: signedIn.access_token };
  const prompts = [{ key: 'sunday' as const, answer: 'Spoken by somebody else.' }];
  (await app.call(patchMe, { as, body: { work: 'Nonsense', gender: 'man', interests: ['Spam'], prompts } })).ok();
  const answers = ITEMS.slice(0, 3).map(({ id }) => ({ id, answer: 5 }));
  (await app.call(postBgpQuestions, { as, body: { answers } })).ok();
  const picture = sharp({ create: { width: 640, height: 640, channels: 3, background: '#a05030' } });
  await app.features.photos.add(as.id, await picture.jpeg().toBuffer());
  (await app.call(postContactBlock, { as, body: { contact: 'the-love-of-your-life@people.example' } })).ok();
  const settings = (await app.call(getNotificationSettings, { as })).ok();
  (
    await app.call(putNotificationSettings, { as, body: { ...settings, quiet_hours: { from: '22:00', to: '07:00' } } })
  ).ok();
  return { email, id: as.id, as };
}

async function readProfile(email: string, type: 'signup' | 'recovery') {
  const session = await app.features.auth.verifications.code(email, readCode(email), type, CLIENT);
  if (session.kind !== 'session') throw new Error('no session');
  const as = { id: session.session.user.id, token: session.session.access_token };
  await app.drain();
  const { questions } = (await app.call(getBgpQuestions, { as })).ok();
  return {
    id: as.id,
    as,
    me: (await app.call(getMe, { as })).ok(),
    answered: questions.filter((q) => q.answer !== null),
  };
}

const EMPTY = { isVerified: true, work: null, gender: null, interests: [], prompts: [], photos: [] };

describe('the profile of an account that somebody else had created', () => {
  it('is empty for the owner who recovers the password', async () => {
    const { email, id } = await squat();
    await app.features.auth.mailRequests.recover({ email, ...REDIRECT }, CLIENT);
    const owner = await readProfile(email, 'recovery');
    expect(owner.id).toBe(id);
    expect(owner.me).toMatchObject({ ...EMPTY, firstName: null, birth_date: null });
    expect(owner.me.consents).toEqual({ terms_version: null, behavioural_analysis: false });
    expect(owner.answered).toEqual([]);
  });

  it('has only what the owner gave in a later sign-up', async () => {
    const { email } = await squat();
    await signUp(email, 'a quiet orchard at dusk', 'Owner');
    const owner = await readProfile(email, 'signup');
    expect(owner.me).toMatchObject({ ...EMPTY, firstName: 'Owner', birth_date: '1980-01-02' });
    expect(owner.me.consents).toEqual({ terms_version: TERMS_VERSION, behavioural_analysis: true });
    expect(owner.answered).toEqual([]);
  });
});

describe('an account that somebody else had created', () => {
  it('has no rows of the squatter in any table once the owner has the account', async () => {
    const { email, id } = await squat();
    await app.features.auth.mailRequests.recover({ email, ...REDIRECT }, CLIENT);
    const { as } = await readProfile(email, 'recovery');
    expect((await app.call(getContactBlocks, { as })).ok().contacts).toEqual([]);
    for (const table of [...CLAIMED_TABLES.erased, ...CLAIMED_TABLES.none]) {
      const rows = await queryRows(app, sql`select * from ${sql.identifier(table)} where user_id = ${id}`);
      const begun = table.startsWith('trust_') ? ['email_verified', undefined] : [];
      for (const row of rows) expect(begun, `${table} ${JSON.stringify(row)}`).toContain(row.cause);
    }
  });

  it('has no cards, invoices and plan of theirs, which earlier versions sold to unconfirmed accounts', async () => {
    const { email, id } = await squat();
    const card = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2099, cvc: '123' };
    const { subscription } = app.features;
    await subscription.buy(id, { offer: 'premium_monthly', card, idempotency_key: crypto.randomUUID() });
    expect(await subscription.getPlan(id)).toBe('premium');
    await app.features.auth.mailRequests.recover({ email, ...REDIRECT }, CLIENT);
    await readProfile(email, 'recovery');
    expect(await subscription.getPlan(id)).toBe('free');
    expect([await subscription.getCards(id), await subscription.getInvoices(id)]).toEqual([[], []]);
  });

  it('cannot pay before the address is confirmed, so nobody pays for the account of another person', async () => {
    const { as } = await squat();
    const card = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2099, cvc: '123' };
    const purchase = { offer: 'premium_monthly' as const, card, idempotency_key: crypto.randomUUID() };
    (await app.call(postPlan, { as, body: purchase })).refused('email_not_verified');
    (await app.call(postPaymentMethod, { as, body: { card } })).refused('email_not_verified');
  });

  it('lists every table that has a user', async () => {
    const rows = await queryRows(
      app,
      sql`select distinct c.conrelid::regclass::text as name from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.confrelid = 'users'::regclass and a.attname = 'user_id'`,
    );
    const known = Object.values(CLAIMED_TABLES).flat().sort();
    expect(rows.map(({ name }) => name).sort()).toEqual(known);
  });
});
