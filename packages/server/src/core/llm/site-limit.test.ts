import { DAY_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testConfig } from '../../testing/test-config.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { manualClock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import { createLogger } from '../ops/logger.ts';
import { ANSWER_MAX_TOKENS, type Llm, LlmUnchargedError } from './llm.ts';
import { LlmLimitError, limitSite, measureLlm } from './site-limit.ts';

const QUESTION = { system: 'Answer.', data: 'Hello', schema: z.object({}) };
/** More than one question may use, and less than two. */
const ONE_CALL = ANSWER_MAX_TOKENS * 1.5;

let database: Database;
const clock = manualClock();
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => clock.advance(DAY_MS));

function buildNode(env: Record<string, string>, answer: Llm['ask']): Llm {
  const config = testConfig({ LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm', ...env });
  return limitSite({ db: database.db, clock, log: createLogger(testConfig()), config }, { ask: answer });
}

const uses = (input: number, output: number): Llm['ask'] =>
  async function ask({ schema, onTokens }) {
    onTokens?.({ input, output });
    return schema.parse({});
  };
const fails = (error: Error): Llm['ask'] =>
  async function ask() {
    throw error;
  };
const measure = () => measureLlm({ db: database.db, clock });

describe('what the site may use of the language model in a day', () => {
  it('is counted for all nodes together, also at the same moment', async () => {
    const answers = Promise.withResolvers<void>();
    const waits: Llm['ask'] = async ({ schema }) => {
      await answers.promise;
      return schema.parse({});
    };
    const nodes = Array.from({ length: 4 }, () => buildNode({ LLM_SITE_TOKENS_PER_DAY: String(ONE_CALL) }, waits));
    const calls = Promise.allSettled(nodes.map((node) => node.ask(QUESTION)));
    await expect.poll(async () => (await measure()).refused, { timeout: 20_000 }).toBe(3);
    answers.resolve();
    const settled = await calls;
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const call of settled) if (call.status === 'rejected') expect(call.reason).toBeInstanceOf(LlmLimitError);
  });

  it('counts what the endpoint says, and begins again at midnight', async () => {
    const prices = { LLM_INPUT_PRICE: '2', LLM_OUTPUT_PRICE: '10' };
    const node = buildNode({ LLM_SITE_TOKENS_PER_DAY: String(ONE_CALL), ...prices }, uses(300, 400));
    await node.ask(QUESTION);
    expect(await measure()).toEqual({ tokens: 700, cost: 0.0046, refused: 0 });
    await expect(node.ask(QUESTION)).rejects.toThrow(LlmLimitError);
    expect(await measure()).toMatchObject({ tokens: 700, refused: 1 });
    clock.advance(DAY_MS);
    expect(await measure()).toEqual({ tokens: 0, cost: 0, refused: 0 });
    await node.ask(QUESTION);
  });

  it('can be limited in money', async () => {
    const prices = { LLM_INPUT_PRICE: '2', LLM_OUTPUT_PRICE: '10' };
    const node = buildNode({ LLM_SITE_COST_PER_DAY: '0.02', ...prices }, uses(100, 1_000));
    await node.ask(QUESTION);
    await expect(node.ask(QUESTION)).rejects.toThrow(LlmLimitError);
    expect((await measure()).cost).toBe(0.0102);
  });

  it('gives back what was certainly not charged, and no other failure', async () => {
    const limit = { LLM_SITE_TOKENS_PER_DAY: String(ONE_CALL) };
    for (const wasSent of [true, false]) {
      const node = buildNode(limit, fails(new LlmUnchargedError(wasSent, 'a reason')));
      await expect(node.ask(QUESTION)).rejects.toThrow(LlmUnchargedError);
      expect(await measure()).toEqual({ tokens: 0, cost: 0, refused: 0 });
    }
    await expect(buildNode(limit, fails(new Error('too late'))).ask(QUESTION)).rejects.toThrow('too late');
    expect((await measure()).tokens).toBeGreaterThan(ANSWER_MAX_TOKENS);
    await expect(buildNode(limit, uses(1, 1)).ask(QUESTION)).rejects.toThrow(LlmLimitError);
  });

  it('has no limit unless one is set', async () => {
    const node = buildNode({}, uses(1_000_000, 1_000_000));
    for (let n = 0; n < 3; n += 1) await node.ask(QUESTION);
    expect(await measure()).toEqual({ tokens: 6_000_000, cost: 0, refused: 0 });
  });
});
