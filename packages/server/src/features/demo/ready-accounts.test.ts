import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { postMatchFind } from '@soulsight/contract/match';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { type BuiltUser, buildUser } from './builders/user.builder.ts';
import { ensureReadyAccounts, READY_ACCOUNTS_FILE } from './ready-accounts.ts';

let app: TestApp;
let lived: TestApp;
let nora: BuiltUser;
let readyIds: string[];
let livedIds: string[];

/** Creates the ready accounts; returns the ids of the free, the premium and the moderator account. */
async function createReadyAccounts({ core, features, database }: TestApp, size?: number): Promise<string[]> {
  const accounts = await ensureReadyAccounts(core, features, { size });
  const rows = await queryRows({ database }, sql`select id, email from users`);
  const ready = [accounts.free, accounts.premium, accounts.moderator];
  return ready.map((account) => String(rows.find((row) => row.email === account?.email)?.id));
}

beforeAll(async () => {
  app = await buildTestApp({ env: { DEMO: '1' } });
  readyIds = await createReadyAccounts(app, 0);
  nora = await buildUser(app.features, { firstName: 'Nora' });
  lived = await buildTestApp();
  livedIds = await createReadyAccounts(lived);
});
afterAll(() => Promise.all([app.stop(), lived.stop()]));

describe('the accounts to look around with', () => {
  const url = '/dev/accounts.json';

  it('are the free and the premium one, and only this machine sees them', async () => {
    const accounts = await ensureReadyAccounts(app.core, app.features, { size: 0 });
    const { free, premium } = accounts;
    expect((await app.http.inject(url)).json()).toEqual({ free, premium });
    expect((await app.http.inject({ url, remoteAddress: '203.0.113.9' })).statusCode).toBe(404);
    expect((await app.http.inject({ url, headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode).toBe(404);
  });

  it.each([
    ['on a public site', { PUBLIC_URL: 'https://soulsight.example' }],
    ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['without a demo', { DEMO: '0' }],
  ])('are not shown %s', async (_, env) => {
    const other = await buildTestApp({ env: { DEMO: '1', ...env } });
    const account = { email: 'a@demo.example', password: 'quiet-harbour' };
    const file = path.join(other.core.config.dataDir, READY_ACCOUNTS_FILE);
    writeFileSync(file, JSON.stringify({ free: account, premium: account }));
    expect((await other.http.inject(url)).statusCode).toBe(404);
    await other.stop();
  });
});

it('a newcomer whom only ready accounts would fit meets nobody', async () => {
  (await app.call(postMatchFind, { as: nora })).refused('nobody_left');
});

it('ready accounts meet demo users, but neither real users, even one who liked them, nor each other', async () => {
  for (const readyId of readyIds) {
    const { id } = await app.features.match.introduce(nora.id, readyId);
    await app.features.match.accept(nora.id, id);
    await expect(app.features.match.find(readyId)).rejects.toMatchObject({ code: 'nobody_left' });
  }
  const demoIds: string[] = [];
  for (const _ of readyIds) demoIds.push((await buildUser(app.features, { isDemo: true })).id);
  for (const readyId of readyIds) expect(demoIds).toContain((await app.features.match.find(readyId)).person.id);
});

it('a suggestion from before this rule is replaced', async () => {
  const lea = await buildUser(app.features, { firstName: 'Lea' });
  for (const readyId of readyIds) await app.features.match.introduce(lea.id, readyId);
  const found = (await app.call(postMatchFind, { as: lea })).ok();
  expect(readyIds).not.toContain(found.person.id);
});

it.each([
  ['free', 0, [0, 0, 0]],
  ['premium', 1, [0, 0, 0, 1]],
] as const)(
  'the %s account has a life: conversations at different stages, an open request and weeks of behaviour',
  async (_, at, stages) => {
    const id = livedIds[at] ?? '';
    const { match, chat, reveal, bgp, photos } = lived.features;
    const mutual = (await match.list(id)).filter(({ mutual_match }) => mutual_match);
    const states = await Promise.all(mutual.map((each) => reveal.getState(id, each.id)));
    expect(states.map(({ stage }) => stage).sort()).toEqual(stages);
    const { conversations } = await chat.list(id, { limit: 20 });
    expect(conversations).toHaveLength(mutual.length - 1);
    for (const { last_message } of conversations) expect(last_message?.sender_id).not.toBe(id);
    const requests = await reveal.listRequests(id);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.requester_id).not.toBe(id);
    expect((await match.countLikes(id)).amount).toBe('few');
    expect(await photos.listOwn(id)).toHaveLength(2);
    const days = new Set((await bgp.profile(id)).recent_events.map((event) => event.timestamp.slice(0, 10)));
    expect(days.size).toBeGreaterThan(5);
  },
);
