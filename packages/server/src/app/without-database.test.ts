import type { EndpointName } from '@soulsight/contract/endpoints';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PHOTOS_PATH } from '../features/profile/photos/photo-links.ts';
import type { Belongings } from '../testing/callers.ts';
import { callByName } from '../testing/contract-requests.ts';
import { ENDPOINT_CASES } from '../testing/endpoint-cases.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

const ID = '00000000-0000-4000-8000-000000000001';
/** Whatever a request names has this id. */
const ITS = new Proxy({}, { get: (_, key) => (key === 'email' ? 'ann@example.org' : ID) }) as Belongings;
const SENTENCE = /\w[.!]$|^Analysis service still unavailable$/;

let app: TestApp;
beforeAll(async () => {
  // The database breaks right after it was asked for the session: what runs before each answer needs it, too.
  const session = { sessionId: ID, email: null, emailVerified: true, locked: false, expiresAt: 0 };
  app = await buildTestApp({
    authenticate: async () => ({ userId: crypto.randomUUID(), role: 'moderator', aal: 'aal2', ...session }),
  });
  await app.database.close();
});
afterAll(() => app.http.close());

it.each(Object.keys(ENDPOINT_CASES) as EndpointName[])('%s is answered, or refused with a sentence', async (name) => {
  const answer = await callByName(app.http, name, ITS, { token: 'any' });
  expect(answer.statusCode, answer.body).not.toBe(500);
  if (answer.statusCode < 400) return;
  expect(errorBodySchema.parse(answer.json()).detail).toMatch(SENTENCE);
});

it('a picture is refused with a sentence', async () => {
  const answer = await app.http.inject({ url: `${PHOTOS_PATH}/x`, headers: { authorization: 'Bearer any' } });
  expect(errorBodySchema.parse(answer.json()).detail).toMatch(SENTENCE);
});

it.each([
  ['POST', '/token?grant_type=password', { email: 'ann@example.org', password: 'seven quiet herons' }],
  ['POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }],
  ['POST', '/signup', { email: 'ann@example.org', password: 'seven quiet herons on a roof' }],
  ['POST', '/recover', { email: 'ann@example.org' }],
  ['POST', '/otp', { email: 'ann@example.org' }],
  ['GET', '/verify?type=signup&token=x', undefined],
] as const)('%s /auth/v1%s is refused with a sentence', async (method, path, payload) => {
  const answer = await app.http.inject({ method, url: `/auth/v1${path}`, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).not.toBe(500);
  if (answer.statusCode >= 500) expect(answer.json().msg).toMatch(SENTENCE);
});
