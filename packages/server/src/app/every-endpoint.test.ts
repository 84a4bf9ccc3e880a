import type { EndpointSpec } from '@soulsight/contract/endpoint';
import { ENDPOINTS } from '@soulsight/contract/endpoints';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { patchMe } from '@soulsight/contract/user';
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

describe('every endpoint of the contract', () => {
  it('[7.17] [7.18] [7.19] [7.20] [7.21] [7.22] [7.23] [7.24] [7.25] [7.26] [7.27] is served', () => {
    const missing = each.filter(([key]) => !app.http.api.registered.has(key)).map(([key]) => key);
    expect(missing).toEqual([]);
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
