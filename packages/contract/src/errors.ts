/**
 * The error catalogue: code, HTTP status, and the sentence that the user reads. `AppError` may carry a more exact sentence.
 */
export const ERRORS = {
  bad_request: { status: 400, detail: 'That request could not be understood.' },
  validation_failed: { status: 400, detail: 'Please check the highlighted fields.' },
  not_signed_in: { status: 401, detail: 'Please log in to continue.' },
  session_expired: { status: 401, detail: 'Your session has expired. Please log in again.' },
  second_factor_needed: { status: 401, detail: 'Please enter the code of your second step to continue.' },
  payment_failed: { status: 402, detail: 'Payment failed. Please check your payment method.' },
  forbidden: { status: 403, detail: 'You do not have access to this.' },
  email_not_verified: { status: 403, detail: 'Please verify your email to access this feature' },
  onboarding_incomplete: { status: 403, detail: 'Finish your profile first, so that we know who to look for.' },
  consent_required: {
    status: 403,
    detail: 'This needs your consent to behavioural analysis. You can give it in Settings.',
  },
  account_leaving: {
    status: 403,
    detail: 'You asked us to delete this account. You can come back until it is erased.',
  },
  account_locked: { status: 403, detail: 'This account is locked. You can see why in Settings.' },
  daily_match_limit: { status: 403, detail: 'Daily match limit reached. Upgrade to Premium for unlimited matches.' },
  conversation_limit: {
    status: 403,
    detail: 'Active conversation limit reached. Upgrade to Premium for unlimited conversations.',
  },
  wingman_premium: {
    status: 403,
    detail: 'AI Wingman is a Premium feature. Upgrade to access personalized conversation starters.',
  },
  premium_required: { status: 403, detail: 'This feature requires a premium subscription.' },
  not_matched: { status: 403, detail: "You can only message people you've matched with." },
  reveal_trust_too_low: { status: 403, detail: 'This stage opens when there is more trust between you. Keep talking.' },
  reveal_photo_needed: {
    status: 403,
    detail: 'From here on you show each other photos, so both of you need at least one.',
  },
  reveal_too_early: {
    status: 403,
    detail: 'The last stage opens a day after you matched, at the earliest. Keep talking.',
  },
  not_found: { status: 404, detail: 'We could not find that.' },
  match_gone: { status: 404, detail: 'This person is no longer available for matching.' },
  nobody_left: { status: 404, detail: 'Nobody new fits for now.' },
  conversation_gone: { status: 404, detail: 'This conversation is no longer available.' },
  conflict: { status: 409, detail: 'That was changed in the meantime. Please look again.' },
  email_taken: { status: 409, detail: 'An account with this email already exists. Try logging in instead.' },
  conversation_limit_other: {
    status: 409,
    detail: 'They are in as many conversations as they can be right now. We told them that you would like to talk.',
  },
  no_fallback_profile: { status: 409, detail: 'No fallback profile to retry' },
  profile_missing: { status: 409, detail: 'Compatibility needs both profiles.' },
  reveal_out_of_order: { status: 409, detail: 'Stages open one after another.' },
  reveal_declined_recently: { status: 409, detail: 'They would like a little more time. You can ask again tomorrow.' },
  payload_too_large: { status: 413, detail: 'That is too large.' },
  image_too_large: { status: 413, detail: 'This image is too large. Please choose one under 10 MB.' },
  unsupported_media_type: { status: 415, detail: 'That kind of content is not supported.' },
  invalid_image: { status: 415, detail: 'Please upload a valid image file (JPG, PNG, or GIF).' },
  conversation_paused: {
    status: 403,
    detail: "A moderator has suspended this person, so you can't message them for now.",
  },
  message_held_back: {
    status: 422,
    detail:
      'The first messages of a conversation are not sent with contact details, links or requests for money. This keeps everyone safe. Please rephrase the message.',
  },
  rate_limited: { status: 429, detail: 'Too many requests. Please slow down.' },
  internal: { status: 500, detail: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, detail: 'Our servers are busy right now. Please try again in a moment.' },
  /** Nothing was begun, so any request may be sent again. */
  overloaded: { status: 503, detail: 'Our servers are busy right now. Please try again in a moment.' },
  analysis_unavailable: { status: 503, detail: 'Analysis service still unavailable' },
} as const satisfies Record<string, { status: number; detail: string }>;

/** The sentence of `message_held_back` where a first message asks for sex or nude pictures. */
export const HELD_BACK_SEXUAL =
  'First messages that ask for sex or nude pictures are not sent. This keeps everyone safe. Please write something else.';

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The body of every error response. `fields` maps invalid fields (paths joined with dots) to messages. */
export interface ErrorBody {
  detail: string;
  code: ErrorCode;
  fields?: Record<string, string> | undefined;
}

interface AppErrorOptions {
  fields?: Record<string, string>;
  retryAfterS?: number | undefined;
  cause?: unknown;
}

/** The error that use cases throw; HTTP and socket turn it into an `ErrorBody`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly fields: Record<string, string> | undefined;
  /** Seconds until the request may succeed, for `rate_limited`. */
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, detail?: string, options?: AppErrorOptions) {
    super(`${code}: ${detail ?? ERRORS[code].detail}`, { cause: options?.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail ?? ERRORS[code].detail;
    this.fields = options?.fields;
    this.retryAfterS = options?.retryAfterS;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    return this.fields
      ? { detail: this.detail, code: this.code, fields: this.fields }
      : { detail: this.detail, code: this.code };
  }
}
