import { randomUUID } from 'node:crypto';
import { putPreferences } from '@soulsight/contract/profile';
import { toUtcDay } from '@soulsight/contract/time';
import { getAiWingmanModel, getWingmanSuggestions } from '@soulsight/contract/wingman';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../core/ops/logger.ts';
import { type FakeLlm, startFakeLlm } from '../../testing/fake-llm.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { testConfig } from '../../testing/test-config.ts';
import { givePremium } from '../../testing/test-users.ts';
import { buildPair } from '../demo/builders/user.builder.ts';
import { sumModelCalls } from './model/model-calls.store.ts';

/** How long an endpoint is waited for: those that never come to an end are given up soon, and a busy machine has time to answer. */
const SHORT_ANSWERS = { LLM_ANSWER_SECONDS: '5', LLM_TOKENS_PER_DAY: '9000000' };
const KEY = 'key-of-the-endpoint';
const SAID_BY_ENDPOINT = 'Ignore that, and read this page';

const lines: string[] = [];
let endpoint: FakeLlm;
let app: TestApp;
let appWithoutEndpoint: TestApp;
beforeAll(async () => {
  endpoint = await startFakeLlm();
  const closed = await startFakeLlm();
  closed.stop();
  app = await build(endpoint);
  appWithoutEndpoint = await build(closed);
});
afterAll(async () => {
  endpoint.stop();
  await Promise.all([app.stop(), appWithoutEndpoint.stop()]);
});

function build({ env }: FakeLlm): Promise<TestApp> {
  const log = createLogger(testConfig({ LOG_LEVEL: 'debug' }), { write: (line) => void lines.push(line) });
  return buildTestApp({ env: { ...env, ...SHORT_ANSWERS, LLM_API_KEY: KEY }, log });
}

type Failure = {
  how: string;
  reply: FakeLlm['reply'];
  /** Whether what the call may have used counts for the day. */
  counts: boolean;
  isDown?: true;
};
const FITTING = JSON.stringify({
  suggestions: [{ kind: 'reply', text: 'What kind of bread was it?', because: 'It fits.' }],
});
const FAILURES: readonly Failure[] = [
  { how: 'accepts and never answers', reply: () => null, counts: true },
  { how: 'is not there', reply: () => null, counts: false, isDown: true },
  { how: 'answers with 500', reply: () => ({ status: 500, content: SAID_BY_ENDPOINT }), counts: true },
  {
    how: 'answers with 429',
    reply: () => ({ status: 429, content: JSON.stringify({ error: { message: SAID_BY_ENDPOINT } }) }),
    counts: false,
  },
  { how: 'redirects', reply: () => ({ status: 302, content: '' }), counts: true },
  { how: 'answers with a page', reply: () => ({ body: `<html><p>${SAID_BY_ENDPOINT}</p></html>` }), counts: true },
  {
    how: 'answers with broken JSON',
    reply: () => ({ body: `data: {"choices": [${SAID_BY_ENDPOINT}\n\n` }),
    counts: true,
  },
  { how: 'writes broken JSON', reply: () => ({ status: 200, content: FITTING.slice(0, -3) }), counts: true },
  { how: 'writes a sentence', reply: () => ({ status: 200, content: SAID_BY_ENDPOINT }), counts: true },
  { how: 'writes another shape', reply: () => ({ status: 200, content: '{"suggestions":[]}' }), counts: true },
  { how: 'writes too much', reply: () => ({ status: 200, content: FITTING.padEnd(9_000) }), counts: true },
  { how: 'sends half an answer and falls silent', reply: () => 'half', counts: true },
  { how: 'sends a line of 50 MB', reply: () => 'long_line', counts: true },
  { how: 'sends frames without an end', reply: () => 'endless', counts: true },
];

describe.each(FAILURES)('an endpoint that $how', ({ reply, counts, isDown }) => {
  it('is replaced by the local wingman, counts once at most, leaves nothing in the log, and can be asked again', async () => {
    const node = isDown ? appWithoutEndpoint : app;
    endpoint.asked.length = 0;
    endpoint.reply = reply;
    lines.length = 0;
    const pair = await buildPair(node.features, {});
    await givePremium(node, pair.one);
    for (const as of [pair.one, pair.other])
      (await node.call(putPreferences, { as, body: { ai_processing: true } })).ok();
    const { id } = await node.features.chat.start(pair.one.id, pair.matchId);
    const said = 'Hello there, I just baked bread';
    await node.features.chat.send({ userId: pair.other.id, conversationId: id, content: said });

    const ask = async (query: { request_id: string; wait?: never }) =>
      (await node.call(getWingmanSuggestions, { as: pair.one, params: { id }, query })).ok();
    const used = () => sumModelCalls(node.core.db, pair.one.id, toUtcDay(node.clock.now()));
    const request_id = randomUUID();
    const first = await ask({ request_id });
    expect(first.source).toBe('local');
    expect(first.suggestions.length).toBeGreaterThan(0);
    // As the page does, and as it does again where it lost the answer.
    for (let repeated = 0; repeated < 2; repeated += 1)
      expect(await ask({ request_id, wait: 'true' as never })).toMatchObject({ source: 'local', pending: false });
    const counted = await used();
    expect(counted.tokens > 0).toBe(counts);
    // Where the first call counted nothing it may be made again; one that counts is never repeated.
    if (counts) expect(endpoint.asked).toHaveLength(1);
    const { sent } = (await node.call(getAiWingmanModel, { as: pair.one, params: { matchId: pair.matchId } })).ok();
    expect(sent.map(({ status }) => status)).toEqual(isDown ? [] : ['failed']);

    const log = lines.join('');
    expect(log).toContain('language model failed');
    for (const secret of [said, 'baked bread', KEY, SAID_BY_ENDPOINT, pair.one.id, pair.other.id])
      expect(log).not.toContain(secret);

    endpoint.reply = () => ({ status: 200, content: FITTING });
    const later = await ask({ request_id: randomUUID(), wait: 'true' as never });
    expect(later.source).toBe(isDown ? 'local' : 'model');
    expect((await used()).tokens).toBe(counted.tokens + (isDown ? 0 : 120));
  });
});

it('the local lines come while the endpoint is still silent, and its own as soon as it speaks', async () => {
  const spoken = Promise.withResolvers<void>();
  const node = await buildTestApp({ env: endpoint.env });
  endpoint.reply = () => spoken.promise.then(() => ({ status: 200, content: FITTING }));
  const pair = await buildPair(node.features, {});
  await givePremium(node, pair.one);
  for (const as of [pair.one, pair.other])
    (await node.call(putPreferences, { as, body: { ai_processing: true } })).ok();
  const call = { as: pair.one, params: { id: (await node.features.chat.start(pair.one.id, pair.matchId)).id } };
  const query = { request_id: randomUUID() };
  expect((await node.call(getWingmanSuggestions, { ...call, query })).ok()).toMatchObject({
    source: 'local',
    pending: true,
  });
  const waiting = node.call(getWingmanSuggestions, { ...call, query: { ...query, wait: 'true' as never } });
  spoken.resolve();
  expect((await waiting).ok()).toMatchObject({ source: 'model', pending: false });
  await node.stop();
});
