import { ERRORS } from '@soulsight/contract/errors';

/** The error sentences of the web client. A sentence that the server can send, too, is the contract's. */

export const FALLBACK_MESSAGE = 'Something went wrong. Please try again.';

export const CONTEXT_MESSAGES = {
  login: {
    400: 'Please check your email and password.',
    401: 'Invalid email or password. Please try again.',
    404: 'Account not found. Please check your email or sign up.',
    422: 'Please check your email format.',
    500: 'Our login service is down for a moment. Please try again shortly.',
  },
  register: {
    400: 'Please fill in all required fields correctly.',
    409: ERRORS.email_taken.detail,
    422: 'Please check your email format and the password requirements.',
    500: 'Our registration service is down for a moment. Please try again shortly.',
  },
  matching: {
    400: 'Invalid match request.',
    404: ERRORS.match_gone.detail,
    429: 'Please wait before looking for more matches.',
    500: 'Our matching servers are having trouble. Please try again in a moment.',
  },
  chat: {
    400: 'Your message could not be sent. Please check it and try again.',
    403: ERRORS.not_matched.detail,
    404: ERRORS.conversation_gone.detail,
    429: "Please slow down - you're sending messages too quickly.",
    500: 'Your messages will be sent later, when our servers are back.',
  },
  profile: {
    400: 'Please check the details of your profile.',
    413: ERRORS.image_too_large.detail,
    415: ERRORS.invalid_image.detail,
    500: 'Your profile could not be saved. Please try again in a moment.',
  },
  subscription: {
    400: 'Payment information is incomplete.',
    402: ERRORS.payment_failed.detail,
    403: ERRORS.premium_required.detail,
    500: 'Our payment service is having trouble. Please look at your invoices before you try again.',
  },
} as const satisfies Record<string, Record<number, string>>;
export type ErrorContext = keyof typeof CONTEXT_MESSAGES;

export const NETWORK_MESSAGES = {
  offline: 'You appear to be offline. Please check your connection.',
  timeout: 'The server took too long to answer. Please try again.',
  generic: 'Unable to reach the server. Please check your connection and try again.',
} as const;

export const GENERIC_MESSAGES: Readonly<Record<number, string>> = {
  400: 'Something in that request was wrong. Please check it and try again.',
  401: ERRORS.not_signed_in.detail,
  403: ERRORS.forbidden.detail,
  404: 'We could not find what you were looking for.',
  409: 'This was changed in the meantime. Please reload and try again.',
  413: 'That is too large to send.',
  415: 'That kind of file is not supported.',
  422: 'Some of your entries are not valid. Please check them.',
  429: ERRORS.rate_limited.detail,
  500: 'Our servers are experiencing issues. Please try again in a moment.',
  502: 'Our servers are experiencing issues. Please try again in a moment.',
  503: ERRORS.unavailable.detail,
  504: 'The server took too long to answer. Please try again.',
};

/** Titles of the toasts for failed calls. */
export const API_TITLES = {
  sessionExpired: 'Session Expired',
  premiumFeature: 'Premium Feature',
  tooManyRequests: 'Too Many Requests',
  servers: 'Our servers are experiencing issues',
  requestFailed: 'Request Failed',
} as const;
export const SESSION_EXPIRED_MESSAGE = 'Please log in again';

export const REALTIME_MESSAGES = {
  authFailed: 'Connection authentication failed',
  rateLimited: ERRORS.rate_limited.detail,
  reconnecting: 'Reconnecting to chat...',
  gaveUp: 'Unable to maintain connection. Please refresh.',
  notEstablished: 'Failed to establish connection',
  queued: 'Not connected. Message will be sent when connection is restored.',
} as const;

export const CONNECTION_ERRORS = {
  auth: 'Authentication failed',
  unknown: 'Unknown error',
  policy: 'Connection policy violation',
  connection: 'Connection error',
  attempts: 'Max reconnection attempts reached',
  invalidMessage: 'Invalid message received',
  noSession: 'Auth session missing!',
} as const;

/** Sentences for actions that fail because of the network. */
export const DATA_ERRORS = {
  bgpNetwork: 'Network error fetching BGP data',
  bgpFailed: 'Failed to fetch BGP data',
  matchesNetwork: 'Network error fetching matches',
  matchesFailed: 'Failed to fetch matches',
  findNetwork: 'Network error finding matches',
  likeNetwork: 'Network error liking match',
  passNetwork: 'Network error passing match',
  startNetwork: 'Network error starting conversation',
  messageNetwork: 'Network error sending message',
  messageOld: 'You wrote this more than a day ago.',
  revealNetwork: 'Network error requesting reveal',
  wingmanNetwork: 'Network error getting AI Wingman',
  wingmanUseNetwork: 'Network error using AI Wingman',
  insightsNetwork: 'Network error getting insights',
  analysisUnavailable: ERRORS.analysis_unavailable.detail,
  analysisFailed: 'Failed to retry BGP analysis',
  noFallback: ERRORS.no_fallback_profile.detail,
} as const;

export const GUARD_MESSAGES = {
  login: 'Please login to continue',
  verify: ERRORS.email_not_verified.detail,
  premium: 'This feature requires a premium subscription',
} as const;
