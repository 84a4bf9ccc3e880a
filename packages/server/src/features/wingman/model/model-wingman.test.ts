import { setTimeout } from 'node:timers/promises';
import { toUtcDay } from '@soulsight/contract/time';
import { expect, it, vi } from 'vitest';
import { type Llm, LlmUnchargedError } from '../../../core/llm/llm.ts';
import { buildTestApp } from '../../../testing/test-app.ts';
import { buildPair } from '../../demo/builders/user.builder.ts';
import { createBasisCheck } from '../basis.ts';
import { readConversation } from '../reading/conversation-reading.rules.ts';
import { sumModelCalls } from './model-calls.store.ts';
import { createModelWingman } from './model-wingman.ts';

const LIMITS = { answerMaxMs: 20_000, tokensPerDay: 10_000, costPerDayMicro: 1e6, inputPrice: 1, outputPrice: 2 };
const CONVERSATION = {
  messages: [],
  reading: readConversation([], 'en'),
  context: { prompts: [], talkingPoints: [] },
  otherConsents: true,
};
const CONSENTS = { terms_version: '1', behavioural_analysis: true, ai_processing: true };
const DRAFT = { kind: 'reply' as const, text: 'What kind of bread?', because: 'They bake.' };

/** A model that answers when told to, and a clock whose patience ends when told to. */
async function build(limits = LIMITS, failure: Error | null = null, ownAfter?: (ms: number) => Promise<void>) {
  const app = await buildTestApp();
  const { one, matchId } = await buildPair(app.features, {});
  const pair = await app.features.pairs.getPair(app.core.db, one.id, matchId);
  const answers = Promise.withResolvers<void>();
  const patience = Promise.withResolvers<void>();
  let asked = 0;
  let waited = 0;
  const llm: Llm = {
    async ask({ schema, onTokens }) {
      asked += 1;
      await answers.promise;
      if (failure) throw failure;
      onTokens?.({ input: 100, output: 20 });
      return schema.parse({ suggestions: [DRAFT] });
    },
  };
  const profile = {
    ...app.features.profile,
    getConsents: async () => CONSENTS,
    lockConsents: async (_: unknown, ids: readonly string[]) => new Map(ids.map((id) => [id, CONSENTS])),
  };
  const after = (ms: number) => {
    if (waited > 0) return setTimeout(ms);
    waited = ms;
    return patience.promise;
  };
  const isCurrent = createBasisCheck({ chat: app.features.chat, profile });
  const wingman = createModelWingman(app.core, {
    profile,
    llm,
    llmLimits: limits,
    isCurrent,
    after: ownAfter ?? after,
  });
  const suggest = (requestId: string | undefined, wait = false) =>
    wingman.suggest({ viewerId: one.id, pair, requestId, wait }, CONVERSATION);
  return { app, suggest, answers, patience, wingman, one, pair, counts: () => ({ asked, waited }) };
}

const ID = '00000000-0000-4000-8000-000000000001';

it('a model that is slow does not hold up the local suggestions for more than two seconds, and its own follow', async () => {
  const { app, suggest, answers, patience, counts } = await build();
  const first = suggest(ID);
  patience.resolve();
  expect(await first).toEqual({ written: null, pending: true });
  expect(counts().waited).toBeLessThanOrEqual(2_000);
  const second = suggest(ID, true);
  answers.resolve();
  expect(await second).toMatchObject({ written: { drafts: [DRAFT] }, pending: false });
  expect(counts().asked).toBe(1);
  await app.stop();
});

it('a repeated request that does not wait stops looking once it was answered', async () => {
  const looks: number[] = [];
  // Nobody's patience ends, and the time between two looks passes at once.
  const { app, suggest, answers, counts } = await build(LIMITS, null, (ms) =>
    ms < 1_000 ? Promise.resolve(void looks.push(ms)) : new Promise<void>(() => {}),
  );
  const first = suggest(ID);
  await vi.waitFor(() => expect(counts().asked).toBe(1), { timeout: 20_000 });
  expect(await suggest(ID)).toEqual({ written: null, pending: false });
  expect(looks.length).toBeGreaterThan(1);
  expect(looks.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(2_000);
  answers.resolve();
  expect(await first).toMatchObject({ written: { drafts: [DRAFT] } });
  await app.stop();
});

it('a person can use it only up to the day’s limit, and again the next day', async () => {
  const { app, suggest, answers, counts } = await build({ ...LIMITS, tokensPerDay: 2_000 });
  answers.resolve();
  for (let calls = 0; calls < 12; calls += 1) await suggest(undefined, true);
  const { asked } = counts();
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(12);
  app.clock.advance(24 * 60 * 60 * 1_000);
  await suggest(undefined, true);
  expect(counts().asked).toBe(asked + 1);
  await app.stop();
});

it.each<[string, Error, boolean, number]>([
  [
    'that was not reached counts nothing, and nothing is shown as sent',
    new LlmUnchargedError(false, 'a reason'),
    true,
    0,
  ],
  ['that refused counts nothing', new LlmUnchargedError(true, 'a reason'), true, 1],
  ['that broke off may have charged for it, so it counts', new Error('broken off'), false, 1],
])('a call of an endpoint %s', async (_, failure, isFree, shown) => {
  const { app, suggest, answers, wingman, one, pair } = await build(LIMITS, failure);
  answers.resolve();
  expect(await suggest(ID, true)).toEqual({ written: null, pending: false });
  const used = await sumModelCalls(app.core.db, one.id, toUtcDay(app.clock.now()));
  expect([used.tokens === 0, used.cost === 0]).toEqual([isFree, isFree]);
  expect((await wingman.getState(one.id, pair)).sent).toHaveLength(shown);
  await app.stop();
});

it('a limit of money counts, too', async () => {
  const { app, suggest, counts } = await build({ ...LIMITS, costPerDayMicro: 10 });
  expect(await suggest(undefined, true)).toEqual({ written: null, pending: false });
  expect(counts().asked).toBe(0);
  await app.stop();
});
