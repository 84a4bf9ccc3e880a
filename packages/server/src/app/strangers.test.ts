import type { Access } from '@soulsight/contract/endpoint';
import { ENDPOINTS, type EndpointName } from '@soulsight/contract/endpoints';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { ERRORS, type ErrorCode } from '@soulsight/contract/errors';
import type { Envelope } from '@soulsight/contract/realtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltUser, buildPair } from '../features/demo/builders/user.builder.ts';
import { type Belongings, ROLES, type Role } from '../testing/callers.ts';
import { buildCast, type Cast } from '../testing/cast.ts';
import { callByName, ENDPOINT_BY_NAME, isNamedByContract } from '../testing/contract-requests.ts';
import { ENDPOINT_CASES } from '../testing/endpoint-cases.ts';
import { EVENT_CASES, EVENT_TYPES, type NamingEvent } from '../testing/event-cases.ts';
import type { Outcome } from '../testing/outcomes.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestSocket } from '../testing/test-socket.ts';
import { signInAgain } from '../testing/test-users.ts';

/** Calls after which a later one would be answered differently: made last, in this order. */
const LAST: readonly EndpointName[] = [
  ...(['deletePhoto', 'deletePaymentMethod', 'deleteChatMessage', 'deleteAuthSession', 'deleteContactBlock'] as const),
  ...(['deleteSelfie', 'postMatchFind', 'postAuthLogout', 'postAuthResetPassword', 'postDeleteMe'] as const),
];

const IDS = [
  ...([
    'userId',
    'matchId',
    'conversationId',
    'messageId',
    'notificationId',
    'photoId',
    'selfieId',
    'cardId',
    'invoiceId',
  ] as const),
  ...(['reportId', 'sanctionId', 'contactBlockId', 'inquiryId', 'sessionId', 'suggestionId'] as const),
];
const naming = (email: string, id: string) =>
  ({ email, ...Object.fromEntries(IDS.map((key) => [key, id])) }) as unknown as Belongings;
const TARGETS = {
  malformed: naming('not-an-address', 'not-an-id'),
  missing: naming('nobody@people.example', '00000000-0000-4000-8000-000000000000'),
} as const;
type Target = keyof typeof TARGETS | 'theirs';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false, socketMessagesPer10s: 1e6, env: { GOTRUE_SMTP_MAX_FREQUENCY: '0' } });
  cast = await buildCast(app);
});
afterAll(() => app.stop());

/** The refusal of the access alone, if there is one. */
function findAccessRefusal(access: Access, role: Role): ErrorCode | null {
  if (access === 'public') return null;
  if (role === 'anonymous') return 'not_signed_in';
  if (access === 'moderator' && role !== 'moderator') return 'forbidden';
  if (access === 'operator' && role !== 'operator') return 'forbidden';
  if (access === 'signed_in') return null;
  if (role === 'unverified') return 'email_not_verified';
  return role === 'banned' ? 'account_locked' : null;
}

function namesSomething(name: EndpointName): boolean {
  const { request } = ENDPOINT_CASES[name];
  const toText = (its: Belongings) => JSON.stringify(request(its)).replace(/"idempotency_key":"[^"]*"/, '');
  return toText(TARGETS.malformed) !== toText(TARGETS.missing);
}

function findExpected(name: EndpointName, role: Role, target: Target): Outcome {
  const row = ENDPOINT_CASES[name].outcomes;
  const refusal = findAccessRefusal(ENDPOINT_BY_NAME[name].access, role);
  if (refusal) return refusal;
  if (target === 'malformed' && namesSomething(name)) return row.malformed ?? 'validation_failed';
  const theirs = target === 'theirs' ? row.theirs?.[role] : undefined;
  return row.gate?.[role] ?? theirs ?? row.stranger;
}

function toOutcome(name: EndpointName, answer: { statusCode: number; body: string }): string {
  if (answer.statusCode < 300) return 'ok';
  const { code } = errorBodySchema.parse(JSON.parse(answer.body));
  if (!isNamedByContract(ENDPOINT_BY_NAME[name], code)) return `${code}, which the contract does not name`;
  return ERRORS[code].status === answer.statusCode ? code : `${code} with ${answer.statusCode}`;
}

/** A pair that a call may end: the caller as owner or as the matched user. */
async function buildOtherPair(role: Role): Promise<{ caller: BuiltUser; its: Belongings }> {
  const { one, other, matchId } = await buildPair(app.features);
  return { caller: role === 'owner' ? one : other, its: { ...TARGETS.missing, userId: one.id, matchId } };
}

async function call(name: EndpointName, role: Role, target: Target) {
  const isMember = role === 'owner' || role === 'matched';
  if (ENDPOINT_CASES[name].outcomes.ends && isMember && target === 'theirs') {
    const { caller, its } = await buildOtherPair(role);
    return callByName(app.http, name, its, caller);
  }
  const caller = cast.callers[role];
  const its = target === 'theirs' ? cast.theirs[role] : TARGETS[target];
  const as = caller && LAST.includes(name) && !namesSomething(name) ? await signInAgain(app, caller) : caller;
  return callByName(app.http, name, its, as);
}

/** They see names, and the pair its messages. */
const INSIDERS: readonly Role[] = ['owner', 'matched', 'moderator'];
/** Before new suggestions take the place of those that the owner has. */
const FIRST: readonly EndpointName[] = ['postAiWingmanUse'];
const BETWEEN = ENDPOINTS.map(({ name }) => name).filter((name) => !FIRST.includes(name) && !LAST.includes(name));
const ORDER = [...FIRST, ...BETWEEN, ...LAST];

/** Makes the calls of one caller, and returns what is not as the table says. */
async function listFaults(name: EndpointName, role: Role): Promise<string[]> {
  const faults: string[] = [];
  const refusals = new Set<string>();
  const isSame = findExpected(name, role, 'theirs') === findExpected(name, role, 'missing');
  const targets: Target[] = namesSomething(name) ? ['malformed', 'missing', 'theirs'] : ['theirs'];
  for (const target of targets) {
    const answer = await call(name, role, target);
    const [is, should] = [toOutcome(name, answer), findExpected(name, role, target)];
    if (is !== should) faults.push(`${role}, ${target}: ${is} instead of ${should}`);
    if (!INSIDERS.includes(role) && /Good morning|Onabella|Odobert/.test(answer.body))
      faults.push(`${role} reads ${answer.body}`);
    if (isSame && is !== 'ok' && target !== 'malformed') refusals.add(answer.body);
  }
  // Somebody else's is refused in the same words as what does not exist.
  return refusals.size > 1 ? [...faults, `${role}: ${[...refusals].join(' or ')}`] : faults;
}

describe('every endpoint, by caller and by whose things are named', () => {
  it.each(ORDER)('[7.24] %s', async (name) => {
    const faults: string[] = [];
    for (const role of ROLES) faults.push(...(await listFaults(name, role)));
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
});

const SOCKET_ROLES = ROLES.filter((role) => role !== 'anonymous');

function findExpectedEvent(type: NamingEvent, role: Role, target: Target): Outcome {
  const row = EVENT_CASES[type].outcomes;
  if (target === 'malformed' && JSON.stringify(EVENT_CASES[type].payload(TARGETS.malformed)).includes('not-an-id'))
    return 'validation_failed';
  if (type !== 'heartbeat' && role === 'unverified') return 'email_not_verified';
  if (type !== 'heartbeat' && role === 'banned') return 'account_locked';
  return (target === 'theirs' ? row.theirs?.[role] : undefined) ?? row.stranger;
}

/** These are answered whatever happens; of the others only a refusal is. */
const ANSWERED: readonly NamingEvent[] = ['heartbeat', 'message', 'state_sync'];

/**
 * Sends an event and returns its error. It waits for one that should come; the answers to later events end the waiting where
 * none should.
 */
async function sendEvent(
  socket: TestSocket,
  type: NamingEvent,
  payload: Record<string, unknown>,
  should: string,
): Promise<string> {
  const toOutcome = (event?: Envelope) => (event?.type === 'error' ? String(event.payload.code) : 'ok');
  if (ANSWERED.includes(type)) return toOutcome(await socket.request(type, payload));
  const id = socket.send(type, payload);
  const isItsError = ({ response_to }: Envelope) => response_to === id;
  if (should !== 'ok') return toOutcome(await socket.next('error', isItsError));
  const findError = () => socket.pending('error').find(isItsError);
  for (let n = 0; n < 5 && !findError(); n++) await socket.request('state_sync', { sync_types: ['match_states'] });
  return toOutcome(findError());
}

describe('every event of a client, by caller and by whose things are named', () => {
  let sockets: Map<Role, TestSocket>;
  beforeAll(async () => {
    cast = await buildCast(app);
    sockets = new Map();
    for (const role of SOCKET_ROLES) {
      const socket = await app.socket(cast.callers[role] as BuiltUser);
      await socket.next('auth_success');
      sockets.set(role, socket);
    }
  });

  it.each(EVENT_TYPES)('[7.24] %s', async (type) => {
    const wrong: string[] = [];
    for (const [role, socket] of sockets) {
      for (const target of ['malformed', 'missing', 'theirs'] as const) {
        const its = target === 'theirs' ? cast.theirs[role] : TARGETS[target];
        const should = findExpectedEvent(type, role, target);
        const is = await sendEvent(socket, type, EVENT_CASES[type].payload(its), should);
        if (is !== should) wrong.push(`${role}, ${target}: ${is} instead of ${should}`);
      }
      const inAnotherName = { ...EVENT_CASES[type].payload(cast.theirs[role]), user_id: TARGETS.missing.userId };
      const is = await sendEvent(socket, type, inAnotherName, 'forbidden');
      if (is !== 'forbidden') wrong.push(`${role}, in another name: ${is}`);
    }
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  });

  it('[7.24] auth takes only a token of the same user, and any other ends the socket', async () => {
    const [free, owner] = [cast.callers.free as BuiltUser, cast.callers.owner as BuiltUser];
    for (const [token, type] of [
      [free.token, 'auth_success'],
      [owner.token, 'auth_failed'],
      ['ey.ey.ey', 'auth_failed'],
    ] as const) {
      const socket = await app.socket(free);
      await socket.next('auth_success');
      socket.send('auth', { token });
      await socket.next(type);
      if (type === 'auth_failed') expect(await socket.closed).toBe(1008);
    }
  });

  it('leaks nothing about the pair to other users', async () => {
    await sockets.get('owner')?.request('heartbeat');
    for (const [role, socket] of sockets) {
      if (INSIDERS.includes(role)) continue;
      const foreign = socket
        .pending()
        .filter((event) => JSON.stringify(event).includes(cast.theirs.owner.conversationId));
      expect(foreign, role).toEqual([]);
    }
  });
});
