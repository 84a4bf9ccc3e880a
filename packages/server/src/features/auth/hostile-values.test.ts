import fc from 'fast-check';
import Fastify, { type FastifyInstance, type HTTPMethods, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gotrueRoutes } from './http/gotrue.routes.ts';
import { buildAuth, PASSWORD, type TestAuth } from './testing/build-auth.ts';

/** The requests are the same each time; `AUTH_FUZZ_SEED` and `AUTH_FUZZ_REQUESTS` select others. */
const SEED = Number(process.env.AUTH_FUZZ_SEED ?? 20_261_122);
const REQUESTS = Number(process.env.AUTH_FUZZ_REQUESTS ?? 1_000);
const TIME_MAX_MS = Math.max(120_000, REQUESTS * 200);

const NAMES = [
  ...['email', 'phone', 'password', 'data', 'type', 'token', 'token_hash', 'redirect_to', 'grant_type', 'scope'],
  ...['code_challenge', 'code_challenge_method', 'refresh_token', 'auth_code', 'code_verifier', 'nonce', 'channel'],
  ...['provider', 'id_token', 'access_token', 'link_identity', 'gotrue_meta_security', 'create_user', 'state', 'code'],
  ...['current_password', 'factor_type', 'friendly_name', 'issuer', 'challenge_id', 'webauthn', 'credential', 'error'],
  ...['ban_duration', 'email_confirm', 'phone_confirm', 'role', 'app_metadata', 'user_metadata', 'page', 'per_page'],
  ...['id', 'new_email', 'should_soft_delete', 'scopes', 'skip_http_redirect', 'error_description', 'challengeId'],
];
const DASHES = '-'.repeat(36);
const HARD = [
  ...['', ' ', '\u0000', 'a\u0000@example.org', '\ud800', 'a\udfff@example.org', DASHES, `${DASHES}.x`, '__proto__'],
  ...[
    '..',
    '%00',
    '%',
    "' or 1=1 --",
    'x'.repeat(10_000),
    '1e999',
    '-1',
    '99999999999999999999',
    '2026-99-99T00:00:00Z',
  ],
  ...['00000000-0000-4000-8000-000000000000', 'İ@example.org', '٣٣٣٣٣٣', 'javascript:alert(1)', '\r\nset-cookie: a=b'],
];
const USUAL = [
  ...[
    'signup',
    'recovery',
    'magiclink',
    'invite',
    'email_change',
    'email',
    'sms',
    'phone_change',
    'undo',
    'S256',
    'plain',
  ],
  ...[
    'password',
    'pkce',
    'id_token',
    'totp',
    'webauthn',
    'global',
    'local',
    'others',
    '123456',
    '24h',
    'none',
    PASSWORD,
  ],
  ...[
    'new@example.org',
    '+4915112345678',
    'http://localhost:3000/dashboard',
    'x'.repeat(43),
    'pkce_x',
    'email_change_new',
  ],
];
const VALUES = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HARD) },
  { weight: 4, arbitrary: fc.constantFrom(...USUAL) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1e308, [], {}, [[[]]], { '\u0000': 1 }, { type: 1 }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ depthSize: 'small' }) },
);
/** Longer ones, and two dots, do not reach the route. */
const PATH_SAFE = [...HARD, ...USUAL].filter((text) => text.length < 40 && text !== '..');
const FIELDS = fc.dictionary(fc.constantFrom(...NAMES), VALUES, { maxKeys: 7 });

interface Route {
  method: HTTPMethods;
  url: string;
}
type Fields = Record<string, unknown>;

let t: TestAuth;
let app: FastifyInstance;
let routes: Route[];
let tokens: (string | null)[];
beforeAll(async () => {
  t = await buildAuth({ config: { phone: true, anonymous: true } });
  app = Fastify();
  routes = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD' && one !== 'OPTIONS') routes.push({ method: one as HTTPMethods, url });
  });
  await app.register(gotrueRoutes(t.auth), { prefix: '/auth/v1' });
  await app.ready();
  tokens = [null, (await t.createUser()).token, await t.auth.authenticator.issueApiKey('service_role')];
});
afterAll(async () => {
  await app.close();
  await t.close();
});

function buildUrl(url: string, parameter: string, query: Fields): string {
  const path = url.replace(/:[^/]+|\*$/g, () => encodeText(parameter));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeText(value)}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** Half of a surrogate pair has no UTF-8 form, so a URL cannot contain it. */
function encodeText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
}

async function send({ method, url }: Route, token: string | null, parameter: string, query: Fields, body: Fields) {
  const request: InjectOptions = {
    method: method as 'GET',
    url: buildUrl(url, parameter, query),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(method === 'GET' ? {} : { payload: body }),
  };
  const answer = await app.inject(request);
  expect(answer.statusCode, `${method} ${request.url}`).toBeLessThan(500);
  if (answer.statusCode >= 400) expect(answer.json(), `${method} ${request.url}`).toHaveProperty('error_code');
}

it(
  'a value that fits no field is refused without a server error in all fields of every call',
  async () => {
    expect(routes.length).toBeGreaterThan(50);
    for (const [n, route] of routes.entries()) {
      for (const value of HARD) {
        const fields = Object.fromEntries(NAMES.map((name) => [name, value]));
        await send(
          route,
          tokens[n % tokens.length] ?? null,
          PATH_SAFE.includes(value) ? value : DASHES,
          fields,
          fields,
        );
      }
    }
  },
  TIME_MAX_MS,
);

it(
  'values drawn at random in any fields of any call cause no server error',
  async () => {
    const requests = fc.record({
      route: fc.constantFrom(...routes),
      token: fc.constantFrom(...tokens),
      parameter: fc.constantFrom(...PATH_SAFE),
      query: FIELDS,
      body: FIELDS,
    });
    await fc.assert(
      fc.asyncProperty(requests, ({ route, token, parameter, query, body }) =>
        send(route, token, parameter, query, body),
      ),
      { seed: SEED, numRuns: REQUESTS },
    );
  },
  TIME_MAX_MS,
);
