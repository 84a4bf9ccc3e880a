import { randomUUID } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { getFailedJobs } from '@soulsight/contract/operations';
import { getModerationReports } from '@soulsight/contract/safety';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { callOperatorCommand, serveOperatorCommands } from '../core/ops/operator-socket.ts';
import { buildAccount } from '../features/auth/auth.builders.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { createOperatorCommands } from './operator-commands.ts';

let app: TestApp;
let dataDir: string;
let server: { close(): Promise<void> } | undefined;

beforeAll(async () => {
  app = await buildTestApp();
  dataDir = app.core.config.dataDir;
});
afterAll(() => app.stop());
beforeEach(async () => {
  server = await serve();
});
afterEach(() => server?.close());

function serve() {
  return serveOperatorCommands(dataDir, createOperatorCommands(app.core, app.features, app.backUp), app.core.log);
}

it('gives the moderator role while the server runs, and takes it away, at once in an open session', async () => {
  const ann = await buildAccount(app.features.auth);
  (await app.call(getModerationReports, { as: ann })).refused('forbidden');
  expect(await callOperatorCommand(dataDir, 'moderator:add', ann.email.toUpperCase())).toContain('is now a moderator');
  (await app.call(getModerationReports, { as: ann })).ok();
  expect(await callOperatorCommand(dataDir, 'moderator:remove', ann.email)).toBe(
    `${ann.email} is not a moderator any more.`,
  );
  (await app.call(getModerationReports, { as: ann })).refused('forbidden');
});

it('gives the operator role while the server runs, and takes it away, and leaves that of a moderator alone', async () => {
  const ann = await buildAccount(app.features.auth);
  expect(await callOperatorCommand(dataDir, 'operator:add', ann.email)).toContain('is now an operator');
  (await app.call(getFailedJobs, { as: ann })).ok();
  (await app.call(getModerationReports, { as: ann })).refused('forbidden');
  await callOperatorCommand(dataDir, 'moderator:add', ann.email);
  expect(await callOperatorCommand(dataDir, 'operator:remove', ann.email.toUpperCase())).toContain(
    'is not an operator',
  );
  (await app.call(getFailedJobs, { as: ann })).refused('forbidden');
  (await app.call(getModerationReports, { as: ann })).ok();
});

it('prints API keys while the server runs', async () => {
  expect(await callOperatorCommand(dataDir, 'auth:keys', '')).toMatch(/anon .*\n.+\n\nservice_role .*\n.+/);
});

it('refunds and disputes payments at the test gateway', async () => {
  const ann = await buildAccount(app.features.auth);
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };
  await app.features.subscription.buy(ann.id, { offer: 'premium_monthly', idempotency_key: randomUUID(), card });
  const [invoice] = await app.features.subscription.getInvoices(ann.id);
  const reverse = (words: string) => callOperatorCommand(dataDir, 'billing:reverse', `${invoice?.id} ${words}`);
  await expect(reverse('return')).rejects.toThrow('Usage');
  await reverse('refund 500');
  expect((await app.features.subscription.getInvoices(ann.id))[0]).toMatchObject({ refunded: 500, status: 'paid' });
  await reverse('dispute');
  await reverse('lost');
  expect((await app.features.subscription.getInvoices(ann.id))[0]).toMatchObject({ status: 'charged_back' });
  expect(await app.features.subscription.getPlan(ann.id)).toBe('free');
});

it('pauses a subscription at the test gateway, which its owner resumes for nothing while paid time is left', async () => {
  const { subscription } = app.features;
  const ann = await buildAccount(app.features.auth);
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };
  const choose = (key = randomUUID()) =>
    subscription.buy(ann.id, { offer: 'premium_monthly', idempotency_key: key, card });
  await choose();
  const [invoice] = await subscription.getInvoices(ann.id);
  const pause = () => callOperatorCommand(dataDir, 'billing:reverse', `${invoice?.id} pause`);
  await pause();
  expect(await subscription.getCurrent(ann.id)).toMatchObject({ plan: 'premium', status: 'paused' });
  await expect(pause()).rejects.toThrow('No subscription of that payer runs.');
  expect((await choose()).subscription).toMatchObject({ status: 'active', paused_at: null });
  expect(await subscription.getInvoices(ann.id)).toHaveLength(1);
});

it('reports mistakes of the operator, and unknown commands', async () => {
  for (const command of ['moderator:add', 'moderator:remove', 'operator:add', 'operator:remove']) {
    await expect(callOperatorCommand(dataDir, command, 'nobody@people.example')).rejects.toThrow(
      'There is no account with the email nobody@people.example.',
    );
  }
  await expect(callOperatorCommand(dataDir, 'toString', '')).rejects.toThrow('does not know the command');
});

it('returns null where no server runs', async () => {
  await server?.close();
  server = undefined;
  expect(await callOperatorCommand(dataDir, 'auth:keys', '')).toBeNull();
});

it('is open to its own user only, and replaces the socket of a killed process', async () => {
  const file = path.join(dataDir, 'operator.sock');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await server?.close();
  writeFileSync(file, '');
  server = await serve();
  expect(await callOperatorCommand(dataDir, 'auth:keys', '')).toContain('anon');
});

it('survives malformed and oversized requests', async () => {
  for (const request of ['', 'not json', 'null', 'x'.repeat(10_000)]) {
    const socket = createConnection(path.join(dataDir, 'operator.sock'));
    socket.on('error', () => {});
    socket.end(request);
    await text(socket).catch(() => {});
  }
  expect(await callOperatorCommand(dataDir, 'auth:keys', '')).toContain('anon');
});
