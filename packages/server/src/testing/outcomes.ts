import type { ErrorCode } from '@soulsight/contract/errors';
import type { Role } from './callers.ts';

/** A success, or the error of the contract. */
export type Outcome = 'ok' | ErrorCode;

/**
 * What callers get who have access to the endpoint. The access itself (signed out, unverified, banned, not a moderator) follows
 * from the contract.
 */
export interface Outcomes {
  /** For what belongs to another user, for what does not exist, and for requests that name nothing. */
  stranger: Outcome;
  /** For what belongs to the owner, by caller. */
  theirs?: Partial<Record<Role, Outcome>>;
  /** By caller, for everything that a request can name. */
  gate?: Partial<Record<Role, Outcome>>;
  /** For ids that are not UUIDs; by default they do not pass validation. */
  malformed?: Outcome;
  /** A success ends what it names: owner and matched call it on a pair of their own. */
  ends?: true;
}

/** Names nothing: it is about the caller. */
export const ownOnly: Outcomes = { stranger: 'ok' };

/** The same for every caller, whatever the request names. */
export const anybody = (stranger: Outcome): Outcomes => ({ stranger, malformed: stranger });

/** Exists only for its owner. */
export const ownerOnly = (owner: Outcome = 'ok'): Outcomes => ({ stranger: 'not_found', theirs: { owner } });

/** Exists only for the two users of a match. */
export const pairOnly = (both: Outcome = 'ok'): Outcomes => ({
  stranger: 'match_gone',
  theirs: { owner: both, matched: both },
});

/** Exists only for the two users of a conversation. */
export const conversationOnly: Outcomes = { stranger: 'conversation_gone', theirs: { owner: 'ok', matched: 'ok' } };

/** Names a user whom the caller must have met. */
export const metOnly: Outcomes = { stranger: 'not_found', theirs: { matched: 'ok', blocked: 'ok' } };

export const moderatorOnly = (moderator: Outcome): Outcomes => ({ stranger: 'not_found', theirs: { moderator } });

/** The `gate` of what only premium users may call. */
export const premiumOnly = (refusal: Outcome): Partial<Record<Role, Outcome>> => ({
  free: refusal,
  blocked: refusal,
  moderator: refusal,
  operator: refusal,
  matched: refusal,
});
