import { expect, it } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { listConfigWarnings } from './config-warnings.ts';

const MODEL = { LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm' };

it.each([
  ['no language model', {}, false],
  ['a language model without prices', MODEL, true],
  ['a language model with one price', { ...MODEL, LLM_INPUT_PRICE: '0.4' }, true],
  ['a language model with both prices', { ...MODEL, LLM_INPUT_PRICE: '0.4', LLM_OUTPUT_PRICE: '1.6' }, false],
])('%s: whether the start warns that a limit of money means nothing', (_, env, warns) => {
  expect(listConfigWarnings(testConfig(env)).some((warning) => warning.includes('LLM_INPUT_PRICE'))).toBe(warns);
});

it.each([
  ['no mail server', {}, []],
  ['a mail server alone', { SMTP_URL: 'smtp://mail' }, ['MAIL_FROM']],
  ['a sender', { SMTP_URL: 'smtp://mail', MAIL_FROM: 'Love <love@dating.example>' }, []],
  ['a public address', { PUBLIC_URL: 'https://dating.example' }, ['VAPID_SUBJECT']],
  ['a contact', { PUBLIC_URL: 'https://dating.example', VAPID_SUBJECT: 'mailto:love@dating.example' }, []],
])('%s: whether the start warns of addresses that nobody has', (_, env, names) => {
  const warnings = listConfigWarnings(testConfig(env));
  const isNamed = (name: string) => warnings.some((warning) => warning.includes(name));
  expect(['MAIL_FROM', 'VAPID_SUBJECT'].filter(isNamed)).toEqual(names);
});
