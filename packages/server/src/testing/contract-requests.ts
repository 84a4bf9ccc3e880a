import { randomUUID } from 'node:crypto';
import { type Access, type EndpointRequest, type EndpointSpec, REQUEST_KEY_HEADER } from '@soulsight/contract/endpoint';
import { ENDPOINTS, type EndpointByName, type EndpointName } from '@soulsight/contract/endpoints';
import type { ErrorCode } from '@soulsight/contract/errors';
import { type ClientEventType, SYNC_TYPES } from '@soulsight/contract/realtime';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { defaultSettings } from '../features/notifications/notifications.rules.ts';
import { buildUrl } from './test-call.ts';

/** What a request may name: a user, what belongs to them, and what they share with another. */
export interface Belongings {
  userId: string;
  email: string;
  matchId: string;
  conversationId: string;
  messageId: string;
  notificationId: string;
  photoId: string;
  selfieId: string;
  cardId: string;
  invoiceId: string;
  reportId: string;
  sanctionId: string;
  contactBlockId: string;
  inquiryId: string;
  sessionId: string;
  suggestionId: string;
}

export const ENDPOINT_BY_NAME = Object.fromEntries(ENDPOINTS.map(({ name, endpoint }) => [name, endpoint])) as {
  readonly [N in EndpointName]: EndpointByName<N>;
};

const nothing = () => ({});
const id = (key: keyof Belongings) => (its: Belongings) => ({ params: { id: its[key] } });
const NOON = '2026-11-21T12:00:00.000Z';
const TEST_CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };
const SAFE_PASSWORD = 'seven quiet herons on a roof';
const PUSH_ENDPOINT = 'https://push.example.org/1';

/**
 * A request for every endpoint that names what `its` holds. The type has an entry for each endpoint, so the tests that walk the
 * contract (leaks, the matrix of strangers, fuzzing) include a new one from its first day.
 */
export const REQUESTS: {
  [N in EndpointName]: (its: Belongings) => EndpointRequest<EndpointByName<N>>;
} = {
  postAuthLogin: ({ email }) => ({ body: { email, password: SAFE_PASSWORD } }),
  postAuthRegister: ({ email }) => ({ body: { email, password: SAFE_PASSWORD } }),
  postAuthLogout: () => ({ body: { scope: 'local' } }),
  postAuthSignOut: () => ({ body: { refresh_token_hash: 'A'.repeat(43), scope: 'local', seconds_ago: 0 } }),
  getAuthMe: nothing,
  patchAuthMe: () => ({ body: { timezone: 'Europe/Berlin' } }),
  postAuthRefresh: () => ({ body: { refresh_token: 'no-such-token' } }),
  postAuthVerifyEmail: ({ email }) => ({ body: { email, token: '000000' } }),
  postAuthResendVerification: ({ email }) => ({ body: { email } }),
  postAuthForgotPassword: ({ email }) => ({ body: { email } }),
  postAuthResetPassword: () => ({ body: { password: SAFE_PASSWORD } }),
  getAuthSessions: nothing,
  deleteAuthSession: id('sessionId'),

  getMe: nothing,
  patchMe: () => ({ body: { timezone: 'Europe/Berlin' } }),
  getPublicProfile: id('userId'),
  postPhoto: nothing,
  deletePhoto: id('photoId'),
  putPhotoOrder: ({ photoId }) => ({ body: { ids: [photoId] } }),
  getPreferences: nothing,
  putPreferences: () => ({ body: { read_receipts: true } }),
  getExport: nothing,
  postDeleteMe: () => ({ body: { confirm: 'DELETE', password: SAFE_PASSWORD } }),
  postRestoreMe: nothing,
  getPlaces: () => ({ query: { q: 'Ber' } }),

  getBgpProfile: nothing,
  postBgpInsights: ({ userId }) => ({ body: { bgp_id: userId, timeframe: '30d' } }),
  postBgpEvent: ({ userId }) => ({
    body: { type: 'message_sent', category: 'communication', source: 'matching', timestamp: NOON, user_id: userId },
  }),
  postBgpAnalyze: ({ userId }) => ({ body: { user_id: userId } }),
  postBgpCompatibility: ({ userId }) => ({ body: { user_bgp: userId, other_bgp: userId } }),
  getBgpCompatibility: id('matchId'),
  getBgpRecommendations: nothing,
  postBgpUpdate: nothing,
  getBgpQuestions: nothing,
  postBgpQuestions: () => ({ body: { answers: [{ id: 'no-such-question', answer: 3 }] } }),

  getMatches: nothing,
  postMatchFind: nothing,
  getMatchPotential: nothing,
  getMatchPassed: nothing,
  getMatchLikes: nothing,
  postMatchLikes: nothing,
  postMatchLetKnow: id('matchId'),
  getMatch: id('matchId'),
  postMatchAccept: ({ matchId }) => ({ params: { id: matchId }, body: {} }),
  postMatchReject: ({ matchId }) => ({ params: { id: matchId }, body: {} }),
  postMatchLike: ({ matchId }) => ({ body: { match_id: matchId } }),
  postMatchPass: ({ matchId }) => ({ body: { match_id: matchId } }),
  postMatchUndo: id('matchId'),
  deleteMatch: id('matchId'),

  postConversationStart: ({ matchId }) => ({ body: { match_id: matchId } }),
  postConversationMessage: ({ conversationId }) => ({
    params: { id: conversationId },
    body: { content: 'Hello there' },
  }),
  getConversationInsights: id('conversationId'),
  getChatConversations: nothing,
  getChatConversation: id('conversationId'),
  getChatMessages: id('conversationId'),
  postChatMessage: ({ conversationId }) => ({ params: { id: conversationId }, body: { content: 'Hello again' } }),
  postChatMessageRead: ({ conversationId, messageId }) => ({ params: { id: conversationId, messageId } }),
  deleteChatMessage: ({ conversationId, messageId }) => ({ params: { id: conversationId, messageId } }),
  getChatSearch: ({ conversationId }) => ({ query: { q: 'morning', conversation_id: conversationId } }),

  postReveal: ({ matchId }) => ({ params: { matchId } }),
  postRevealRequest: ({ matchId }) => ({ body: { match_id: matchId, stage: 1 } }),
  postRevealAccept: ({ matchId }) => ({ body: { match_id: matchId, stage: 1 } }),
  postRevealDecline: ({ matchId }) => ({ body: { match_id: matchId, stage: 1 } }),
  postRevealStepBack: ({ matchId }) => ({ body: { match_id: matchId, stage: 1 } }),
  getRevealStatus: id('matchId'),

  getImpressions: nothing,
  getFeedback: ({ matchId }) => ({ params: { matchId } }),
  getIcebreaker: ({ matchId }) => ({ params: { matchId } }),
  postIcebreaker: ({ matchId }) => ({ params: { matchId }, body: { question: 'none', choice: 0 } }),
  postFeedback: ({ matchId }) => ({ params: { matchId }, body: { occasion: 'conversation', answer: null } }),

  getAiWingman: ({ matchId }) => ({ params: { matchId } }),
  getAiWingmanModel: ({ matchId }) => ({ params: { matchId } }),
  postAiWingmanUse: ({ matchId, suggestionId }) => ({ params: { matchId }, body: { suggestion_id: suggestionId } }),
  getWingmanInsights: nothing,
  getWingmanSuggestions: id('conversationId'),
  getWingmanAnalysis: id('conversationId'),
  getConversationHelp: id('conversationId'),

  getTrustProfile: nothing,
  postTrustReport: ({ userId }) => ({ body: { user_id: userId, category: 'other' } }),
  postTrustVerify: () => ({ body: { kind: 'email' } }),
  postSelfieChallenge: nothing,
  postSelfie: id('selfieId'),
  deleteSelfie: nothing,
  getSelfieChecks: nothing,
  postSelfieDecision: ({ selfieId, photoId }) => ({
    params: { id: selfieId },
    body: { photo_ids: [photoId], refusal: null },
  }),

  getSubscriptions: nothing,
  getCurrentSubscription: nothing,
  getPlanPreview: () => ({ query: { offer: 'premium_monthly' } }),
  postPlan: ({ cardId }) => ({
    body: { offer: 'premium_monthly', payment_method_id: cardId, idempotency_key: randomUUID() },
  }),
  postCancel: nothing,
  postResume: nothing,
  getPaymentMethods: nothing,
  postPaymentMethod: () => ({ body: { card: TEST_CARD } }),
  postPaymentMethodPage: ({ cardId }) => ({ body: { replaces: cardId } }),
  postDefaultPaymentMethod: id('cardId'),
  deletePaymentMethod: id('cardId'),
  postInvoicePayment: ({ invoiceId }) => ({ params: { id: invoiceId }, body: {} }),
  getReceipt: id('invoiceId'),

  getNotifications: nothing,
  postNotificationRead: id('notificationId'),
  postNotificationsRead: nothing,
  postNotificationShown: id('notificationId'),
  getNotificationSettings: nothing,
  putNotificationSettings: () => ({ body: defaultSettings() }),
  getPushKey: nothing,
  postPushSubscription: () => ({
    body: { endpoint: PUSH_ENDPOINT, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } },
  }),
  postPushUnsubscribe: () => ({ body: { endpoint: PUSH_ENDPOINT } }),
  postUnsubscribe: () => ({ query: { token: 'no-such-token' } }),

  postBlock: id('userId'),
  deleteBlock: id('userId'),
  getBlocks: nothing,
  getContactBlocks: nothing,
  postContactBlock: ({ email }) => ({ body: { contact: email } }),
  deleteContactBlock: id('contactBlockId'),
  getMetPeople: nothing,
  postReport: ({ userId }) => ({ params: { id: userId }, body: { category: 'other' } }),
  getModerationReports: nothing,
  getModerationCase: ({ reportId }) => ({ params: { id: reportId } }),
  postModerationDecision: ({ reportId }) => ({
    params: { id: reportId },
    body: { action: 'dismiss', reason: 'nothing to see', additions: 0 },
  }),
  getSanctions: nothing,
  postAppeal: ({ sanctionId }) => ({ params: { id: sanctionId }, body: { text: 'I would like another look.' } }),
  getAppeals: nothing,
  postAppealDecision: ({ sanctionId }) => ({ params: { id: sanctionId }, body: { grant: true, answer: 'fine' } }),
  getAudit: nothing,
  postInquiry: ({ email }) => ({ body: { topic: 'hello', email, text: 'I like what you are doing.' } }),
  getInquiries: nothing,
  postInquiryAnswer: ({ inquiryId }) => ({ params: { id: inquiryId }, body: { answer: 'Thank you!' } }),

  getFailedJobs: nothing,
  postFailedJobRetry: ({ reportId }) => ({ params: { id: reportId } }),
  deleteFailedJob: ({ reportId }) => ({ params: { id: reportId } }),
};

/** `auth` is not among them: a token that does not do ends the socket. */
export type NamingEvent = Exclude<ClientEventType, 'auth'>;

/** The payload of every event that a client may send, beside the fields that all have. */
export const FRAMES: Record<NamingEvent, (its: Belongings) => Record<string, unknown>> = {
  heartbeat: () => ({}),
  message: ({ conversationId }) => ({ conversation_id: conversationId, content: 'Hi', message_id: randomUUID() }),
  typing_start: ({ conversationId }) => ({ conversation_id: conversationId }),
  typing_stop: ({ conversationId }) => ({ conversation_id: conversationId }),
  message_delivered: ({ conversationId }) => ({ delivered: [{ conversation_id: conversationId, seq: 1 }] }),
  message_read: ({ conversationId, messageId }) => ({ conversation_id: conversationId, message_id: messageId }),
  state_sync: () => ({ sync_types: SYNC_TYPES }),
};

/** Refusals of what comes before every handler: access, reading and validating the request, limits. */
const OF_ACCESS = {
  public: [],
  signed_in: ['not_signed_in', 'session_expired', 'second_factor_needed', 'account_leaving', 'account_locked'],
  verified: ['email_not_verified'],
  moderator: ['email_not_verified', 'forbidden'],
  operator: ['email_not_verified', 'forbidden'],
} as const satisfies Record<Access, readonly ErrorCode[]>;
const OF_READING: readonly ErrorCode[] = [
  'bad_request',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
];

/** Whether the contract names an error for an endpoint: its own, or one of those that every endpoint of its access has. */
export function isOfContract({ access, errors = [] }: EndpointSpec, code: ErrorCode): boolean {
  const ofAccess = access === 'public' ? [] : [...OF_ACCESS.signed_in, ...OF_ACCESS[access]];
  return [...errors, ...ofAccess, ...OF_READING].includes(code);
}

/** Calls an endpoint with the request of the table, as it arrives over HTTP. */
export function callByName(
  http: FastifyInstance,
  name: EndpointName,
  its: Belongings,
  as: { token: string } | null,
  key?: string,
): Promise<LightMyRequestResponse> {
  const endpoint = ENDPOINT_BY_NAME[name];
  const { params, query, body } = REQUESTS[name](its) as unknown as Record<
    'params' | 'query' | 'body',
    Record<string, unknown>
  >;
  return http.inject({
    method: endpoint.method,
    url: buildUrl(endpoint, params ?? {}, query ?? {}),
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...(key && { [REQUEST_KEY_HEADER]: key }) },
    ...(body === undefined ? {} : { payload: body }),
  });
}
