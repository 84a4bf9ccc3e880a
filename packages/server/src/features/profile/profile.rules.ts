import { calculateAge } from '@soulsight/contract/age';
import {
  ADULT_AGE_YEARS,
  OLDEST_AGE_YEARS,
  PLACE_CHANGES_MAX,
  PLACE_CHANGES_WINDOW_MS,
  PROMPTS_REQUIRED,
  WANTED_AGES_MIN,
} from '@soulsight/contract/limits';
import { type MeUpdate, ONBOARDING_STEPS, type OnboardingStep } from '@soulsight/contract/profile';

/** Width of an age band in years. */
const AGE_BAND_YEARS = WANTED_AGES_MIN;

/** Whether the birth date is that of an adult, with an age from 18 to the oldest plausible one. */
export function isAdult(birthDate: string, now: Date): boolean {
  const age = calculateAge(birthDate, now);
  return age >= ADULT_AGE_YEARS && age <= OLDEST_AGE_YEARS;
}

/**
 * The age band, such as "28-32": five years, counted from the youngest age that the viewer looks for, the last band up to nine.
 * Bands that were not counted from there would overlap the viewer's range by as little as a year, and so tell the exact age.
 */
export function toAgeBand(age: number, wanted: { min: number; max: number } | null = null): string {
  const isWanted =
    wanted !== null && wanted.max - wanted.min >= AGE_BAND_YEARS - 1 && age >= wanted.min && age <= wanted.max;
  const { min, max } = isWanted ? wanted : { min: ADULT_AGE_YEARS, max: OLDEST_AGE_YEARS };
  const bands = Math.max(1, Math.floor((max - min + 1) / AGE_BAND_YEARS));
  const band = Math.min(bands - 1, Math.floor((age - min) / AGE_BAND_YEARS));
  const from = min + band * AGE_BAND_YEARS;
  return `${from}-${band === bands - 1 ? max : from + AGE_BAND_YEARS - 1}`;
}

/** The inputs of the onboarding steps. */
export type OnboardingFacts = {
  hasFirstName: boolean;
  birthDate: string | null;
  gender: string | null;
  intent: string | null;
  hasMatchPreferences: boolean;
  hasPlace: boolean;
  prompts: number;
  /** Questions neither answered nor skipped; none is left once enough are answered. */
  questionsLeft: number;
  /** Without consent to analysis the questionnaire is not required. */
  consentsToAnalysis: boolean;
};

/** The steps still to do, in order. Photos are optional and therefore never missing. */
export function missingSteps(facts: OnboardingFacts): OnboardingStep[] {
  const done: Record<OnboardingStep, boolean> = {
    basics: facts.hasFirstName && facts.birthDate !== null && facts.gender !== null && facts.intent !== null,
    wishes: facts.hasMatchPreferences,
    place: facts.hasPlace,
    prompts: facts.prompts >= PROMPTS_REQUIRED,
    questions: !facts.consentsToAnalysis || facts.questionsLeft === 0,
    photos: true,
  };
  return ONBOARDING_STEPS.filter((step) => !done[step]);
}

/** What decides whether a user may be shown to others. */
export type DiscoverableFacts = OnboardingFacts & {
  emailVerified: boolean;
  paused: boolean;
  acceptedTerms: boolean;
  /** Banned by the operator (`bannedUntil`) or locked by a moderator (`lockedUntil`) until then. */
  bannedUntil: Date | null;
  lockedUntil: Date | null;
  deletedAt: Date | null;
};

/** Verified, adult, with a complete profile (the questionnaire is optional), not paused, not banned and not being deleted. */
export function isDiscoverable(facts: DiscoverableFacts, now: Date): boolean {
  const isComplete = missingSteps({ ...facts, questionsLeft: 0 }).length === 0;
  const isOfAge = facts.birthDate !== null && isAdult(facts.birthDate, now);
  const isBanned = [facts.bannedUntil, facts.lockedUntil].some((until) => until !== null && until > now);
  return (
    isComplete &&
    isOfAge &&
    facts.emailVerified &&
    facts.acceptedTerms &&
    !facts.paused &&
    !isBanned &&
    !facts.deletedAt
  );
}

/**
 * Errors of an update, by field; empty when it is valid. The date of birth is fixed once the user was, or can be, shown to others.
 * The place changes rarely, so that nobody can measure where others are by moving about.
 */
export function validateUpdate(
  update: MeUpdate,
  current: { birthDate: string | null; isMet: boolean; moves: readonly string[]; isMoving: boolean },
  now: Date,
): Record<string, string> {
  const faults: Record<string, string> = {};
  const mayMoveAt = nextMoveAt(current.moves, now);
  if (current.isMoving && mayMoveAt) faults.place = placeFault(mayMoveAt);
  if (update.birth_date !== undefined && !isAdult(update.birth_date, now))
    faults.birth_date = `You must be ${ADULT_AGE_YEARS} or older to use this.`;
  if (current.isMet && update.birth_date !== undefined && current.birthDate !== update.birth_date)
    faults.birth_date = 'You can no longer change your date of birth. If it is wrong, please contact support.';
  if (update.timezone !== undefined && !isTimezone(update.timezone)) faults.timezone = 'Unknown time zone.';
  return faults;
}

/** The changes of place that still count against the limit. */
export function recentMoves(moves: readonly string[], now: Date): string[] {
  return moves.filter((at) => now.getTime() - Date.parse(at) < PLACE_CHANGES_WINDOW_MS);
}

/** When the place may be changed again; null means now. */
function nextMoveAt(moves: readonly string[], now: Date): Date | null {
  const recent = recentMoves(moves, now).sort();
  const oldest = recent[recent.length - PLACE_CHANGES_MAX];
  return oldest === undefined ? null : new Date(Date.parse(oldest) + PLACE_CHANGES_WINDOW_MS);
}

function placeFault(at: Date): string {
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return `You can change your place ${PLACE_CHANGES_MAX} times a week. You can change it again from ${day}.`;
}

/** Whether the name is an IANA time zone known to this runtime. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

type PrivateFacts = { firstName: string | null; work: string | null; placeName: string | null };

/** "Nurse at the Charité", in the five languages: what follows is the employer. */
const EMPLOYER = /(?:\s(?:at|for|bei|beim|en|chez)(?:\s(?:the|der|dem|la|el))?\s|\s?@\s?|,\s)(.+)$/iu;

/**
 * What must be removed from text that is sent to a language model: the first name, whole and in its parts, the town, and the work
 * with its employer, which a stage may hide. A work of one word without a capital, such as "nurse", identifies nobody.
 */
export function privateNames({ firstName, work, placeName }: PrivateFacts): string[] {
  const town = placeName?.split(',')[0];
  const job = work && /[\s\p{Lu}]/u.test(work) ? work : null;
  return [firstName, ...(firstName?.split(/[\s-]+/) ?? []), town, job, work?.match(EMPLOYER)?.[1]].filter(
    (name) => name != null,
  );
}
