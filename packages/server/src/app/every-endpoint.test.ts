import type { EndpointSpec } from '@soulsight/contract/endpoint';
import { ENDPOINTS } from '@soulsight/contract/endpoints';
import { errorBodySchema } from '@soulsight/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointKey } from '../core/http/route.ts';
import { type BuiltUser, buildPair, buildUser } from '../features/demo/builders/user.builder.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

/** What belongs to one pair; a stranger tries each of it. */
interface Belongings {
  one: BuiltUser;
  matchId: string;
  conversationId: string;
  messageId: string;
  notificationId: string;
  photoId: string;
  cardId: string;
  reportId: string;
  sanctionId: string;
}

let app: TestApp;
let stranger: BuiltUser;
let unverified: BuiltUser;
let theirs: Belongings;

const TEST_CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };

beforeAll(async () => {
  app = await buildTestApp();
  stranger = await buildUser(app.features, { firstName: 'Sten', profile: { wishes: undefined } });
  unverified = await buildUser(app.features, { firstName: 'Uma', verified: false });
  theirs = await settle();
});
afterAll(() => app.stop());

async function settle(): Promise<Belongings> {
  const { features } = app;
  const { photos, subscription, safety, chat } = features;
  const { one, other, matchId } = await buildPair(features, { one: { firstName: 'Ona' }, other: { firstName: 'Odo' } });
  const conversation = await chat.start(one.id, matchId);
  const sent = await chat.send({ userId: one.id, conversationId: conversation.id, content: 'Good morning' });
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const sharp = (await import('sharp')).default;
  const photo = await photos.add(one.id, await sharp(pixel).resize(600, 600).jpeg().toBuffer());
  const card = await subscription.addCard(one.id, TEST_CARD);
  const moderator = await buildUser(features, { isModerator: true });
  const report = await safety.report(other.id, one.id, {
    category: 'other',
    details: 'x',
    message_ids: [],
    block: false,
  });
  await safety.decide(moderator.id, report.id, { action: 'warn', reason: 'Please be kind.' });
  const [sanction] = await safety.listSanctions(one.id);
  const { notifications } = await features.notifications.list(one.id, { limit: 1 });
  return {
    one,
    matchId,
    conversationId: conversation.id,
    messageId: sent.message.id,
    notificationId: notifications[0]?.id ?? '',
    photoId: photo.id,
    cardId: card.id,
    reportId: report.id,
    sanctionId: sanction?.id ?? '',
  };
}

/** The id that an endpoint's path would name, were it the owner's. */
function idFor({ path }: EndpointSpec): string {
  if (path.includes('/photos/')) return theirs.photoId;
  if (path.includes('/sanctions/')) return theirs.sanctionId;
  if (path.includes('/appeals/')) return theirs.sanctionId;
  if (path.includes('/moderation/reports/')) return theirs.reportId;
  if (path.includes('/payment-methods/')) return theirs.cardId;
  if (path.startsWith('/api/notifications/')) return theirs.notificationId;
  if (path.includes('/conversations/')) return theirs.conversationId;
  if (path.startsWith('/api/user/')) return theirs.one.id;
  return theirs.matchId;
}

/** A body that would do, with the pair's ids in it. */
const BODIES: Record<string, () => unknown> = {
  'POST /api/match/like': () => ({ match_id: theirs.matchId }),
  'POST /api/match/pass': () => ({ match_id: theirs.matchId }),
  'POST /api/match/:id/accept': () => ({}),
  'POST /api/match/:id/reject': () => ({}),
  'POST /api/conversations/start': () => ({ match_id: theirs.matchId }),
  'POST /api/conversations/:id/messages': () => ({ content: 'hello' }),
  'POST /api/chat/conversations/:id/messages': () => ({ content: 'hello' }),
  'POST /api/reveal/request': () => ({ match_id: theirs.matchId, stage: 1 }),
  'POST /api/reveal/accept': () => ({ match_id: theirs.matchId, stage: 1 }),
  'POST /api/reveal/decline': () => ({ match_id: theirs.matchId, stage: 1 }),
  'POST /api/reveal/step-back': () => ({ match_id: theirs.matchId, stage: 1 }),
  'POST /api/feedback/:matchId': () => ({ occasion: 'conversation', answer: null }),
  'POST /api/ai-wingman/:matchId/use': () => ({ suggestion_id: theirs.matchId }),
  'POST /api/user/report/:id': () => ({ category: 'other' }),
  'POST /api/trust/report': () => ({ category: 'other', user_id: theirs.one.id }),
  'POST /api/user/sanctions/:id/appeal': () => ({ text: 'I would like another look.' }),
  'PUT /api/user/photos': () => ({ ids: [theirs.photoId] }),
  'POST /api/bgp/insights': () => ({ bgp_id: theirs.one.id, timeframe: '30d' }),
  'POST /api/bgp/analyze': () => ({ user_id: theirs.one.id, retry_fallback: false }),
  'POST /api/bgp/compatibility': () => ({ user_bgp: theirs.one.id, other_bgp: theirs.one.id }),
  'POST /api/upgrade/plan': () => ({
    offer: 'premium_monthly',
    payment_method_id: theirs.cardId,
    idempotency_key: crypto.randomUUID(),
  }),
  'POST /api/moderation/reports/:id/decide': () => ({ action: 'dismiss', reason: 'nothing' }),
  'POST /api/moderation/appeals/:id/decide': () => ({ grant: true, answer: 'fine' }),
};

function request(endpoint: EndpointSpec, as: { token: string } | null, options: { id?: string; body?: unknown } = {}) {
  const id = options.id ?? idFor(endpoint);
  const path = endpoint.path
    .replace(':messageId', options.id ?? theirs.messageId)
    .replace(/:\w+/g, encodeURIComponent(id));
  const query = endpoint.path === '/api/chat/search' ? `?q=morning&conversation_id=${theirs.conversationId}` : '';
  const body = 'body' in options ? options.body : BODIES[endpointKey(endpoint)]?.();
  return app.http.inject({
    method: endpoint.method,
    url: path + query,
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
    ...(body === undefined ? {} : { payload: body as object }),
  });
}

function toRefusal(answer: { statusCode: number; body: string }) {
  return { status: answer.statusCode, ...errorBodySchema.parse(JSON.parse(answer.body)) };
}

const each = ENDPOINTS.map(({ endpoint }) => [endpointKey(endpoint), endpoint] as const);
const needing = (...access: EndpointSpec['access'][]) =>
  each.filter(([, endpoint]) => access.includes(endpoint.access));
/** Those that name something of somebody's in the path or in the body. */
const naming = each.filter(([key, endpoint]) => endpoint.path.includes(':') || key in BODIES);
/** Repeating these calls changes nothing, for any caller. */
const HARMLESS = new Set(['DELETE /api/user/block/:id']);

/** What no client of ours sends. */
function nonsenseFor(endpoint: EndpointSpec): { id?: string; body?: unknown }[] {
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

  it.each(needing('signed_in', 'verified', 'moderator'))('%s refuses who is signed out', async (_key, endpoint) => {
    expect(toRefusal(await request(endpoint, null))).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  it.each(needing('signed_in', 'verified', 'moderator'))('%s refuses a token of nonsense', async (_key, endpoint) => {
    expect(toRefusal(await request(endpoint, { token: 'ey.ey.ey' })).status).toBe(401);
  });

  it.each(needing('verified'))('[6.2] %s refuses who has not verified their email', async (_key, endpoint) => {
    expect(toRefusal(await request(endpoint, unverified))).toMatchObject({ status: 403, code: 'email_not_verified' });
  });

  it.each(needing('moderator'))('%s refuses who is no moderator', async (_key, endpoint) => {
    expect(toRefusal(await request(endpoint, stranger))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it.each(naming.filter(([key, endpoint]) => endpoint.access !== 'public' && !HARMLESS.has(key)))(
    '%s gives a stranger nothing of what belongs to two others',
    async (key, endpoint) => {
      const answer = await request(endpoint, stranger);
      expect([402, 403, 404, 409], `${key}: ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode);
      expect(answer.body).not.toMatch(/Good morning|Ona|Odo/);
    },
  );

  it.each(each.filter(([, endpoint]) => nonsenseFor(endpoint).length > 0))(
    '%s meets nonsense with a clear refusal',
    async (key, endpoint) => {
      for (const attempt of nonsenseFor(endpoint)) {
        const { statusCode, body } = await request(endpoint, stranger, attempt);
        expect(statusCode, `${key} ${JSON.stringify(attempt)}: ${body}`).toBeGreaterThanOrEqual(400);
        expect(statusCode, `${key} ${JSON.stringify(attempt)}: ${body}`).toBeLessThan(500);
        errorBodySchema.parse(JSON.parse(body));
      }
    },
  );

  it('[7.17] refusals carry a sentence for a person, and name the fields at fault', async () => {
    const endpoint = each.find(([key]) => key === 'PATCH /api/user')?.[1] as EndpointSpec;
    const refused = toRefusal(await request(endpoint, stranger, { body: { birth_date: '2020-01-01' } }));
    expect(refused).toMatchObject({ status: 400, code: 'validation_failed', detail: expect.stringMatching(/\w+/) });
    expect(Object.keys(refused.fields ?? {})).toContain('birth_date');
  });
});
