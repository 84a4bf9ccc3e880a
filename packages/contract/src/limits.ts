import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';
/** Numbers both sides must agree on. Each name carries its unit. */

// Section 9 of the specification.
export const FREE_DAILY_MATCHES = 1;
export const FREE_ACTIVE_CONVERSATIONS = 3;
export const RECENT_EVENTS_MAX = 50;
export const READY_MIN_EVENTS = 10;
export const READY_MIN_OVERALL_SCORE = 30;
export const DEFAULT_TRUST_SCORE = 85;
export const UNREAD_BADGE_CAP = 9;
export const INSIGHTS_REFRESH_MS = 30 * MINUTE_MS;
export const INSIGHTS_TIMEFRAME = '30d';
export const MATCHES_REFRESH_MS = 5 * MINUTE_MS;
export const LAST_ACTIVITY_IDLE_MS = 30_000;

export const TOAST_DEFAULT_MS = 4_000;
export const TOAST_ERROR_MS = 4_000;
export const TOAST_SUCCESS_MS = 2_000;
export const TOAST_RETRY_MS = 10_000;
export const TOAST_OFFLINE_WAIT_MS = 8_000;
export const TOAST_NOTIFICATION_MS = 10_000;
export const TOASTS_MAX = 20;

export const RT_CONNECT_DELAY_MS = 1_000;
export const RT_RECONNECT_ATTEMPTS = 5;
export const RT_RECONNECT_BASE_MS = 3_000;
export const RT_RECONNECT_CAP_MS = MINUTE_MS;
export const RT_RECONNECT_JITTER = 0.3;
export const RT_HEARTBEAT_MS = 30_000;
export const RT_HEARTBEAT_ACK_MS = 8_000;
export const RT_MESSAGE_TIMEOUT_MS = 10_000;
export const RT_OFFLINE_QUEUE_MAX = 50;
export const RT_FLUSH_BATCH = 10;
export const RT_HISTORY_MAX = 100;
export const RT_LATENCY_SAMPLES_MAX = 50;
export const RT_QUALITY_SAMPLES = 10;
export const RT_QUALITY_EXCELLENT_MS = 200;
export const RT_QUALITY_GOOD_MS = 500;
export const RT_QUALITY_FAIR_MS = 1_000;
export const RT_TYPING_MS = 8_000;
export const RT_TOAST_THROTTLE_MS = 10_000;
export const RT_SERVER_RECONNECT_MS = 2_000;

export const SESSION_MONITOR_MS = MINUTE_MS;
export const SESSION_MONITOR_START_MS = 1_000;
export const SESSION_REFRESH_LEFT_MS = 5 * MINUTE_MS;
export const SIGNING_KEYS_CACHE_S = 600;

export const ERROR_HISTORY_MAX = 100;
export const ERROR_STATISTICS_WINDOW_MS = DAY_MS;
export const ROUTE_BAR_MS = 500;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
export const NEWSLETTER_DELAY_MS = 1_500;
export const NEWSLETTER_RESET_MS = 3_000;
export const TIP_ROTATION_MS = 4_000;
export const AI_MESSAGE_ROTATION_MS = 2_500;
export const CONVERSATION_DOTS_MS = 500;
export const REVEAL_PROGRESS_STEP_MS = 30;

// Not in the specification.
export const DEFAULT_CALLS_PER_MINUTE = 120;
export const ADULT_AGE_YEARS = 18;
export const OLDEST_AGE_YEARS = 99;
export const MESSAGE_MAX_CHARS = 5_000;
export const FIRST_NAME_MAX_CHARS = 40;
export const PROMPT_ANSWER_MAX_CHARS = 300;
export const PROMPTS_PER_PROFILE = 3;
/** With fewer prompt answers a profile is not complete. */
export const PROMPTS_REQUIRED = 1;
export const INTERESTS_MAX = 12;
export const WORK_MAX_CHARS = 80;
export const PHOTOS_MAX = 6;
/** Until the email is verified. */
export const PHOTOS_MAX_UNVERIFIED = 2;
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 50_000_000;
export const PHOTO_LINK_TTL_S = 60;
/** How long a drawn pose may be used for a selfie. */
export const SELFIE_CHALLENGE_MS = 10 * MINUTE_MS;
/** Without premium, a pass can be undone for this long. */
export const PASS_UNDO_MS = 30_000;
/** The filter for people who were active lately means this long. */
export const RECENTLY_ACTIVE_MS = 7 * DAY_MS;
/** How many people a user may let know of a like within a day, with either plan. */
export const OPEN_LIKES_MAX = 3;
export const OPEN_LIKES_WINDOW_MS = DAY_MS;
/** The length of a message to the team. */
export const INQUIRY_MIN_CHARS = 10;
export const INQUIRY_MAX_CHARS = 4_000;
export const BODY_MAX_BYTES = 64 * 1024;
export const WS_MESSAGE_MAX_BYTES = 32 * 1024;
export const WS_CONNECTIONS_PER_USER = 8;
export const WS_MESSAGES_PER_10_S = 60;
export const REVEAL_DECLINE_FINAL_MS = DAY_MS;
/** The last stage opens at the earliest this long after the match became mutual. */
export const REVEAL_LAST_STAGE_AFTER_MS = DAY_MS;
/** After a step back the other user may ask for the closed stage again after this long. */
export const REVEAL_STEP_BACK_WAIT_MS = DAY_MS;
/** A user who withdrew a request or stepped back may ask again after this long. */
export const REVEAL_CHANGED_MIND_WAIT_MS = HOUR_MS;
/** With demo users every waiting time of the reveal runs this much faster: a minute counts as a day. */
export const DEMO_CLOCK_SPEED = DAY_MS / MINUTE_MS;
/** With demo users each turn of a conversation counts this many times for trust, so that half a dozen exchanges open every stage. */
export const DEMO_TURN_WEIGHT = 2;
/** A stage counts as kept after it stayed open for both this long. */
export const REVEAL_KEPT_AFTER_MS = 3 * DAY_MS;
export const PAYMENT_GRACE_MS = 7 * DAY_MS;
export const DELETION_GRACE_MS = 30 * DAY_MS;
export const PLACE_GRID_KM = 10;
/** How often a user may change their place within the window; the first choice does not count. */
export const PLACE_CHANGES_MAX = 3;
export const PLACE_CHANGES_WINDOW_MS = 7 * DAY_MS;
/** The narrowest preferences: narrower ones would tell the age and intent of everyone whom the user meets. */
export const WANTED_AGES_MIN = 5;
export const WANTED_INTENTS_MIN = 2;
export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_BYTES = 256;
export const TERMS_VERSION = '2026-11-01';

/** With this many answers to the questionnaire a first profile is meaningful, and the step of onboarding done. */
export const ENOUGH_ANSWERS = 12;
