import { randomUUID } from 'node:crypto';
import type { EndpointRequest } from '@soulsight/contract/endpoint';
import type { EndpointByName, EndpointName } from '@soulsight/contract/endpoints';
import { defaultSettings } from '../features/notifications/notifications.rules.ts';
import type { Belongings } from './callers.ts';
import {
  anybody,
  conversationOnly,
  metOnly,
  moderatorOnly,
  type Outcomes,
  ownerOnly,
  ownOnly,
  pairOnly,
  premiumOnly,
} from './outcomes.ts';

interface EndpointCase<N extends EndpointName> {
  /** A request that names what `its` holds. */
  request: (its: Belongings) => EndpointRequest<EndpointByName<N>>;
  outcomes: Outcomes;
  /** For an endpoint whose request is refused, so that repeating it shows nothing: what it lacks, and the test that repeats it. */
  repeatedElsewhere?: string;
}

const nothing = () => ({});
const id = (key: keyof Belongings) => (its: Belongings) => ({ params: { id: its[key] } });
const NOON = '2026-11-21T12:00:00.000Z';
const TEST_CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };
const SAFE_PASSWORD = 'seven quiet herons on a roof';
const PUSH_ENDPOINT = 'https://push.example.org/1';
const SUBSCRIBERS = { premium: 'ok', owner: 'ok' } as const;

/**
 * Every endpoint of the contract, as the tests call it: strangers, leaks, repeated requests, fuzzing, and calls without a database. The
 * type has an entry for each endpoint, so that these tests include a new one from its first day.
 */
export const ENDPOINT_CASES: { readonly [N in EndpointName]: EndpointCase<N> } = {
  postAuthLogin: {
    request: ({ email }) => ({ body: { email, password: SAFE_PASSWORD } }),
    outcomes: anybody('not_signed_in'),
  },
  postAuthRegister: {
    request: ({ email }) => ({ body: { email, password: SAFE_PASSWORD } }),
    outcomes: { stranger: 'ok' },
  },
  postAuthLogout: { request: () => ({ body: { scope: 'local' } }), outcomes: ownOnly },
  postAuthSignOut: {
    request: () => ({ body: { refresh_token_hash: 'A'.repeat(43), scope: 'local', seconds_ago: 0 } }),
    outcomes: anybody('ok'),
  },
  getAuthMe: { request: nothing, outcomes: ownOnly },
  patchAuthMe: { request: () => ({ body: { timezone: 'Europe/Berlin' } }), outcomes: ownOnly },
  postAuthRefresh: {
    request: () => ({ body: { refresh_token: 'no-such-token' } }),
    outcomes: anybody('session_expired'),
  },
  postAuthVerifyEmail: {
    request: ({ email }) => ({ body: { email, token: '000000' } }),
    outcomes: anybody('bad_request'),
    repeatedElsewhere: 'the code of an email: auth.api.test.ts',
  },
  postAuthResendVerification: {
    request: ({ email }) => ({ body: { email } }),
    outcomes: { stranger: 'ok', malformed: 'bad_request' },
    repeatedElsewhere: 'a minute after the sign-up; each minute sends one',
  },
  postAuthForgotPassword: {
    request: ({ email }) => ({ body: { email } }),
    outcomes: { stranger: 'ok', malformed: 'bad_request' },
  },
  postAuthResetPassword: { request: () => ({ body: { password: SAFE_PASSWORD } }), outcomes: ownOnly },
  getAuthSessions: { request: nothing, outcomes: ownOnly },
  deleteAuthSession: { request: id('sessionId'), outcomes: ownerOnly() },

  getMe: { request: nothing, outcomes: ownOnly },
  patchMe: { request: () => ({ body: { timezone: 'Europe/Berlin' } }), outcomes: ownOnly },
  getPublicProfile: { request: id('userId'), outcomes: { stranger: 'not_found', theirs: { matched: 'ok' } } },
  postPhoto: {
    request: nothing,
    outcomes: anybody('unsupported_media_type'),
    repeatedElsewhere: 'a picture: photos.api.test.ts',
  },
  deletePhoto: { request: id('photoId'), outcomes: ownerOnly() },
  putPhotoOrder: { request: ({ photoId }) => ({ body: { ids: [photoId] } }), outcomes: ownerOnly() },
  getPreferences: { request: nothing, outcomes: ownOnly },
  putPreferences: { request: () => ({ body: { read_receipts: true } }), outcomes: ownOnly },
  getExport: { request: nothing, outcomes: ownOnly },
  postDeleteMe: { request: () => ({ body: { confirm: 'DELETE', password: SAFE_PASSWORD } }), outcomes: ownOnly },
  postRestoreMe: {
    request: nothing,
    outcomes: anybody('conflict'),
    repeatedElsewhere: 'an account that is leaving: privacy.api.test.ts',
  },
  getPlaces: { request: () => ({ query: { q: 'Ber' } }), outcomes: ownOnly },

  getBgpProfile: { request: nothing, outcomes: ownOnly },
  postBgpInsights: {
    request: ({ userId }) => ({ body: { bgp_id: userId, timeframe: '30d' } }),
    outcomes: { stranger: 'forbidden', theirs: { owner: 'ok' } },
  },
  postBgpEvent: {
    request: ({ userId }) => ({
      body: { type: 'message_sent', category: 'communication', source: 'matching', timestamp: NOON, user_id: userId },
    }),
    outcomes: { stranger: 'forbidden', theirs: { owner: 'ok' } },
  },
  postBgpAnalyze: {
    request: ({ userId }) => ({ body: { user_id: userId } }),
    outcomes: { stranger: 'forbidden', theirs: { owner: 'ok' } },
  },
  postBgpCompatibility: {
    request: ({ userId }) => ({ body: { user_bgp: userId, other_bgp: userId } }),
    outcomes: { stranger: 'forbidden' },
    repeatedElsewhere: 'two users; it only calculates',
  },
  getBgpCompatibility: { request: id('matchId'), outcomes: pairOnly() },
  getBgpRecommendations: { request: nothing, outcomes: ownOnly },
  postBgpUpdate: { request: nothing, outcomes: ownOnly },
  getBgpQuestions: { request: nothing, outcomes: ownOnly },
  postBgpQuestions: {
    request: () => ({ body: { answers: [{ id: 'no-such-question', answer: 3 }] } }),
    outcomes: anybody('validation_failed'),
    repeatedElsewhere: 'the id of a question; an answer replaces the one before: bgp.api.test.ts',
  },

  getMatches: { request: nothing, outcomes: ownOnly },
  postMatchFind: { request: nothing, outcomes: ownOnly },
  getMatchPotential: { request: nothing, outcomes: ownOnly },
  getMatchPassed: { request: nothing, outcomes: ownOnly },
  getMatchLikes: { request: nothing, outcomes: ownOnly },
  postMatchLikes: { request: nothing, outcomes: { stranger: 'ok', gate: premiumOnly('premium_required') } },
  postMatchLetKnow: { request: id('matchId'), outcomes: pairOnly() },
  getMatch: { request: id('matchId'), outcomes: pairOnly() },
  postMatchAccept: { request: ({ matchId }) => ({ params: { id: matchId }, body: {} }), outcomes: pairOnly() },
  postMatchReject: {
    request: ({ matchId }) => ({ params: { id: matchId }, body: {} }),
    outcomes: { ...pairOnly(), ends: true },
  },
  postMatchLike: { request: ({ matchId }) => ({ body: { match_id: matchId } }), outcomes: pairOnly() },
  postMatchPass: {
    request: ({ matchId }) => ({ body: { match_id: matchId } }),
    outcomes: { ...pairOnly(), ends: true },
    repeatedElsewhere: 'a match that goes on; rejecting is the same call: match.test.ts',
  },
  postMatchUndo: {
    request: id('matchId'),
    outcomes: pairOnly('match_gone'),
    repeatedElsewhere: 'a pass: match.test.ts',
  },
  deleteMatch: {
    request: id('matchId'),
    outcomes: { ...pairOnly(), ends: true },
    repeatedElsewhere: 'a match that goes on: match.test.ts',
  },

  postConversationStart: { request: ({ matchId }) => ({ body: { match_id: matchId } }), outcomes: pairOnly() },
  postConversationMessage: {
    request: ({ conversationId }) => ({
      params: { id: conversationId },
      body: { content: 'Hello there' },
    }),
    outcomes: conversationOnly,
  },
  getConversationInsights: { request: id('conversationId'), outcomes: conversationOnly },
  getChatConversations: { request: nothing, outcomes: ownOnly },
  getChatConversation: { request: id('conversationId'), outcomes: conversationOnly },
  getChatMessages: { request: id('conversationId'), outcomes: conversationOnly },
  postChatMessage: {
    request: ({ conversationId }) => ({ params: { id: conversationId }, body: { content: 'Hello again' } }),
    outcomes: conversationOnly,
  },
  postChatMessageRead: {
    request: ({ conversationId, messageId }) => ({ params: { id: conversationId, messageId } }),
    outcomes: conversationOnly,
  },
  deleteChatMessage: {
    request: ({ conversationId, messageId }) => ({ params: { id: conversationId, messageId } }),
    outcomes: { stranger: 'conversation_gone', theirs: { owner: 'ok', matched: 'not_found' } },
  },
  getChatSearch: {
    request: ({ conversationId }) => ({ query: { q: 'morning', conversation_id: conversationId } }),
    outcomes: { stranger: 'ok' },
  },

  postReveal: {
    request: ({ matchId }) => ({ params: { matchId } }),
    outcomes: pairOnly('reveal_trust_too_low'),
    repeatedElsewhere: 'trust: reveal.test.ts',
  },
  postRevealRequest: {
    request: ({ matchId }) => ({ body: { match_id: matchId, stage: 1 } }),
    outcomes: pairOnly('reveal_trust_too_low'),
    repeatedElsewhere: 'trust: reveal.test.ts',
  },
  postRevealAccept: {
    request: ({ matchId }) => ({ body: { match_id: matchId, stage: 1 } }),
    outcomes: pairOnly('conflict'),
    repeatedElsewhere: 'a request: reveal.test.ts',
  },
  postRevealDecline: {
    request: ({ matchId }) => ({ body: { match_id: matchId, stage: 1 } }),
    outcomes: pairOnly('conflict'),
    repeatedElsewhere: 'a request: reveal.test.ts',
  },
  postRevealStepBack: { request: ({ matchId }) => ({ body: { match_id: matchId, stage: 1 } }), outcomes: pairOnly() },
  getRevealStatus: { request: id('matchId'), outcomes: pairOnly() },

  getImpressions: { request: nothing, outcomes: ownOnly },
  getFeedback: { request: ({ matchId }) => ({ params: { matchId } }), outcomes: pairOnly() },
  getIcebreaker: { request: ({ matchId }) => ({ params: { matchId } }), outcomes: pairOnly() },
  postIcebreaker: {
    request: ({ matchId }) => ({ params: { matchId }, body: { question: 'none', choice: 0 } }),
    outcomes: pairOnly('conflict'),
    repeatedElsewhere: 'a question of the pair: icebreaker.api.test.ts',
  },
  postFeedback: {
    request: ({ matchId }) => ({ params: { matchId }, body: { occasion: 'conversation', answer: null } }),
    outcomes: pairOnly('conflict'),
    repeatedElsewhere: 'an occasion: feedback.api.test.ts',
  },

  getAiWingman: {
    request: ({ matchId }) => ({ params: { matchId } }),
    outcomes: { ...pairOnly(), gate: premiumOnly('wingman_premium') },
  },
  getAiWingmanModel: {
    request: ({ matchId }) => ({ params: { matchId } }),
    outcomes: { ...pairOnly(), gate: premiumOnly('wingman_premium') },
  },
  postAiWingmanUse: {
    request: ({ matchId, suggestionId }) => ({ params: { matchId }, body: { suggestion_id: suggestionId } }),
    outcomes: { ...pairOnly(), gate: premiumOnly('wingman_premium') },
  },
  getWingmanInsights: { request: nothing, outcomes: { stranger: 'ok', gate: premiumOnly('wingman_premium') } },
  getWingmanSuggestions: {
    request: id('conversationId'),
    outcomes: { ...conversationOnly, gate: premiumOnly('wingman_premium') },
  },
  getWingmanAnalysis: {
    request: id('conversationId'),
    outcomes: { ...conversationOnly, gate: premiumOnly('wingman_premium') },
  },
  getConversationHelp: { request: id('conversationId'), outcomes: conversationOnly },

  getTrustProfile: { request: nothing, outcomes: ownOnly },
  postTrustReport: { request: ({ userId }) => ({ body: { user_id: userId, category: 'other' } }), outcomes: metOnly },
  postTrustVerify: { request: () => ({ body: { kind: 'email' } }), outcomes: ownOnly },
  // Without a photo there is nothing to compare; the owner's selfie waits.
  postSelfieChallenge: {
    request: nothing,
    outcomes: anybody('conflict'),
    repeatedElsewhere: 'a user without a selfie: selfie.api.test.ts',
  },
  postSelfie: {
    request: id('selfieId'),
    outcomes: { stranger: 'unsupported_media_type' },
    repeatedElsewhere: 'a picture: selfie.api.test.ts',
  },
  deleteSelfie: { request: nothing, outcomes: ownOnly },
  getSelfieChecks: { request: nothing, outcomes: ownOnly },
  postSelfieDecision: {
    request: ({ selfieId, photoId }) => ({
      params: { id: selfieId },
      body: { photo_ids: [photoId], refusal: null },
    }),
    outcomes: moderatorOnly('ok'),
  },

  getSubscriptions: { request: nothing, outcomes: ownOnly },
  getCurrentSubscription: { request: nothing, outcomes: ownOnly },
  getPlanPreview: { request: () => ({ query: { offer: 'premium_monthly' } }), outcomes: ownOnly },
  postPlan: {
    request: ({ cardId }) => ({
      body: { offer: 'premium_monthly', payment_method_id: cardId, idempotency_key: randomUUID() },
    }),
    outcomes: { stranger: 'not_found', gate: SUBSCRIBERS },
  },
  postCancel: { request: nothing, outcomes: { stranger: 'not_found', gate: SUBSCRIBERS } },
  postResume: { request: nothing, outcomes: { stranger: 'not_found', gate: SUBSCRIBERS } },
  getPaymentMethods: { request: nothing, outcomes: ownOnly },
  postPaymentMethod: { request: () => ({ body: { card: TEST_CARD } }), outcomes: ownOnly },
  // The test gateway has no page for cards.
  postPaymentMethodPage: {
    request: ({ cardId }) => ({ body: { replaces: cardId } }),
    outcomes: ownerOnly('bad_request'),
    repeatedElsewhere: 'Stripe: stripe-gateway.test.ts',
  },
  postDefaultPaymentMethod: { request: id('cardId'), outcomes: ownerOnly() },
  // The card that pays for the subscription stays.
  deletePaymentMethod: {
    request: id('cardId'),
    outcomes: ownerOnly('conflict'),
    repeatedElsewhere: 'a card that pays for nothing: subscription.api.test.ts',
  },
  postInvoicePayment: { request: ({ invoiceId }) => ({ params: { id: invoiceId }, body: {} }), outcomes: ownerOnly() },
  getReceipt: { request: id('invoiceId'), outcomes: ownerOnly() },

  getNotifications: { request: nothing, outcomes: ownOnly },
  postNotificationRead: { request: id('notificationId'), outcomes: ownerOnly() },
  postNotificationsRead: { request: nothing, outcomes: ownOnly },
  postNotificationShown: { request: id('notificationId'), outcomes: ownerOnly() },
  getNotificationSettings: { request: nothing, outcomes: ownOnly },
  putNotificationSettings: { request: () => ({ body: defaultSettings() }), outcomes: ownOnly },
  getPushKey: { request: nothing, outcomes: ownOnly },
  postPushSubscription: {
    request: () => ({
      body: { endpoint: PUSH_ENDPOINT, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } },
    }),
    outcomes: anybody('bad_request'),
    repeatedElsewhere: 'the keys of a browser: push.api.test.ts',
  },
  postPushUnsubscribe: { request: () => ({ body: { endpoint: PUSH_ENDPOINT } }), outcomes: ownOnly },
  postUnsubscribe: {
    request: () => ({ query: { token: 'no-such-token' } }),
    outcomes: anybody('bad_request'),
    repeatedElsewhere: 'the link of an email: notifications.api.test.ts',
  },

  postBlock: { request: id('userId'), outcomes: { ...metOnly, ends: true } },
  deleteBlock: { request: id('userId'), outcomes: { stranger: 'ok' } },
  getBlocks: { request: nothing, outcomes: ownOnly },
  getContactBlocks: { request: nothing, outcomes: ownOnly },
  postContactBlock: { request: ({ email }) => ({ body: { contact: email } }), outcomes: { stranger: 'ok' } },
  deleteContactBlock: { request: id('contactBlockId'), outcomes: ownerOnly() },
  getMetPeople: { request: nothing, outcomes: ownOnly },
  postReport: { request: ({ userId }) => ({ params: { id: userId }, body: { category: 'other' } }), outcomes: metOnly },
  getModerationReports: { request: nothing, outcomes: ownOnly },
  getModerationCase: { request: ({ reportId }) => ({ params: { id: reportId } }), outcomes: moderatorOnly('ok') },
  postModerationDecision: {
    request: ({ reportId }) => ({
      params: { id: reportId },
      body: { action: 'dismiss', reason: 'nothing to see', additions: 0 },
    }),
    outcomes: moderatorOnly('ok'),
  },
  getSanctions: { request: nothing, outcomes: ownOnly },
  postAppeal: {
    request: ({ sanctionId }) => ({ params: { id: sanctionId }, body: { text: 'I would like another look.' } }),
    outcomes: ownerOnly(),
  },
  getAppeals: { request: nothing, outcomes: ownOnly },
  // The moderator who decided cannot answer the appeal.
  postAppealDecision: {
    request: ({ sanctionId }) => ({ params: { id: sanctionId }, body: { grant: true, answer: 'fine' } }),
    outcomes: moderatorOnly('forbidden'),
    repeatedElsewhere: 'another moderator: safety.api.test.ts',
  },
  getAudit: { request: nothing, outcomes: ownOnly },
  // The daily limit of one network is not that of accounts.
  postInquiry: {
    request: ({ email }) => ({ body: { topic: 'hello', email, text: 'I like what you are doing.' } }),
    outcomes: { stranger: 'ok' },
  },
  getInquiries: { request: nothing, outcomes: ownOnly },
  postInquiryAnswer: {
    request: ({ inquiryId }) => ({ params: { id: inquiryId }, body: { answer: 'Thank you!' } }),
    outcomes: moderatorOnly('ok'),
  },

  getFailedJobs: { request: nothing, outcomes: ownOnly },
  postFailedJobRetry: {
    request: ({ reportId }) => ({ params: { id: reportId } }),
    outcomes: { stranger: 'not_found' },
    repeatedElsewhere: 'a failed job: operations.api.test.ts',
  },
  deleteFailedJob: {
    request: ({ reportId }) => ({ params: { id: reportId } }),
    outcomes: { stranger: 'not_found' },
    repeatedElsewhere: 'a failed job: operations.api.test.ts',
  },
};
