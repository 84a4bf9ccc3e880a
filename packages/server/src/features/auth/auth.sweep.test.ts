import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildAccount } from './auth.builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const client = { ip: '127.0.0.1', userAgent: null };

async function count(table: string): Promise<number> {
  const { rows } = await app.core.db.execute<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? 0;
}

it('deletes expired links, flows and throttling records, and nothing that is still valid', async () => {
  const { auth } = app.features;
  const { email } = await buildAccount(auth);
  const request = (address: string) => ({
    email: address,
    challenge: { challenge: 'x'.repeat(43), method: 's256' as const },
    redirectTo: 'http://localhost:3000',
  });
  await auth.mailRequests.recover(request(email), client);
  app.clock.advance(2 * DAY_MS);
  await auth.mailRequests.recover(request(`${randomUUID()}@example.org`), client);
  await auth.sweep();
  expect([await count('one_time_tokens'), await count('flow_states'), await count('mail_pauses')]).toEqual([1, 1, 1]);
});

it('keeps a session usable however old its refresh tokens are', async () => {
  const { auth } = app.features;
  const { refreshToken } = await buildAccount(auth);
  await auth.sessions.refresh(refreshToken, client);
  app.clock.advance(60 * DAY_MS);
  await auth.sweep();
  const next = await auth.sessions.refresh(refreshToken, client);
  const third = await auth.sessions.refresh(next.refresh_token, client);
  await auth.sweep();
  await expect(auth.sessions.refresh(refreshToken, client)).rejects.toMatchObject({ code: 'refresh_token_not_found' });
  expect((await auth.sessions.refresh(third.refresh_token, client)).access_token).toBeTruthy();
});

it('deleting a user as administrator deletes all rows of the user', async () => {
  const { auth, profile } = app.features;
  const { id } = await buildAccount(auth, { metadata: { first_name: 'Ann' } });
  await profile.me(id);
  await auth.admin.remove(id, false);
  for (const table of [
    'users where id',
    'profiles where user_id',
    'identities where user_id',
    'sessions where user_id',
  ]) {
    expect(await count(`${table} = '${id}'`)).toBe(0);
  }
  expect(await count(`data_keys where owner = 'user:${id}'`)).toBe(0);
});
