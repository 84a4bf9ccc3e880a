import { ITEMS } from '@soulsight/affinity/questionnaire';
import { getBgpQuestions, postBgpQuestions } from '@soulsight/contract/bgp';
import { ENOUGH_ANSWERS, TERMS_VERSION } from '@soulsight/contract/limits';
import {
  getMe,
  getPlaces,
  getPreferences,
  getPublicProfile,
  patchMe,
  putPreferences,
} from '@soulsight/contract/profile';
import { postReveal } from '@soulsight/contract/reveal';
import { toUtcDay } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS_DIR } from '../../core/db/migrate.ts';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildAccount } from '../auth/auth.builders.ts';
import { buildPair, buildUser } from '../demo/builders/user.builder.ts';
import { snapToGrid } from './places/place.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const PROMPTS = [
  { key: 'sunday' as const, answer: 'Long breakfast, longer walk.' },
  { key: 'learn' as const, answer: 'To dive.' },
  { key: 'laugh' as const, answer: 'The cat misses the sofa.' },
];
const MATCH_PREFERENCES = {
  genders: ['man' as const],
  age_range: { min: 25, max: 40 },
  max_distance_km: null,
  intents: ['long_term' as const, 'open_to_long_term' as const],
};

describe('the signed-in user', () => {
  it('[3.1] has the fields the app shell needs, a free plan and the default trust score', async () => {
    const ann = await buildAccount(app.features.auth, { verified: false });
    const me = (await app.call(getMe, { as: ann })).ok();
    expect(me).toMatchObject({
      id: ann.id,
      email: ann.email,
      firstName: null,
      isVerified: false,
      trust_score: 85,
      trust_is_new: true,
      subscription: { plan: 'free' },
      deletion_at: null,
      is_locked: false,
    });
    expect(me.aura.hues).toHaveLength(3);
  });

  it('has the data given at sign-up', async () => {
    const metadata = {
      first_name: 'Mira',
      birth_date: '1992-02-29',
      terms_version: TERMS_VERSION,
      behavioural_analysis: true,
      timezone: 'Europe/Berlin',
    };
    const mira = await buildAccount(app.features.auth, { metadata });
    const me = (await app.call(getMe, { as: mira })).ok();
    expect(me).toMatchObject({ firstName: 'Mira', name: 'Mira', birth_date: '1992-02-29', isVerified: true });
    expect(me.consents).toEqual({ terms_version: TERMS_VERSION, behavioural_analysis: true });
    expect(await app.features.profile.getTimezone(mira.id)).toBe('Europe/Berlin');
  });

  it('is refused without a session', async () => {
    (await app.call(getMe)).refused('not_signed_in');
    (await app.call(patchMe, { body: { paused: true } })).refused('not_signed_in');
    (await app.call(getPreferences)).refused('not_signed_in');
    (await app.call(getPlaces, { query: { q: 'ber' } })).refused('not_signed_in');
  });
});

describe('onboarding', () => {
  it('saves each step on its own and lists the missing ones', async () => {
    const ben = await buildAccount(app.features.auth, {
      metadata: { terms_version: TERMS_VERSION, behavioural_analysis: true },
    });
    const save = async (body: Parameters<typeof app.call<typeof patchMe>>[1]) =>
      (await app.call(patchMe, { as: ben, ...body })).ok().onboarding.missing;
    const basics = { first_name: ' Ben ', birth_date: '1990-05-06', gender: 'man', intent: 'long_term' } as const;
    expect((await app.call(getMe, { as: ben })).ok().onboarding.missing).toEqual([
      'basics',
      'wishes',
      'place',
      'prompts',
      'questions',
    ]);
    expect(await save({ body: { first_name: 'Ben' } })).toContain('basics');
    expect(await save({ body: basics })).toEqual(['wishes', 'place', 'prompts', 'questions']);
    expect(await save({ body: { prompts: [] } })).toContain('prompts');
    expect(await save({ body: { prompts: PROMPTS.slice(0, 1) } })).toEqual(['wishes', 'place', 'questions']);
    expect(await save({ body: { prompts: PROMPTS } })).toEqual(['wishes', 'place', 'questions']);
    expect(await save({ body: { wishes: MATCH_PREFERENCES } })).toEqual(['place', 'questions']);
    expect(await save({ body: { place: { name: 'Berlin, Germany', lat: 52.5, lon: 13.4 } } })).toEqual(['questions']);
    const answer = async (count: number) => {
      const answers = ITEMS.slice(0, count).map(({ id }) => ({ id, answer: 4 }));
      (await app.call(postBgpQuestions, { as: ben, body: { answers } })).ok();
      return (await app.call(getMe, { as: ben })).ok().onboarding.missing;
    };
    expect(await answer(ENOUGH_ANSWERS - 1)).toEqual(['questions']);
    const begun = (await app.call(getMe, { as: ben })).ok().onboarding.questions;
    expect(begun).toEqual({ seen: ENOUGH_ANSWERS - 1, all: ITEMS.length });
    expect(await answer(ENOUGH_ANSWERS)).toEqual([]);
    const answers = ITEMS.map(({ id }) => ({ id, answer: null }));
    (await app.call(postBgpQuestions, { as: ben, body: { answers: answers.slice(0, 20) } })).ok();
    expect((await app.call(getMe, { as: ben })).ok().onboarding.missing).toEqual(['questions']);
    (await app.call(postBgpQuestions, { as: ben, body: { answers: answers.slice(20) } })).ok();
    const me = (await app.call(getMe, { as: ben })).ok();
    expect(me).toMatchObject({ firstName: 'Ben', onboarding: { missing: [], complete: true }, prompts: PROMPTS });
    expect((await app.call(getBgpQuestions, { as: ben })).ok().questions.every(({ skipped }) => skipped)).toBe(true);
  });

  it('rejects minors, unknown time zones and unknown fields, naming the field', async () => {
    const eva = await buildAccount(app.features.auth);
    const refusal = async (body: object) =>
      (await app.call(patchMe, { as: eva, body: body as never })).refused('validation_failed').fields;
    const young = new Date(app.clock.now());
    young.setUTCFullYear(young.getUTCFullYear() - 18);
    young.setUTCDate(young.getUTCDate() + 1);
    expect(await refusal({ birth_date: toUtcDay(young) })).toHaveProperty('birth_date');
    expect(await refusal({ timezone: 'Mars/Olympus' })).toHaveProperty('timezone');
    expect(await refusal({ is_moderator: true })).toHaveProperty('is_moderator');
    expect(await refusal({ first_name: 'a\u0000b' })).toHaveProperty('first_name');
    expect((await app.call(getMe, { as: eva })).ok().birth_date).toBeNull();
  });

  it('does not change the date of birth of a user who was shown to others, paused or not', async () => {
    const { one } = await buildPair(app.features, {});
    const other = { birth_date: '1980-01-01' };
    (await app.call(patchMe, { as: one, body: { paused: true } })).ok();
    expect((await app.call(patchMe, { as: one, body: other })).refused('validation_failed').fields).toHaveProperty(
      'birth_date',
    );
    const unmet = await buildUser(app.features);
    (await app.call(patchMe, { as: unmet, body: { paused: true } })).ok();
    (await app.call(patchMe, { as: unmet, body: other })).ok();
  });

  it('snaps a place to the grid and replaces a street address by the town', async () => {
    const eva = await buildAccount(app.features.auth);
    const place = { name: 'Rosenweg 7, 10115 Berlin', lat: 52.531234, lon: 13.384567 };
    const stored = (await app.call(patchMe, { as: eva, body: { place } })).ok().place;
    expect(stored).toEqual({ name: 'Berlin, Germany', ...snapToGrid(place) });
    expect(stored?.lat).not.toBe(place.lat);
  });

  it('suggests towns by name prefix', async () => {
    const eva = await buildAccount(app.features.auth);
    const { places } = (await app.call(getPlaces, { as: eva, query: { q: 'berl' } })).ok();
    expect(places[0]?.name).toBe('Berlin, Germany');
    (await app.call(getPlaces, { as: eva, query: { q: '' } })).refused('validation_failed');
  });
});

describe('discoverability', () => {
  const discoverable = async (id: string) => {
    const rows = await queryRows(app, sql`select discoverable from profiles where user_id = ${id}`);
    return rows[0]?.discoverable;
  };

  it('accounts with one or two prompts from before one was enough are shown by a migration, as the rules of today would', async () => {
    const profile = { prompts: [{ key: 'sunday' as const, answer: 'Bread, rain, and nobody in a hurry.' }] };
    const hidden: Record<string, (id: string) => ReturnType<typeof sql>> = {
      paused: (id) => sql`update profiles set paused = true where user_id = ${id}`,
      'without terms': (id) => sql`update profiles set terms_version = null where user_id = ${id}`,
      minor: (id) => sql`update profiles set birth_date = current_date - 6000 where user_id = ${id}`,
      unverified: (id) => sql`update users set email_confirmed_at = null where id = ${id}`,
      locked: (id) => sql`update users set locked_until = now() + interval '1 day' where id = ${id}`,
      deleted: (id) => sql`update users set deleted_at = now() where id = ${id}`,
      'without prompts': (id) => sql`delete from profile_prompts where user_id = ${id}`,
    };
    const complete = await buildUser(app.features, { profile });
    const others = await Promise.all(Object.keys(hidden).map(() => buildUser(app.features, { profile })));
    const statements = Object.values(hidden).map((hide, n) => hide(others[n]?.id ?? ''));
    for (const statement of statements) await app.core.db.execute(statement);
    await app.core.db.execute(sql`update profiles set discoverable = false`);
    const migration = readMigrationFiles({ migrationsFolder: MIGRATIONS_DIR }).flatMap(({ sql: all }) => all);
    const fix = migration.find((statement) => statement.includes('one answer to a prompt is enough')) ?? '';
    await app.core.db.execute(sql.raw(fix));
    expect(await discoverable(complete.id)).toBe(true);
    expect(await Promise.all(others.map(({ id }) => discoverable(id)))).toEqual(others.map(() => false));
    const rows = await queryRows(app, sql`select listed from discovery where user_id = ${complete.id}`);
    expect(rows).toEqual([{ listed: true }]);
  });

  it('[6.2] needs a verified email: an unverified user is never shown to others', async () => {
    const verified = await buildUser(app.features);
    const unverified = await buildUser(app.features, { verified: false });
    expect(await discoverable(verified.id)).toBe(true);
    expect(await discoverable(unverified.id)).toBe(false);
    (await app.call(getPublicProfile, { as: unverified, params: { id: verified.id } })).refused('email_not_verified');
    await app.database.db.transaction((tx) => app.features.profile.refreshDiscoverable(tx, unverified.id));
    expect(await discoverable(unverified.id)).toBe(false);
  });

  it('ends when the user pauses and returns afterwards', async () => {
    const user = await buildUser(app.features);
    (await app.call(patchMe, { as: user, body: { paused: true } })).ok();
    expect(await discoverable(user.id)).toBe(false);
    (await app.call(patchMe, { as: user, body: { paused: false } })).ok();
    expect(await discoverable(user.id)).toBe(true);
  });
});

describe('preferences', () => {
  it('[7.26] can be changed one by one', async () => {
    const eva = await buildAccount(app.features.auth);
    const before = (await app.call(getPreferences, { as: eva })).ok();
    expect(before).toEqual({
      read_receipts: true,
      show_online: true,
      ai_processing: false,
      open_likes: false,
      undo_hint_seen: false,
    });
    (await app.call(putPreferences, { as: eva, body: { read_receipts: false } })).ok();
    const after = (await app.call(putPreferences, { as: eva, body: { show_online: false } })).ok();
    expect(after).toEqual({ ...before, read_receipts: false, show_online: false });
    expect((await app.call(getPreferences, { as: eva })).ok()).toEqual(after);
  });

  it('that somebody was told of premium once is known on their other devices', async () => {
    const eva = await buildAccount(app.features.auth);
    (await app.call(putPreferences, { as: eva, body: { undo_hint_seen: true } })).ok();
    expect((await app.call(getPreferences, { as: eva })).ok()).toMatchObject({ undo_hint_seen: true });
  });
});

describe('another user', () => {
  it('is visible only to users paired with them', async () => {
    const [ann, ben] = [await buildUser(app.features), await buildUser(app.features)];
    (await app.call(getPublicProfile, { as: ann, params: { id: ben.id } })).refused('not_found');
    (await app.call(getPublicProfile, { as: ann, params: { id: ann.id } })).refused('not_found');
    (await app.call(getPublicProfile, { params: { id: ben.id } })).refused('not_signed_in');
    (await app.call(getPublicProfile, { as: ann, params: { id: 'nonsense' } })).refused('validation_failed');
  });
});

describe('another user, stage by stage', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await buildTestApp();
  });
  afterAll(() => own.stop());

  it('[7.26] shows exactly what the stage allows, and nothing after a block', async () => {
    const {
      one: ann,
      other: ben,
      matchId,
    } = await buildPair(own.features, {
      other: {
        firstName: 'Benedikt',
        birthDate: '1994-06-15',
        profile: { work: 'Luthier', interests: ['bees'], intent: 'long_term' },
      },
    });
    const see = async () => (await own.call(getPublicProfile, { as: ann, params: { id: ben.id } })).raw;
    const first = (await see()).json();
    expect(Object.keys(first).sort()).toEqual(
      ['age_band', 'alias', 'aura', 'distance_band', 'id', 'is_demo', 'photos_checked', 'stage'].sort(),
    );
    const { profile } = own.features;
    const hidden = ['Benedikt', 'Luthier', 'bees', '1994-06-15', 'Bread, rain', 'Berlin, Germany', 'long_term'];
    const shown = async (stage: number) => JSON.stringify(await profile.getPublicProfile(ann.id, ben.id, stage));
    const visible = async (stage: number) => {
      const text = await shown(stage);
      return hidden.filter((word) => text.includes(word));
    };
    expect(await visible(0)).toEqual([]);
    expect(await visible(1)).toEqual(['Benedikt', 'Bread, rain']);
    expect(await visible(2)).toEqual(['Benedikt', 'Bread, rain']);
    expect(await visible(3)).toEqual(['Benedikt', 'Luthier', 'bees', 'Bread, rain']);
    expect(await visible(4)).toEqual(hidden.filter((word) => word !== '1994-06-15'));
    expect(await own.features.profile.getDisplayName(ben.id, 0)).toBe(first.alias);
    expect(await own.features.profile.getDisplayName(ben.id, 1)).toBe('Benedikt');
    (await own.call(postReveal, { as: ann, params: { matchId } })).refused('reveal_trust_too_low');
    await own.database.db.transaction((tx) => own.features.match.close(tx, matchId, 'blocked'));
    (await own.call(getPublicProfile, { as: ann, params: { id: ben.id } })).refused('not_found');
  });
});

describe('stored profile text', () => {
  it('is encrypted: the database contains no free text', async () => {
    const words = ['Xanthippe-first', 'Xanthippe-work', 'Xanthippe-bees', 'Xanthippe-prompt'];
    const [first_name, work, interest, answer] = words as [string, string, string, string];
    await buildUser(app.features, {
      profile: { first_name, work, interests: [interest], prompts: [{ key: 'home', answer }] },
    });
    const rows = await queryRows(
      app,
      sql`select p::text || coalesce((select string_agg(q::text, '') from profile_prompts q where q.user_id = p.user_id), '') as row from profiles p`,
    );
    const all = rows.map(({ row }) => String(row)).join('');
    const hex = words.map((word) => Buffer.from(word).toString('hex'));
    expect([...words, ...hex].filter((text) => all.includes(text))).toEqual([]);
  });
});
