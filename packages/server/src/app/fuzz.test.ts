import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ENDPOINTS, type EndpointName } from '@soulsight/contract/endpoints';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { CLIENT_PAYLOADS, type ClientEventType, envelopeSchema } from '@soulsight/contract/realtime';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltUser, buildPair } from '../features/demo/builders/user.builder.ts';
import { type Belongings, ROLES } from '../testing/callers.ts';
import { buildCast, type Cast } from '../testing/cast.ts';
import { ENDPOINT_BY_NAME } from '../testing/contract-requests.ts';
import { ENDPOINT_CASES } from '../testing/endpoint-cases.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { buildUrl } from '../testing/test-call.ts';
import type { TestSocket } from '../testing/test-socket.ts';

/** How many requests, and a quarter as many socket frames. `npm run fuzz` sends more. */
const REQUESTS_SENT = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const FRAMES_SENT = Math.ceil(REQUESTS_SENT / 4);
/** `fresh` draws another seed; a failure prints it. */
const SEED =
  process.env.FUZZ_SEED === 'fresh' ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.FUZZ_SEED ?? 1);
/** A millisecond or so each; a failure is shrunk, which sends more. */
const PATIENCE_MS = 300_000 + REQUESTS_SENT * 60;
/** Codes with which the server may say that it cannot answer now. */
const UNAVAILABLE = ['unavailable', 'analysis_unavailable'];
const HEAP_GROWTH_MAX_BYTES = 64_000_000;

/** Sent together, so that they also meet each other, and the server works while the database does. */
const REQUESTS_AT_ONCE = 20;
/** After some requests the callers have signed out, blocked one another and deleted what they have. */
const REQUESTS_PER_CAST = 1_000;

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const NONSENSE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'NaN',
  '__proto__',
  '1e309',
  '9'.repeat(400),
  '\u202e'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(300),
  'x'.repeat(20_000),
  '0000-00-00T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-fffffffffffg',
];
const NUMBERS = [0, -0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE];

/** What no client of ours makes. */
const nonsense: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NONSENSE_TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(null, true, false, [], {}, [[[[[[[[]]]]]]]]),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(fc.constantFrom(...NONSENSE_TEXTS, ...NUMBERS), { maxLength: 60 }),
);

/** What happens to a valid request before it is sent. */
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('replace' as const), at: fc.nat(), by: nonsense }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat() }) },
  fc.record({ do: fc.constant('add' as const), key: fc.constantFrom('surprise', '__proto__', 'id', ''), by: nonsense }),
  fc.record({ do: fc.constant('whole' as const), by: nonsense }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Changes one value somewhere inside. */
function apply(value: unknown, how: Change): unknown {
  if (how.do === 'whole') return how.by;
  if (typeof value !== 'object' || value === null) return 'by' in how ? how.by : undefined;
  const entries = Object.entries(value);
  if (how.do === 'add') return Object.fromEntries([...entries, [how.key, how.by]]);
  if (entries.length === 0) return value;
  const index = how.at % entries.length;
  const deeper = Math.floor(how.at / entries.length);
  const changed = entries.flatMap(([key, inner], n) => {
    if (n !== index) return [[key, inner]];
    if (typeof inner === 'object' && inner !== null && deeper % 2 === 1)
      return [[key, apply(inner, { ...how, at: deeper })]];
    return how.do === 'remove' ? [] : [[key, how.by]];
  });
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

const NAMES = ENDPOINTS.map(({ name }) => name);
const CONTENT_TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'x',
];
/** Calls that end the caller's session or account: they are sent changed only. */
const ENDS_CALLER = new Set<EndpointName>([
  'postAuthLogout',
  'postDeleteMe',
  'deleteAuthSession',
  'postAuthResetPassword',
]);

const request = fc
  .record({
    name: fc.constantFrom(...NAMES),
    role: fc.constantFrom(...ROLES),
    changes: fc.array(fc.tuple(fc.constantFrom('params', 'query', 'body'), change), { minLength: 0, maxLength: 3 }),
    contentType: fc.option(fc.constantFrom(...CONTENT_TYPES), { freq: 12, nil: undefined }),
  })
  .filter(({ name, changes }) => changes.length > 0 || !ENDS_CALLER.has(name));
type Drawn = typeof request extends fc.Arbitrary<infer T> ? T : never;

type Parts = { params?: unknown; query?: unknown; body?: unknown };

function buildRequest({ name, role, changes, contentType }: Drawn) {
  const endpoint = ENDPOINT_BY_NAME[name];
  const build = ENDPOINT_CASES[name].request as (its: Belongings) => Parts;
  const parts: Record<string, unknown> = { ...build(cast.theirs[role]) };
  for (const [part, how] of changes) if (part in parts || how.do === 'add') parts[part] = apply(parts[part] ?? {}, how);
  const token = cast.callers[role]?.token;
  const payload = parts.body === undefined ? undefined : toJson(parts.body);
  return {
    method: endpoint.method,
    url: buildUrl(endpoint, toValues(parts.params), toValues(parts.query)),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': contentType ?? 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  };
}

/** A URL can carry any text, except for half a character. An object may have no text of its own, such as one with a `toString`. */
function toValues(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const toText = (inner: unknown) => (typeof inner === 'object' ? toJson(inner) : String(inner));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toText(inner).toWellFormed()]));
}

/** JSON, also for values that JSON does not have. */
function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

it(
  `${REQUESTS_SENT} requests drawn from the contract get an answer of the contract`,
  async () => {
    const statuses = new Map<number, number>();
    const heap: number[] = [];
    const numRuns = Math.ceil(REQUESTS_SENT / REQUESTS_AT_ONCE);
    const halfAt = Math.ceil(numRuns / 2) * REQUESTS_AT_ONCE;
    let sent = 0;
    // The next one is built while requests are sent.
    let coming = buildCast(app);
    await fc.assert(
      fc.asyncProperty(fc.tuple(...Array<typeof request>(REQUESTS_AT_ONCE).fill(request)), async (drawn: Drawn[]) => {
        if (sent % REQUESTS_PER_CAST === 0) {
          cast = await coming;
          coming = buildCast(app);
        }
        for (const status of await Promise.all(drawn.map(send))) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        sent += drawn.length;
        if (sent === halfAt) heap.push(measureHeap());
      }),
      { numRuns, seed: SEED },
    );
    await coming;
    heap.push(measureHeap());
    // Requests reach the handlers: they are not all refused for their caller or their shape.
    const share = (from: number, to: number) =>
      [...statuses].filter(([status]) => status >= from && status < to).reduce((sum, [, n]) => sum + n, 0) / sent;
    expect(share(200, 300)).toBeGreaterThan(0.05);
    expect(share(400, 401)).toBeGreaterThan(0.15);
    expect((heap[1] ?? 0) - (heap[0] ?? 0)).toBeLessThan(HEAP_GROWTH_MAX_BYTES);
  },
  PATIENCE_MS,
);

/** Sends one, and returns the status of its answer, which must be of the contract. */
async function send(drawn: Drawn): Promise<number> {
  const { statusCode, body, headers } = await app.http.inject(buildRequest(drawn));
  if (statusCode < 400) return statusCode;
  const which = `${drawn.name} as ${drawn.role}`;
  expect(String(headers['content-type']), which).toContain('application/json');
  const { code } = errorBodySchema.parse(JSON.parse(body));
  if (statusCode >= 500) expect(UNAVAILABLE, which).toContain(code);
  return statusCode;
}

/** Bytes in use after a full collection. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const EVENT_TYPES = Object.keys(CLIENT_PAYLOADS) as ClientEventType[];
const frame = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        type: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom<string>(...EVENT_TYPES) },
          fc.constantFrom('auth_success', 'x'),
        ),
        payload: fc.dictionary(
          fc.constantFrom(
            'user_id',
            'timestamp',
            'conversation_id',
            'message_id',
            'content',
            'match_id',
            'stage',
            'seq',
          ),
          nonsense,
        ),
        id: fc.oneof(fc.uuid(), nonsense),
        priority: fc.oneof(fc.constantFrom('low', 'normal', 'high'), nonsense),
      })
      .map(toJson),
  },
  nonsense.map(toJson),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
/** Codes with which the server may close a socket after a frame of nonsense. */
const CLOSE_CODES = [1000, 1003, 1007, 1008, 1009];
const FRAMES_BETWEEN_CHECKS = 20;

it(
  `${FRAMES_SENT} socket frames drawn at random get events of the contract, or a close`,
  async () => {
    const { one } = await buildPair(app.features);
    const frames = fc.sample(frame, { numRuns: FRAMES_SENT, seed: SEED });
    let socket: TestSocket | null = null;
    const heap: number[] = [];
    const halfAt = Math.floor(frames.length / 2 / FRAMES_BETWEEN_CHECKS) * FRAMES_BETWEEN_CHECKS;
    for (let at = 0; at < frames.length; at += FRAMES_BETWEEN_CHECKS) {
      socket ??= await openSignedIn(one);
      for (const data of frames.slice(at, at + FRAMES_BETWEEN_CHECKS)) socket.sendRaw(data);
      if (!(await isAlive(socket))) socket = null;
      if (at === halfAt) heap.push(measureHeap());
    }
    heap.push(measureHeap());
    expect((heap[1] ?? 0) - (heap[0] ?? 0)).toBeLessThan(HEAP_GROWTH_MAX_BYTES);
    expect((await app.http.inject('/health')).statusCode).toBe(200);
  },
  PATIENCE_MS,
);

async function openSignedIn(user: BuiltUser): Promise<TestSocket> {
  const socket = await app.socket(user);
  await socket.next('auth_success');
  return socket;
}

/** Whether the socket still answers; otherwise it was closed with a code of the contract. Everything that arrives must be in the contract. */
async function isAlive(socket: TestSocket): Promise<boolean> {
  const answer = socket.request('heartbeat').then(
    () => null,
    () => null,
  );
  const closed = await Promise.race([socket.closed, answer]);
  const invalid = socket.pending().filter((event) => !envelopeSchema.safeParse(event).success);
  expect(invalid).toEqual([]);
  if (closed !== null) expect(CLOSE_CODES).toContain(closed);
  return closed === null;
}
