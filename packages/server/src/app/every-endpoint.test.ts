import { readdirSync } from 'node:fs';
import type { EndpointSpec } from '@soulsight/contract/endpoint';
import { ENDPOINTS } from '@soulsight/contract/endpoints';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { patchMe } from '@soulsight/contract/profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointKey } from '../core/http/route.ts';
import { type BuiltUser, buildUser } from '../features/demo/builders/user.builder.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

// Who may call what is in strangers.test.ts, requests drawn at random are in fuzz.test.ts.

let app: TestApp;
let user: BuiltUser;
beforeAll(async () => {
  app = await buildTestApp();
  user = await buildUser(app.features);
});
afterAll(() => app.stop());

function request(
  { method, path }: EndpointSpec,
  token: string,
  { id = crypto.randomUUID() as string, body }: Nonsense,
) {
  return app.http.inject({
    method,
    url: path.replace(/:\w+/g, encodeURIComponent(id)),
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
}

const each = ENDPOINTS.map(({ endpoint }) => [endpointKey(endpoint), endpoint] as const);
type Nonsense = { id?: string; body?: object };

/** What no client of ours sends. */
function nonsenseFor(endpoint: EndpointSpec): Nonsense[] {
  const ids = endpoint.path.includes(':') ? [{ id: "not-a-uuid' or 1=1" }, { id: '0'.repeat(280) }] : [];
  if (endpoint.upload) return [...ids, { body: { photo: 'no file' } }];
  if (!endpoint.body) return ids;
  return [
    ...ids,
    { body: { surprise: true, $where: '1' } },
    { body: [1, 2, 3] },
    { body: { content: '\u0000', email: {}, ids: 'x' } },
  ];
}

/** The addresses that the specification names, by its row. */
const SPECIFIED = {
  '[7.18]': [
    'POST /api/auth/login',
    'POST /api/auth/register',
    'POST /api/auth/logout',
    'GET /api/auth/me',
    'PATCH /api/auth/me',
    'POST /api/auth/refresh',
    'POST /api/auth/verify-email',
    'POST /api/auth/resend-verification',
    'POST /api/auth/forgot-password',
    'POST /api/auth/reset-password',
  ],
  '[7.19]': ['GET /api/match/potential', 'POST /api/match/like', 'POST /api/match/pass', 'GET /api/match/:id'],
  '[7.20]': [
    'POST /api/reveal/request',
    'POST /api/reveal/accept',
    'POST /api/reveal/decline',
    'GET /api/reveal/:id/status',
  ],
  '[7.21]': [
    'GET /api/chat/conversations',
    'GET /api/chat/conversations/:id',
    'GET /api/chat/conversations/:id/messages',
    'POST /api/chat/conversations/:id/messages',
    'POST /api/chat/conversations/:id/messages/:messageId/read',
  ],
  '[7.22]': [
    'GET /api/wingman/insights',
    'GET /api/wingman/conversations/:id/suggestions',
    'GET /api/wingman/conversations/:id/analysis',
  ],
  '[7.23]': ['POST /api/bgp/update', 'GET /api/bgp/questions', 'GET /api/bgp/compatibility/:id'],
  '[7.24]': ['GET /api/trust/profile', 'POST /api/trust/report', 'POST /api/trust/verify'],
  '[7.25]': [
    'GET /api/upgrade/subscriptions',
    'GET /api/upgrade/current',
    'POST /api/upgrade/plan',
    'POST /api/upgrade/cancel',
    'GET /api/upgrade/payment-methods',
  ],
  '[7.26]': [
    'GET /api/user',
    'GET /api/user/:id',
    'POST /api/user/photos',
    'DELETE /api/user/photos/:id',
    'GET /api/user/preferences',
    'POST /api/user/block/:id',
    'POST /api/user/report/:id',
    'POST /api/user/delete',
  ],
  '[7.27]': ['GET /api/notifications', 'POST /api/notifications/:id/read', 'GET /api/notifications/settings'],
};

it.each(Object.entries(SPECIFIED))('%s the addresses of the specification are served', (_row, addresses) => {
  expect([...app.http.api.registered.keys()]).toEqual(expect.arrayContaining(addresses));
});

describe('every endpoint of the contract', () => {
  it('is served', () => {
    const missing = each.filter(([key]) => !app.http.api.registered.has(key)).map(([key]) => key);
    expect(missing).toEqual([]);
  });

  it('has an entry for every route that is registered with `route`', () => {
    const known = new Set(each.map(([key]) => key));
    expect([...app.http.api.registered].filter((key) => !known.has(key))).toEqual([]);
  });

  it('is in the feature that serves it: contract and server use the same names', () => {
    const features = readdirSync(new URL('../features', import.meta.url));
    expect(features).toEqual(expect.arrayContaining(ENDPOINTS.map(({ feature }) => feature)));
  });

  it.each(each.filter(([, { access }]) => access !== 'public'))(
    '%s refuses a token of nonsense',
    async (_key, endpoint) => {
      expect((await request(endpoint, 'ey.ey.ey', {})).statusCode).toBe(401);
    },
  );

  it.each(each.filter(([, endpoint]) => nonsenseFor(endpoint).length > 0))(
    '%s meets nonsense with a clear refusal',
    async (key, endpoint) => {
      for (const nonsense of nonsenseFor(endpoint)) {
        const { statusCode, body } = await request(endpoint, user.token, nonsense);
        expect(statusCode, `${key} ${JSON.stringify(nonsense)}: ${body}`).toBeGreaterThanOrEqual(400);
        expect(statusCode, `${key} ${JSON.stringify(nonsense)}: ${body}`).toBeLessThan(500);
        errorBodySchema.parse(JSON.parse(body));
      }
    },
  );

  it('[7.17] refusals carry a sentence for a person, and name the fields at fault', async () => {
    const refused = (await app.call(patchMe, { as: user, body: { birth_date: '2020-01-01' } })).refused();
    expect(refused).toMatchObject({ code: 'validation_failed', detail: expect.stringMatching(/\w+/) });
    expect(Object.keys(refused.fields ?? {})).toContain('birth_date');
  });
});
