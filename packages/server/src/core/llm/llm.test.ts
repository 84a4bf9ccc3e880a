import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type FakeLlm, startFakeLlm } from '../../testing/fake-llm.ts';
import { testConfig } from '../../testing/test-config.ts';
import { createLlm, LlmUnchargedError } from './llm.ts';

let endpoint: FakeLlm;
beforeAll(async () => {
  endpoint = await startFakeLlm();
});
afterAll(() => endpoint.stop());

/** How a request to the model fails: certainly not charged (sent or not), or maybe charged. */
async function describeFailure(baseUrl: string | undefined): Promise<string> {
  const llm = createLlm(testConfig({ ...endpoint.env, ...(baseUrl && { LLM_BASE_URL: baseUrl }) }));
  const error = await llm?.ask({ system: 'Answer.', data: 'Hello', schema: z.object({}) }).catch((thrown) => thrown);
  if (!(error instanceof LlmUnchargedError)) return error instanceof Error ? 'maybe charged' : 'answered';
  return error.wasSent ? 'refused' : 'unreached';
}

it('an address where nothing listens was not reached', async () => {
  const closed = await startFakeLlm();
  closed.stop();
  expect(await describeFailure(closed.env.LLM_BASE_URL)).toBe('unreached');
});

it('a host that does not exist was not reached', async () => {
  expect(await describeFailure('http://nowhere.invalid/v1')).toBe('unreached');
});

it('an endpoint that speaks no TLS was not reached', async () => {
  expect(await describeFailure(endpoint.env.LLM_BASE_URL?.replace('http:', 'https:'))).toBe('unreached');
  expect(endpoint.asked).toEqual([]);
});

it.each([
  [401, 'refused'],
  [429, 'refused'],
  [503, 'refused'],
  [500, 'maybe charged'],
  [502, 'maybe charged'],
  [504, 'maybe charged'],
])('a request that is answered with the status %i is %s', async (status, failure) => {
  endpoint.reply = () => ({ status, content: '' });
  expect(await describeFailure(undefined)).toBe(failure);
});

it('a useless answer may have been charged', async () => {
  endpoint.reply = () => ({ status: 200, content: 'Sure!' });
  expect(await describeFailure(undefined)).toBe('maybe charged');
});
