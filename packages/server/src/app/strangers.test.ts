import type { Access } from '@soulsight/contract/endpoint';
import { ENDPOINTS, type EndpointName } from '@soulsight/contract/endpoints';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { ERRORS, type ErrorCode } from '@soulsight/contract/errors';
import type { Envelope } from '@soulsight/contract/realtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltUser, buildPair } from '../features/demo/builders/user.builder.ts';
import { buildCast, type Cast, ROLES, type Role } from '../testing/cast.ts';
import {
  type Belongings,
  callByName,
  ENDPOINT_BY_NAME,
  FRAMES,
  isOfContract,
  type NamingEvent,
  REQUESTS,
} from '../testing/contract-requests.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestSocket } from '../testing/test-socket.ts';
import { signInAgain } from '../testing/test-users.ts';

/** A success, or the error of the contract. */
type Outcome = 'ok' | ErrorCode;

/**
 * What a caller gets whom the endpoint's access lets in. The access itself (signed out, unverified, banned, no moderator) follows
 * from the contract.
 */
interface Row {
  /** For somebody else's, for what does not exist, and where nothing is named. */
  stranger: Outcome;
  /** For the owner's things, by caller. */
  theirs?: Partial<Record<Role, Outcome>>;
  /** By caller, whatever is named. */
  gate?: Partial<Record<Role, Outcome>>;
  /** For ids that are no ids; by default they do not pass validation. */
  malformed?: Outcome;
  /** A success ends what it names: owner and matched call it on a pair of their own. */
  ends?: true;
}

/** About the caller; names nothing of anybody's. */
const personal: Row = { stranger: 'ok' };
const always = (stranger: Outcome): Row => ({ stranger, malformed: stranger });
/** Exists for its owner only. */
const owned = (owner: Outcome = 'ok'): Row => ({ stranger: 'not_found', theirs: { owner } });
/** Exists for the two users of a match, or of a conversation. */
const ofPair = (both: Outcome = 'ok'): Row => ({ stranger: 'match_gone', theirs: { owner: both, matched: both } });
const ofConversation: Row = { stranger: 'conversation_gone', theirs: { owner: 'ok', matched: 'ok' } };
/** Names a user whom the caller must have met. */
const ofMet: Row = { stranger: 'not_found', theirs: { matched: 'ok', blocked: 'ok' } };
const ofModerators = (moderator: Outcome): Row => ({ stranger: 'not_found', theirs: { moderator } });
const PREMIUM_ONLY = {
  free: 'wingman_premium',
  blocked: 'wingman_premium',
  moderator: 'wingman_premium',
  operator: 'wingman_premium',
  matched: 'wingman_premium',
} as const;
const PREMIUM_LIKES = {
  free: 'premium_required',
  blocked: 'premium_required',
  moderator: 'premium_required',
  operator: 'premium_required',
  matched: 'premium_required',
} as const;
const SUBSCRIBERS = { premium: 'ok', owner: 'ok' } as const;

const ENDPOINT_ROWS: Record<EndpointName, Row> = {
  postAuthLogin: always('not_signed_in'),
  postAuthRegister: { stranger: 'ok' },
  postAuthLogout: personal,
  postAuthSignOut: always('ok'),
  getAuthMe: personal,
  patchAuthMe: personal,
  postAuthRefresh: always('session_expired'),
  postAuthVerifyEmail: always('bad_request'),
  postAuthResendVerification: { stranger: 'ok', malformed: 'bad_request' },
  postAuthForgotPassword: { stranger: 'ok', malformed: 'bad_request' },
  postAuthResetPassword: personal,
  getAuthSessions: personal,
  deleteAuthSession: owned(),

  getMe: personal,
  patchMe: personal,
  getPublicProfile: { stranger: 'not_found', theirs: { matched: 'ok' } },
  postPhoto: always('unsupported_media_type'),
  deletePhoto: owned(),
  putPhotoOrder: owned(),
  getPreferences: personal,
  putPreferences: personal,
  getExport: personal,
  postDeleteMe: personal,
  postRestoreMe: always('conflict'),
  getPlaces: personal,

  getBgpProfile: personal,
  postBgpInsights: { stranger: 'forbidden', theirs: { owner: 'ok' } },
  postBgpEvent: { stranger: 'forbidden', theirs: { owner: 'ok' } },
  postBgpAnalyze: { stranger: 'forbidden', theirs: { owner: 'ok' } },
  postBgpCompatibility: { stranger: 'forbidden' },
  getBgpCompatibility: ofPair(),
  getBgpRecommendations: personal,
  postBgpUpdate: personal,
  getBgpQuestions: personal,
  postBgpQuestions: always('validation_failed'),

  getMatches: personal,
  postMatchFind: personal,
  getMatchPotential: personal,
  getMatchPassed: personal,
  getMatchLikes: personal,
  postMatchLikes: { stranger: 'ok', gate: PREMIUM_LIKES },
  postMatchLetKnow: ofPair(),
  getMatch: ofPair(),
  postMatchAccept: ofPair(),
  postMatchReject: { ...ofPair(), ends: true },
  postMatchLike: ofPair(),
  postMatchPass: { ...ofPair(), ends: true },
  postMatchUndo: ofPair('match_gone'),
  deleteMatch: { ...ofPair(), ends: true },

  postConversationStart: ofPair(),
  postConversationMessage: ofConversation,
  getConversationInsights: ofConversation,
  getChatConversations: personal,
  getChatConversation: ofConversation,
  getChatMessages: ofConversation,
  postChatMessage: ofConversation,
  postChatMessageRead: ofConversation,
  deleteChatMessage: { stranger: 'conversation_gone', theirs: { owner: 'ok', matched: 'not_found' } },
  getChatSearch: { stranger: 'ok' },

  postReveal: ofPair('reveal_trust_too_low'),
  postRevealRequest: ofPair('reveal_trust_too_low'),
  postRevealAccept: ofPair('conflict'),
  postRevealDecline: ofPair('conflict'),
  postRevealStepBack: ofPair(),
  getRevealStatus: ofPair(),

  getImpressions: personal,
  getFeedback: ofPair(),
  postFeedback: ofPair('conflict'),
  getIcebreaker: ofPair(),
  postIcebreaker: ofPair('conflict'),

  getAiWingman: { ...ofPair(), gate: PREMIUM_ONLY },
  getAiWingmanModel: { ...ofPair(), gate: PREMIUM_ONLY },
  postAiWingmanUse: { ...ofPair(), gate: PREMIUM_ONLY },
  getWingmanInsights: { stranger: 'ok', gate: PREMIUM_ONLY },
  getWingmanSuggestions: { ...ofConversation, gate: PREMIUM_ONLY },
  getWingmanAnalysis: { ...ofConversation, gate: PREMIUM_ONLY },
  getConversationHelp: ofConversation,

  getTrustProfile: personal,
  postTrustReport: ofMet,
  postTrustVerify: personal,
  // Without a photo there is nothing to compare; the owner's selfie waits.
  postSelfieChallenge: always('conflict'),
  postSelfie: { stranger: 'unsupported_media_type' },
  deleteSelfie: personal,
  getSelfieChecks: personal,
  postSelfieDecision: ofModerators('ok'),

  getSubscriptions: personal,
  getCurrentSubscription: personal,
  getPlanPreview: personal,
  postPlan: { stranger: 'not_found', gate: SUBSCRIBERS },
  postCancel: { stranger: 'not_found', gate: SUBSCRIBERS },
  postResume: { stranger: 'not_found', gate: SUBSCRIBERS },
  getPaymentMethods: personal,
  postPaymentMethod: personal,
  // The test gateway has no page for cards.
  postPaymentMethodPage: owned('bad_request'),
  postDefaultPaymentMethod: owned(),
  // The card that pays for the subscription stays.
  deletePaymentMethod: owned('conflict'),
  postInvoicePayment: owned(),
  getReceipt: owned(),

  getNotifications: personal,
  postNotificationRead: owned(),
  postNotificationsRead: personal,
  postNotificationShown: owned(),
  getNotificationSettings: personal,
  putNotificationSettings: personal,
  getPushKey: personal,
  postPushSubscription: always('bad_request'),
  postPushUnsubscribe: personal,
  postUnsubscribe: always('bad_request'),

  postBlock: { ...ofMet, ends: true },
  deleteBlock: { stranger: 'ok' },
  getBlocks: personal,
  getContactBlocks: personal,
  postContactBlock: { stranger: 'ok' },
  deleteContactBlock: owned(),
  getMetPeople: personal,
  postReport: ofMet,
  getModerationReports: personal,
  getModerationCase: ofModerators('ok'),
  postModerationDecision: ofModerators('ok'),
  getSanctions: personal,
  postAppeal: owned(),
  getAppeals: personal,
  // Who decided cannot answer the appeal.
  postAppealDecision: ofModerators('forbidden'),
  getAudit: personal,
  // The daily limit of one network is not that of accounts.
  postInquiry: { stranger: 'ok' },
  getInquiries: personal,
  postInquiryAnswer: ofModerators('ok'),

  getFailedJobs: personal,
  postFailedJobRetry: { stranger: 'not_found' },
  deleteFailedJob: { stranger: 'not_found' },
};

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

/** For the setup on a busy machine. */
const PATIENT_MS = 120_000;
let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false, socketMessagesPer10s: 1e6, env: { GOTRUE_SMTP_MAX_FREQUENCY: '0' } });
  cast = await buildCast(app);
}, PATIENT_MS);
afterAll(() => app.stop());

/** The refusal of the access alone, if there is one. */
function refusalOfAccess(access: Access, role: Role): ErrorCode | null {
  if (access === 'public') return null;
  if (role === 'anonymous') return 'not_signed_in';
  if (access === 'moderator' && role !== 'moderator') return 'forbidden';
  if (access === 'operator' && role !== 'operator') return 'forbidden';
  if (access === 'signed_in') return null;
  if (role === 'unverified') return 'email_not_verified';
  return role === 'banned' ? 'account_locked' : null;
}

function namesSomething(name: EndpointName): boolean {
  const [one, other] = [REQUESTS[name](TARGETS.malformed), REQUESTS[name](TARGETS.missing)];
  const withoutKeys = (request: unknown) => JSON.stringify(request).replace(/"idempotency_key":"[^"]*"/, '');
  return withoutKeys(one) !== withoutKeys(other);
}

function expected(name: EndpointName, role: Role, target: Target): Outcome {
  const row = ENDPOINT_ROWS[name];
  const refusal = refusalOfAccess(ENDPOINT_BY_NAME[name].access, role);
  if (refusal) return refusal;
  if (target === 'malformed' && namesSomething(name)) return row.malformed ?? 'validation_failed';
  const theirs = target === 'theirs' ? row.theirs?.[role] : undefined;
  return row.gate?.[role] ?? theirs ?? row.stranger;
}

function toOutcome(name: EndpointName, answer: { statusCode: number; body: string }): string {
  if (answer.statusCode < 300) return 'ok';
  const { code } = errorBodySchema.parse(JSON.parse(answer.body));
  if (!isOfContract(ENDPOINT_BY_NAME[name], code)) return `${code}, which the contract does not name`;
  return ERRORS[code].status === answer.statusCode ? code : `${code} with ${answer.statusCode}`;
}

/** A pair that a call may end: the caller as owner or as the matched user. */
async function buildOtherPair(role: Role): Promise<{ caller: BuiltUser; its: Belongings }> {
  const { one, other, matchId } = await buildPair(app.features);
  return { caller: role === 'owner' ? one : other, its: { ...TARGETS.missing, userId: one.id, matchId } };
}

async function call(name: EndpointName, role: Role, target: Target) {
  const isMember = role === 'owner' || role === 'matched';
  if (ENDPOINT_ROWS[name].ends && isMember && target === 'theirs') {
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
  const isSame = expected(name, role, 'theirs') === expected(name, role, 'missing');
  const targets: Target[] = namesSomething(name) ? ['malformed', 'missing', 'theirs'] : ['theirs'];
  for (const target of targets) {
    const answer = await call(name, role, target);
    const [is, should] = [toOutcome(name, answer), expected(name, role, target)];
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

/** As for endpoints. */
const EVENT_ROWS: Record<NamingEvent, Row> = {
  heartbeat: { stranger: 'ok' },
  message: ofConversation,
  typing_start: ofConversation,
  typing_stop: ofConversation,
  // Receipts of conversations that are not the caller's are dropped silently.
  message_delivered: { stranger: 'ok' },
  message_read: ofConversation,
  state_sync: { stranger: 'ok' },
};

const SOCKET_ROLES = ROLES.filter((role) => role !== 'anonymous');
const EVENT_TYPES = Object.keys(EVENT_ROWS) as NamingEvent[];

function expectedOfEvent(type: NamingEvent, role: Role, target: Target): Outcome {
  const row = EVENT_ROWS[type];
  if (target === 'malformed' && JSON.stringify(FRAMES[type](TARGETS.malformed)).includes('not-an-id'))
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
  }, PATIENT_MS);

  it.each(EVENT_TYPES)('[7.24] %s', async (type) => {
    const wrong: string[] = [];
    for (const [role, socket] of sockets) {
      for (const target of ['malformed', 'missing', 'theirs'] as const) {
        const its = target === 'theirs' ? cast.theirs[role] : TARGETS[target];
        const should = expectedOfEvent(type, role, target);
        const is = await sendEvent(socket, type, FRAMES[type](its), should);
        if (is !== should) wrong.push(`${role}, ${target}: ${is} instead of ${should}`);
      }
      const inAnotherName = { ...FRAMES[type](cast.theirs[role]), user_id: TARGETS.missing.userId };
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

  it('gives nothing of the pair to anybody else', async () => {
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
