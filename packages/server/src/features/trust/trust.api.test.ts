import { DEFAULT_TRUST_SCORE } from '@soulsight/contract/limits';
import { getNotifications } from '@soulsight/contract/notifications';
import { getMe } from '@soulsight/contract/profile';
import { DAY_MS } from '@soulsight/contract/time';
import { getTrustProfile, postTrustVerify } from '@soulsight/contract/trust';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { signInAgain } from '../../testing/test-users.ts';
import { type BuiltAccount, buildAccount } from '../auth/auth.builders.ts';
import { factors } from '../auth/auth.tables.ts';
import type { TrustEvent } from './trust.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const getProfile = async (as: BuiltAccount) => (await app.call(getTrustProfile, { as })).ok();
const applyEvent = (event: TrustEvent) => app.database.db.transaction((tx) => app.features.trust.applyEvent(tx, event));
const verify = (as: BuiltAccount | null, kind: 'email' | 'phone' | 'photo') =>
  app.call(postTrustVerify, { as, body: { kind } });

describe('the trust score', () => {
  it('[1.6] is 85 and new without evidence', async () => {
    const ann = await buildAccount(app.features.auth, { verified: false });
    expect(await getProfile(ann)).toEqual({
      trust_score: DEFAULT_TRUST_SCORE,
      is_new: true,
      verifications: { email: false, phone: false, photo: false },
      selfie: { status: 'none', refusal: null },
      changes: [],
    });
    const scores = await app.features.trust.getScores([ann.id]);
    expect(scores.get(ann.id)).toEqual({ trust_score: 85, is_new: true });
  });

  it('[7.24] requires a session', async () => {
    (await app.call(getTrustProfile)).refused('not_signed_in');
    (await verify(null, 'email')).refused('not_signed_in');
  });

  it('changes once for a verified email, with a reason', async () => {
    const ann = await buildAccount(app.features.auth);
    const profile = await getProfile(ann);
    expect(profile).toMatchObject({ is_new: false, verifications: { email: true } });
    expect(profile.trust_score).toBeGreaterThan(85);
    expect(profile.changes).toEqual([
      { at: expect.any(String), points: profile.trust_score - 85, reason: 'You verified your email address.' },
    ]);
    expect((await app.call(getMe, { as: ann })).ok()).toMatchObject({
      trust_score: profile.trust_score,
      trust_is_new: false,
    });
    expect((await verify(ann, 'email')).ok()).toMatchObject({ status: 'verified' });
    expect((await getProfile(ann)).changes).toHaveLength(1);
  });

  it('changes once for each cause and subject, also under concurrency', async () => {
    const ann = await buildAccount(app.features.auth, { verified: false });
    const event = { userId: ann.id, cause: 'reveal_kept', subjectId: 'match-1' } as const;
    const applied = await Promise.all([applyEvent(event), applyEvent(event), applyEvent(event)]);
    expect(applied.filter(Boolean)).toHaveLength(1);
    expect(await applyEvent({ ...event, subjectId: 'match-2' })).toBe(true);
    expect((await getProfile(ann)).changes).toHaveLength(2);
  });

  it('falls with an upheld report, with a reason, recovers over time, and can be reverted', async () => {
    let ann = await buildAccount(app.features.auth, { verified: false });
    const report = { userId: ann.id, cause: 'report_upheld', subjectId: 'report-1' } as const;
    await applyEvent(report);
    const fallen = (await getProfile(ann)).trust_score;
    expect(fallen).toBeLessThan(85);
    const { notifications } = (await app.call(getNotifications, { as: ann })).ok();
    expect(notifications[0]).toMatchObject({ kind: 'trust', body: 'A moderator upheld a report about you.' });
    app.clock.advance(365 * DAY_MS);
    ann = { ...ann, ...(await signInAgain(app, ann)) };
    const later = (await getProfile(ann)).trust_score;
    expect(later).toBeGreaterThan(fallen);
    expect(later).toBeLessThan(85);
    await app.database.db.transaction((tx) => app.features.trust.revertEvent(tx, report));
    expect(await getProfile(ann)).toMatchObject({ trust_score: 85, is_new: true, changes: [] });
  });

  it('does not move by waiting: neither a newcomer nor a verified user gains by the age of an account', async () => {
    const users = [await buildAccount(app.features.auth, { verified: false }), await buildAccount(app.features.auth)];
    const scores = async () => {
      const found = await app.features.trust.getScores(users.map(({ id }) => id));
      return users.map(({ id }) => found.get(id)?.trust_score ?? 0);
    };
    const before = await scores();
    for (let month = 0; month < 14; month++) {
      app.clock.advance(31 * DAY_MS);
      await app.drain();
    }
    expect(await app.features.trust.getProfile(users[0]?.id ?? '')).toMatchObject({ trust_score: 85, is_new: true });
    expect((await scores()).every((score, n) => score <= (before[n] ?? 0))).toBe(true);
  });
});

describe('verification', () => {
  it('of a phone counts when it was confirmed as a second step', async () => {
    const ann = await buildAccount(app.features.auth);
    const at = new Date();
    const phone = {
      userId: ann.id,
      factorType: 'phone' as const,
      phone: '4915123456789',
      createdAt: at,
      updatedAt: at,
    };
    await app.database.db.insert(factors).values(phone);
    expect((await verify(ann, 'phone')).ok()).toMatchObject({
      status: 'needs_action',
      detail: expect.stringContaining('second step'),
    });
    await app.database.db.update(factors).set({ status: 'verified' }).where(eq(factors.userId, ann.id));
    expect((await app.features.trust.getProfile(ann.id)).verifications.phone).toBe(true);
  });

  it('of a phone explains what to do, and follows the auth service', async () => {
    const ann = await buildAccount(app.features.auth);
    expect((await verify(ann, 'phone')).ok()).toMatchObject({ status: 'needs_action' });
    await app.database.db.execute(
      sql`update users set phone = ${`+49${Date.now()}`}, phone_confirmed_at = now() where id = ${ann.id}`,
    );
    app.clock.advance(1_000);
    const { status, profile } = (await verify(ann, 'phone')).ok();
    expect(status).toBe('verified');
    expect(profile.verifications.phone).toBe(true);
    expect(profile.changes[0]?.reason).toBe('You verified your phone number.');
  });
});
