import { ITEMS } from '@soulsight/affinity/questionnaire';
import { getBgpProfile, postBgpAnalyze, postBgpQuestions } from '@soulsight/contract/bgp';
import { putPreferences } from '@soulsight/contract/profile';
import { DAY_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeLlm, startFakeLlm } from '../../../testing/fake-llm.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type BuiltUser, buildUser } from '../../demo/builders/user.builder.ts';

let model: FakeLlm;
let app: TestApp;
beforeAll(async () => {
  model = await startFakeLlm();
  app = await buildTestApp({ env: model.env });
});
afterAll(async () => {
  model.stop();
  await app.stop();
});
beforeEach(() => {
  model.asked.length = 0;
  model.reply = () => ({ status: 200, content: JSON.stringify({ traits: [{ trait: 'openness', value: 95 }] }) });
});

async function buildConsentingUser(agrees: boolean, site = app): Promise<BuiltUser> {
  const ann = await buildUser(site.features, {
    firstName: 'Rosalinde',
    profile: {
      prompts: [
        { key: 'home', answer: 'I am Rosalinde from Berlin, write to rosa@post.example or call +49 170 1234567.' },
        { key: 'learn', answer: 'To sail. '.repeat(30).trim() },
        { key: 'brave', answer: 'Saying sorry first.' },
      ],
    },
  });
  (await site.call(putPreferences, { as: ann, body: { ai_processing: agrees } })).ok();
  return ann;
}
const analyze = (as: BuiltUser, retry_fallback = false, site = app) =>
  site.call(postBgpAnalyze, { as, body: { user_id: as.id, retry_fallback } });
const getOpenness = async (as: BuiltUser) => (await app.call(getBgpProfile, { as })).ok().traits.openness;

it('[1.2] uses a reading as evidence: it moves the profile a little, and a second one replaces the first', async () => {
  const ann = await buildConsentingUser(true);
  const before = await getOpenness(ann);
  const profile = (await analyze(ann)).ok();
  expect(profile.traits.openness).toBeGreaterThan(before);
  expect(profile.traits.openness).toBeLessThan(90);
  expect(profile.evolution[0]).toMatchObject({ trait: 'openness', because: 'a fresh look at everything so far' });
  expect((await analyze(ann)).ok().traits.openness).toBe(profile.traits.openness);
});

it('a reading goes when the consent to the language model is withdrawn, also one that is under way', async () => {
  const ann = await buildConsentingUser(true);
  const before = await getOpenness(ann);
  const withdraw = () => app.features.profile.updatePreferences(ann.id, { ai_processing: false });
  (await analyze(ann)).ok();
  await withdraw();
  expect(await getOpenness(ann)).toBe(before);
  expect(await app.features.bgp.archive(ann.id)).toMatchObject({ analysis: null });
  await app.features.profile.updatePreferences(ann.id, { ai_processing: true });
  const content = JSON.stringify({ traits: [{ trait: 'openness', value: 95 }] });
  model.reply = () => withdraw().then(() => ({ status: 200, content }));
  (await analyze(ann)).ok();
  expect(await getOpenness(ann)).toBe(before);
  expect(await app.features.bgp.archive(ann.id)).toMatchObject({ analysis: null });
});

it('a reading that outlived its consent goes in the night, and no other', async () => {
  const [ann, ben, cleo] = [
    await buildConsentingUser(true),
    await buildConsentingUser(true),
    await buildConsentingUser(true),
  ];
  const before = await getOpenness(ann);
  for (const user of [ann, ben, cleo]) (await analyze(user)).ok();
  // As a version did that erased nothing; before there was the setting, nothing was stored of it.
  const setStored = (user: BuiltUser, preferences: object) =>
    app.database.db.execute(
      sql`update profiles set preferences = ${JSON.stringify(preferences)}::jsonb where user_id = ${user.id}`,
    );
  await setStored(ann, { ai_processing: false });
  await setStored(cleo, {});
  expect(await app.features.bgp.eraseWithdrawnReadings()).toBe(2);
  expect(await app.features.bgp.eraseWithdrawnReadings()).toBe(0);
  expect(await getOpenness(ann)).toBe(before);
  for (const user of [ann, cleo]) expect(await app.features.bgp.archive(user.id)).toMatchObject({ analysis: null });
  expect(await app.features.bgp.archive(ben.id)).toMatchObject({ analysis: expect.anything() });
});

it('sends no name, address, number or place, and nothing that counts as evidence elsewhere', async () => {
  const ann = await buildConsentingUser(true);
  const item = ITEMS[0]!;
  (await app.call(postBgpQuestions, { as: ann, body: { answers: [{ id: item.id, answer: 4 }] } })).ok();
  (await analyze(ann)).ok();
  const [sent = ''] = model.asked;
  expect(sent).toContain('To sail.');
  for (const secret of ['Rosalinde', 'rosa@post.example', '1234567', 'Berlin', ann.id, ann.email, '1993'])
    expect(sent).not.toContain(secret);
  expect(sent).not.toContain(item.text);
});

it('is asked at most five times in 24 hours about one user, also where it fails; then the local analyst is used', async () => {
  const [ann, ben] = [await buildConsentingUser(true), await buildConsentingUser(true)];
  model.reply = () => ({ status: 500, content: '' });
  for (let calls = 0; calls < 5; calls += 1) (await analyze(ann)).refused('analysis_unavailable');
  expect((await analyze(ann)).ok().needs_analysis).toBe(true);
  expect(model.asked).toHaveLength(5);
  // Other changes of the profile do not replace the reading that is owed.
  (await app.call(postBgpQuestions, { as: ann, body: { answers: [{ id: ITEMS[0]!.id, answer: 4 }] } })).ok();
  expect((await app.call(getBgpProfile, { as: ann })).ok().needs_analysis).toBe(true);
  (await analyze(ben)).refused('analysis_unavailable');
  expect(model.asked).toHaveLength(6);
  app.clock.advance(DAY_MS);
  await expect(app.features.bgp.analyze(ann.id, false)).rejects.toMatchObject({ code: 'analysis_unavailable' });
});

it('that turns the call away does not use up one of the five', async () => {
  const ann = await buildConsentingUser(true);
  model.reply = () => ({ status: 429, content: '' });
  for (let calls = 0; calls < 6; calls += 1) (await analyze(ann)).refused('analysis_unavailable');
  expect(model.asked).toHaveLength(6);
});

it('is not asked when the site has used it up for the day; the local analyst is used, and the reading stays owed', async () => {
  const limited = await buildTestApp({ env: { ...model.env, LLM_SITE_TOKENS_PER_DAY: '100', METRICS_PUBLIC: '1' } });
  try {
    const ann = await buildConsentingUser(true, limited);
    for (let calls = 0; calls < 6; calls += 1)
      expect((await analyze(ann, false, limited)).ok()).toMatchObject({ needs_analysis: true });
    expect(model.asked).toHaveLength(0);
    expect((await limited.http.inject('/metrics')).body).toMatch(/^llm_calls_refused_today 6$/m);
  } finally {
    await limited.stop();
  }
});

it('is not asked about a user who wrote nothing', async () => {
  const ann = await buildUser(app.features, { profile: { prompts: [] } });
  (await app.call(putPreferences, { as: ann, body: { ai_processing: true } })).ok();
  (await analyze(ann)).ok();
  expect(model.asked).toEqual([]);
});

it('sends nothing about a user who did not agree; the local analyst is used', async () => {
  const ann = await buildConsentingUser(false);
  (await analyze(ann)).ok();
  expect(model.asked).toEqual([]);
});

it('[4.23] keeps the fallback with a reason when the model fails, and the retry works', async () => {
  const ann = await buildConsentingUser(true);
  const failures = [
    { status: 500, content: '' },
    { status: 200, content: 'I would rather not.' },
    { status: 200, content: JSON.stringify({ traits: [{ trait: 'cleverness', value: 95 }] }) },
    { status: 200, content: JSON.stringify({ traits: [{ trait: 'openness', value: 4_000 }] }) },
  ];
  for (const failure of failures) {
    model.reply = () => failure;
    expect((await analyze(ann, true)).refused('analysis_unavailable').detail).toBe(
      'Analysis service still unavailable',
    );
    const profile = (await app.call(getBgpProfile, { as: ann })).ok();
    expect(profile).toMatchObject({ analysis_status: 'fallback', needs_analysis: true });
    expect(profile.fallback_reason).toMatch(/not available at the moment/);
    expect(profile.traits.openness).toBe(65);
  }
  model.reply = () => ({ status: 200, content: JSON.stringify({ traits: [{ trait: 'openness', value: 95 }] }) });
  const retried = (await analyze(ann, true)).ok();
  expect(retried.traits.openness).toBeGreaterThan(65);
  expect(retried).toMatchObject({ analysis_status: 'complete', fallback_reason: null });
});
