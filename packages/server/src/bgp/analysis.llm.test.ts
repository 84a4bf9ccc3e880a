import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ITEMS } from '@soulsight/affinity/questionnaire';
import { getBgpProfile, postBgpAnalyze, postBgpQuestions } from '@soulsight/contract/bgp';
import { putPreferences } from '@soulsight/contract/user';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BuiltPerson, buildPerson } from '../builders/person.builder.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

/** An endpoint as any OpenAI-compatible one; `reply` says what it answers. */
const asked: string[] = [];
let reply: () => { status: number; content: string };
const model = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  asked.push(Buffer.concat(chunks).toString());
  const { status, content } = reply();
  const message = { role: 'assistant', content };
  response.writeHead(status, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  );
});

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((done) => model.listen(0, '127.0.0.1', done));
  const { port } = model.address() as AddressInfo;
  app = await buildTestApp({ env: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'm', LLM_API_KEY: 'k' } });
});
afterAll(async () => {
  model.close();
  await app.stop();
});
beforeEach(() => {
  asked.length = 0;
  reply = () => ({ status: 200, content: JSON.stringify({ traits: [{ trait: 'openness', value: 95 }] }) });
});

async function person(agrees: boolean): Promise<BuiltPerson> {
  const ann = await buildPerson(app.features, {
    firstName: 'Rosalinde',
    profile: {
      prompts: [
        { key: 'home', answer: 'I am Rosalinde from Berlin, write to rosa@post.example or call +49 170 1234567.' },
        { key: 'learn', answer: 'To sail. '.repeat(30).trim() },
        { key: 'brave', answer: 'Saying sorry first.' },
      ],
    },
  });
  (await app.call(putPreferences, { as: ann, body: { ai_processing: agrees } })).ok();
  return ann;
}
const analyze = (as: BuiltPerson, retry_fallback = false) =>
  app.call(postBgpAnalyze, { as, body: { user_id: as.id, retry_fallback } });
const opennessOf = async (as: BuiltPerson) => (await app.call(getBgpProfile, { as })).ok().traits.openness;

it('[1.2] takes a reading in as evidence: it moves the profile a little, and a second one replaces the first', async () => {
  const ann = await person(true);
  const before = await opennessOf(ann);
  const profile = (await analyze(ann)).ok();
  expect(profile.traits.openness).toBeGreaterThan(before);
  expect(profile.traits.openness).toBeLessThan(90);
  expect(profile.evolution[0]).toMatchObject({ trait: 'openness', because: 'a fresh look at everything so far' });
  expect((await analyze(ann)).ok().traits.openness).toBe(profile.traits.openness);
});

it('sends no name, address, number or place, and nothing of an answer but its statement', async () => {
  const ann = await person(true);
  const item = ITEMS[0]!;
  (await app.call(postBgpQuestions, { as: ann, body: { answers: [{ id: item.id, answer: 4 }] } })).ok();
  (await analyze(ann)).ok();
  const [sent = ''] = asked;
  expect(sent).toContain('To sail.');
  for (const secret of ['Rosalinde', 'rosa@post.example', '1234567', 'Berlin', ann.id, ann.email, '1993'])
    expect(sent).not.toContain(secret);
});

it('asks nothing at all of someone who did not agree to it: the local analyst does the work', async () => {
  const ann = await person(false);
  (await analyze(ann)).ok();
  expect(asked).toEqual([]);
});

it('[4.23] that fails leaves the fallback with its reason, and the retry works', async () => {
  const ann = await person(true);
  const failures = [
    { status: 500, content: '' },
    { status: 200, content: 'I would rather not.' },
    { status: 200, content: JSON.stringify({ traits: [{ trait: 'cleverness', value: 95 }] }) },
    { status: 200, content: JSON.stringify({ traits: [{ trait: 'openness', value: 4_000 }] }) },
  ];
  for (const failure of failures) {
    reply = () => failure;
    expect((await analyze(ann, true)).refused('analysis_unavailable').detail).toBe(
      'Analysis service still unavailable',
    );
    const profile = (await app.call(getBgpProfile, { as: ann })).ok();
    expect(profile).toMatchObject({ analysis_status: 'fallback', needs_analysis: true });
    expect(profile.fallback_reason).toMatch(/could not be reached/);
    expect(profile.traits.openness).toBe(65);
  }
  reply = () => ({ status: 200, content: JSON.stringify({ traits: [{ trait: 'openness', value: 95 }] }) });
  const retried = (await analyze(ann, true)).ok();
  expect(retried.traits.openness).toBeGreaterThan(65);
  expect(retried.fallback_reason).not.toMatch(/could not be reached/);
});
