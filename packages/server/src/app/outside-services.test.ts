import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../core/clock.ts';
import type { Database } from '../core/db/types.ts';
import { createLlm } from '../core/llm/llm.ts';
import { memoryMailbox } from '../core/mail/mailbox.ts';
import { mailboxMailer } from '../core/mail/mailer.ts';
import { createCaptcha } from '../features/auth/abuse/captcha.ts';
import { createMailboxSms, createSmsGateway } from '../features/auth/mail/sms.ts';
import { createProviders } from '../features/auth/oauth/providers.ts';
import { testConfig } from '../testing/test-config.ts';
import { testDatabase } from '../testing/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const NOWHERE = 'http://127.0.0.1:9';
const mailbox = memoryMailbox();
const mailer = mailboxMailer(mailbox, systemClock);
const mail = { to: 'ann@people.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const message = { to: '+4915112345678', text: '123456' };
const captcha = { verifyUrl: NOWHERE, siteKey: 'site', secret: 'secret' };
const issuer = { name: 'local', label: 'Local', issuer: NOWHERE, clientId: 'id', clientSecret: 'secret' };

/** The payment gateway and the push service have this in their own tests. */
it.each([
  ['mailer without the transaction', () => mailer.send(mail)],
  ['gateway of text messages', () => createSmsGateway({ url: NOWHERE, from: 'X', token: null }).send(message)],
  ['mailbox of text messages', () => createMailboxSms(mailer).send(message)],
  ['captcha provider', () => createCaptcha(captcha, { warn: () => {} }).check('token', '127.0.0.1')],
  ['sign-in provider', () => createProviders([issuer]).get('local')?.checkIdToken('token', null)],
  [
    'language model',
    () =>
      createLlm(testConfig({ LLM_BASE_URL: NOWHERE, LLM_MODEL: 'any' }))?.ask({
        system: '',
        data: '',
        schema: z.object({}),
      }),
  ],
])('the %s cannot be called inside a transaction', async (_name, call) => {
  const work = database.db.transaction(async () => {
    await call();
  });
  await expect(work).rejects.toThrow('inside a database transaction');
  expect(mailbox.list()).toEqual([]);
});
