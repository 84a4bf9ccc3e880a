import { randomUUID } from 'node:crypto';
import { postAuthForgotPassword } from '@soulsight/contract/auth';
import { postBgpQuestions } from '@soulsight/contract/bgp';
import { DELETION_GRACE_MS } from '@soulsight/contract/limits';
import { getMatches } from '@soulsight/contract/match';
import { getExport, getMe, postDeleteMe, postRestoreMe } from '@soulsight/contract/profile';
import { postReport } from '@soulsight/contract/safety';
import { postPlan } from '@soulsight/contract/subscription';
import { MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queryRows } from '../../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type BuiltUser, buildPair, buildUser } from '../../demo/builders/user.builder.ts';
import { PAYER_JOB } from '../../subscription/cancellation/payer-removal.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };
const photo = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#4a4' } })
    .jpeg()
    .toBuffer();
const signInAgain = async ({ id }: BuiltUser) => ({
  token: (
    await app.database.db.transaction((tx) =>
      app.features.auth.sessions.open(tx, id, 'password', { ip: '127.0.0.1', userAgent: null }),
    )
  ).access_token,
});
const requestDeletion = (as: BuiltUser | null, body: object = { confirm: 'DELETE' }) =>
  app.call(postDeleteMe, { as, body: body as never });

describe('the data export', () => {
  it('contains everything as decrypted JSON, with the photos, and nothing about anyone else', async () => {
    const { one, other, matchId } = await buildPair(app.features, {
      one: { firstName: 'Arwen' },
      other: { firstName: 'Boromir' },
    });
    await app.features.photos.add(one.id, await photo());
    const { id } = await app.features.chat.start(one.id, matchId);
    const send = (from: BuiltUser, content: string) =>
      app.features.chat.send({ userId: from.id, conversationId: id, content, messageId: randomUUID() });
    await send(one, 'Do you sail?');
    await send(other, 'Only in the bath.');
    const answers = [{ id: 'mini-ipip-1', answer: 4 }];
    (await app.call(postBgpQuestions, { as: one, body: { answers } })).ok();
    const body = { offer: 'premium_monthly' as const, card: CARD, idempotency_key: randomUUID() };
    (await app.call(postPlan, { as: one, body })).ok();
    const report = { category: 'other' as const, details: 'He sailed off with my towel.' };
    (await app.call(postReport, { as: one, params: { id: other.id }, body: report })).ok();
    await app.drain();
    const answer = await app.call(getExport, { as: one });
    expect(answer.raw.headers['content-type']).toBe('application/zip');
    const files = unzipSync(answer.raw.rawPayload);
    const names = Object.keys(files).sort();
    expect(names).toEqual(
      [
        'account.json',
        'behaviour.json',
        'conversations.json',
        'feedback.json',
        'icebreakers.json',
        'introductions.json',
        'matches.json',
        'notifications.json',
        'photos/1.jpg',
        'profile.json',
        'reveals.json',
        'safety.json',
        'subscription.json',
        'trust.json',
        'wingman.json',
      ].sort(),
    );
    const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(read('profile.json')).toContain('Arwen');
    expect(read('conversations.json')).toContain('Do you sail?');
    expect(read('behaviour.json')).toContain('mini-ipip-1');
    expect(JSON.parse(read('behaviour.json')).events.length).toBeGreaterThan(0);
    expect(read('subscription.json')).toContain('4242');
    expect(read('safety.json')).toContain('my towel');
    expect(read('account.json')).toContain(one.email);
    const all = names.map(read).join('');
    for (const secret of ['Boromir', other.email, 'encrypted_password', 'token_hash'])
      expect(all).not.toContain(secret);
    expect((await sharp(Buffer.from(files['photos/1.jpg'] ?? [])).metadata()).width).toBe(300);
  });

  it('requires a session', async () => {
    (await app.call(getExport)).refused('not_signed_in');
  });
});

describe('deleting an account', () => {
  it('requires a session and the word DELETE', async () => {
    const ann = await buildUser(app.features);
    (await requestDeletion(null)).refused('not_signed_in');
    (await requestDeletion(ann, { confirm: 'delete' })).refused('validation_failed');
    (await requestDeletion(ann, {})).refused('validation_failed');
    (await app.call(getMe, { as: ann })).ok();
  });

  it('[7.26] locks it at once: sessions and sockets end, the user is hidden, matches close, premium is not renewed', async () => {
    const { one, other, matchId } = await buildPair(app.features);
    const body = { offer: 'premium_monthly' as const, card: CARD, idempotency_key: randomUUID() };
    (await app.call(postPlan, { as: one, body })).ok();
    const socket = await app.socket(one);
    await socket.next('auth_success');
    const { deletion_at } = (await requestDeletion(one, { confirm: 'DELETE', reason: 'found someone' })).ok();
    expect(Date.parse(deletion_at) - app.clock.now().getTime()).toBe(DELETION_GRACE_MS);
    expect(await socket.closed).toBe(1008);
    (await app.call(getMe, { as: one })).refused();
    const matches = (await app.call(getMatches, { as: other })).ok().matches;
    expect(matches.map(({ id }) => id)).not.toContain(matchId);
    const [row] = await queryRows(app, sql`select discoverable from profiles where user_id = ${one.id}`);
    expect(row?.discoverable).toBe(false);
    expect(await app.features.subscription.getCurrent(one.id)).toMatchObject({ cancel_at_period_end: true });
  });

  it('leaves who comes back what they had paid for, and renews nothing', async () => {
    const ann = await buildUser(app.features);
    const body = { offer: 'premium_yearly' as const, card: CARD, idempotency_key: randomUUID() };
    const { subscription: bought } = (await app.call(postPlan, { as: ann, body })).ok();
    (await requestDeletion(ann)).ok();
    app.clock.advance(5 * MINUTE_MS);
    const again = await signInAgain(ann);
    (await app.call(postRestoreMe, { as: again })).ok();
    const kept = { plan: 'premium', current_period_end: bought.current_period_end, cancel_at_period_end: true };
    expect(await app.features.subscription.getCurrent(ann.id)).toMatchObject(kept);
    app.clock.advance(Date.parse(bought.current_period_end ?? '') - app.clock.now().getTime());
    await app.features.subscription.settleDue();
    expect(await app.features.subscription.getPlan(ann.id)).toBe('free');
    expect(await app.features.subscription.getInvoices(ann.id)).toHaveLength(1);
  });

  it('happens together with the end of the renewals, or not at all', async () => {
    const ann = await buildUser(app.features);
    const body = { offer: 'premium_monthly' as const, card: CARD, idempotency_key: randomUUID() };
    (await app.call(postPlan, { as: ann, body })).ok();
    const ending = vi.spyOn(app.features.subscription, 'stopRenewal').mockRejectedValueOnce(new Error('no answer'));
    try {
      expect((await requestDeletion(ann)).status).toBe(500);
      expect((await app.call(getMe, { as: ann })).ok().deletion_at).toBeNull();
      (await requestDeletion(ann)).ok();
    } finally {
      ending.mockRestore();
    }
    expect(await app.features.subscription.getCurrent(ann.id)).toMatchObject({ cancel_at_period_end: true });
  });

  it('deletes the reports about the user, with their keys', async () => {
    const { one, other } = await buildPair(app.features, {});
    const body = { category: 'other' as const, details: 'Rude.' };
    const { id } = (await app.call(postReport, { as: one, params: { id: other.id }, body })).ok();
    (await requestDeletion(other)).ok();
    app.clock.advance(DELETION_GRACE_MS);
    await app.features.privacy.eraseDue();
    expect(await queryRows(app, sql`select 1 from reports where id = ${id}`)).toEqual([]);
    expect(await queryRows(app, sql`select 1 from data_keys where owner = ${`report:${id}`}`)).toEqual([]);
  });

  it('continues with other accounts when one cannot be erased, and retries it', async () => {
    const [ann, ben] = [await buildUser(app.features), await buildUser(app.features)];
    await app.features.photos.add(ann.id, await photo());
    const [photoRow] = await queryRows(app, sql`select original from photos where user_id = ${ann.id}`);
    for (const user of [ann, ben]) {
      (await requestDeletion(user)).ok();
      app.clock.advance(1_000);
    }
    app.clock.advance(DELETION_GRACE_MS);
    const isThere = async ({ id }: BuiltUser) =>
      (await queryRows(app, sql`select 1 from users where id = ${id}`)).length > 0;
    const broken = vi.spyOn(app.core.storage, 'delete').mockRejectedValue(new Error('storage unavailable'));
    // The job fails, so that it is retried and an operator notices.
    await expect(app.features.privacy.eraseDue()).rejects.toThrow('1 accounts could not be erased');
    expect([await isThere(ann), await isThere(ben)]).toEqual([true, false]);
    // Ann is on the list of erased users, as after a restore.
    await expect(app.features.privacy.eraseAgain()).rejects.toThrow('1 accounts could not be erased');
    broken.mockRestore();
    await app.features.privacy.eraseDue();
    expect(await isThere(ann)).toBe(false);
    expect(await app.core.storage.get(String(photoRow?.original))).toBeNull();
  });

  it('erases rows, pictures and keys after 30 days and not before', async () => {
    const ann = await buildUser(app.features);
    await app.features.photos.add(ann.id, await photo());
    const [photoRow] = await queryRows(app, sql`select original from photos where user_id = ${ann.id}`);
    const [sealed] = await queryRows(app, sql`select first_name from profiles where user_id = ${ann.id}`);
    (await requestDeletion(ann)).ok();
    app.clock.advance(DELETION_GRACE_MS - 1);
    await app.features.privacy.eraseDue();
    expect(await queryRows(app, sql`select 1 from users where id = ${ann.id}`)).toHaveLength(1);
    app.clock.advance(1);
    await app.features.privacy.eraseDue();
    for (const table of ['profiles', 'photos', 'bgp_profiles', 'trust_profiles', 'notifications', 'sessions'])
      expect(await queryRows(app, sql`select 1 from ${sql.raw(table)} where user_id = ${ann.id}`)).toEqual([]);
    expect(await queryRows(app, sql`select 1 from users where id = ${ann.id}`)).toEqual([]);
    expect(await queryRows(app, sql`select 1 from data_keys where owner = ${`user:${ann.id}`}`)).toEqual([]);
    expect(await app.core.storage.get(String(photoRow?.original))).toBeNull();
    const bytes = Buffer.from(sealed?.first_name as Uint8Array);
    await expect(app.core.vault.open(app.database.db, `user:${ann.id}`, bytes, 'profiles.first_name')).rejects.toThrow(
      'cannot be read',
    );
  });

  it('also has the customer deleted at the payment gateway, with the cards: a job of the same transaction', async () => {
    const ann = await buildUser(app.features);
    const body = { offer: 'premium_monthly' as const, card: CARD, idempotency_key: randomUUID() };
    (await app.call(postPlan, { as: ann, body })).ok();
    await app.core.db.execute(sql`update subscriptions set gateway_customer = 'cus_ann' where user_id = ${ann.id}`);
    await app.features.privacy.erase(ann.id);
    const jobs = await queryRows(app, sql`select data from pgboss.job where name = ${PAYER_JOB}`);
    expect(jobs).toMatchObject([{ data: { userId: ann.id, customers: ['cus_ann'] } }]);
  });

  it('asks for the owner: a wrong or missing password deletes nothing', async () => {
    const ann = await buildUser(app.features, { password: 'a long enough password' });
    app.clock.advance(11 * MINUTE_MS);
    for (const password of [undefined, 'not this one'])
      (await requestDeletion(ann, { confirm: 'DELETE', ...(password && { password }) })).refused('validation_failed');
    (await app.call(getMe, { as: ann })).ok();
    (await requestDeletion(ann, { confirm: 'DELETE', password: 'a long enough password' })).ok();
    expect(app.mails(ann.email)[0]?.subject).toMatch(/will be deleted/);
  });

  it('can be undone by signing in within 30 days: until then the owner may do nothing else', async () => {
    const { one, other, matchId } = await buildPair(app.features);
    (await requestDeletion(one)).ok();
    app.clock.advance(DELETION_GRACE_MS - 60_000);
    const again = await signInAgain(one);
    const me = (await app.call(getMe, { as: again })).ok();
    expect(Date.parse(me.deletion_at ?? '') - app.clock.now().getTime()).toBe(60_000);
    (await app.call(getMatches, { as: again })).refused('account_leaving');
    (await app.call(postRestoreMe, { as: again })).ok();
    (await app.call(postRestoreMe, { as: again })).refused('conflict');
    expect((await app.call(getMe, { as: again })).ok().deletion_at).toBeNull();
    const { matches } = (await app.call(getMatches, { as: again })).ok();
    expect(matches.map(({ id }) => id)).not.toContain(matchId);
    app.clock.advance(2 * DELETION_GRACE_MS);
    await app.features.privacy.eraseDue();
    for (const { id } of [one, other])
      expect(await queryRows(app, sql`select 1 from users where id = ${id}`)).toHaveLength(1);
  });

  it('can be undone by an owner who does not know the password: a thief may have changed it', async () => {
    const ann = await buildUser(app.features);
    (await requestDeletion(ann)).ok();
    (await app.call(postAuthForgotPassword, { body: { email: ann.email } })).ok();
    const token = /Your code: (\d{6})/.exec(app.mails(ann.email)[0]?.text ?? '')?.[1];
    const payload = { type: 'recovery', email: ann.email, token };
    const verified = await app.http.inject({ method: 'POST', url: '/auth/v1/verify', payload });
    (await app.call(postRestoreMe, { as: { token: verified.json().access_token } })).ok();
  });

  it('cannot be undone after 30 days', async () => {
    const ann = await buildUser(app.features);
    (await requestDeletion(ann)).ok();
    app.clock.advance(DELETION_GRACE_MS);
    (await app.call(postAuthForgotPassword, { body: { email: ann.email } })).ok();
    expect(app.mails(ann.email)[0]?.subject).toMatch(/will be deleted/);
    await expect(signInAgain(ann)).rejects.toMatchObject({ code: 'user_banned' });
  });
});
