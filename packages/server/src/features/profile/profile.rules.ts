import { calculateAge } from '@soulsight/contract/age';
import { ADULT_AGE_YEARS, OLDEST_AGE_YEARS, PROMPTS_PER_PROFILE } from '@soulsight/contract/limits';
import { type MeUpdate, ONBOARDING_STEPS, type OnboardingStep } from '@soulsight/contract/user';

/** Width of an age band in years: 18-22, 23-27, 28-32 and so on. */
const AGE_BAND_YEARS = 5;

/** Whether the birth date is that of an adult, with an age from 18 to the oldest plausible one. */
export function isAdult(birthDate: string, now: Date): boolean {
  const age = calculateAge(birthDate, now);
  return age >= ADULT_AGE_YEARS && age <= OLDEST_AGE_YEARS;
}

/** The five-year age band, such as "28-32". */
export function toAgeBand(age: number): string {
  const from = ADULT_AGE_YEARS + Math.floor((age - ADULT_AGE_YEARS) / AGE_BAND_YEARS) * AGE_BAND_YEARS;
  return `${from}-${Math.min(from + AGE_BAND_YEARS - 1, OLDEST_AGE_YEARS)}`;
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
  /** Questions neither answered nor skipped. */
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
    prompts: facts.prompts >= PROMPTS_PER_PROFILE,
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
 */
export function validateUpdate(
  update: MeUpdate,
  current: { birthDate: string | null; isMet: boolean },
  now: Date,
): Record<string, string> {
  const faults: Record<string, string> = {};
  if (update.birth_date !== undefined && !isAdult(update.birth_date, now))
    faults.birth_date = `You must be ${ADULT_AGE_YEARS} or older to use this.`;
  if (current.isMet && update.birth_date !== undefined && current.birthDate !== update.birth_date)
    faults.birth_date = 'You can no longer change your date of birth. If it is wrong, please contact support.';
  if (update.timezone !== undefined && !isTimezone(update.timezone)) faults.timezone = 'Unknown time zone.';
  return faults;
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

/** What must be removed from text that is sent to a language model: the first name, whole and in its parts, and the town. */
export function privateNames(firstName: string | null, placeName: string | null): string[] {
  const town = placeName?.split(',')[0];
  return [firstName, ...(firstName?.split(/[\s-]+/) ?? []), town].filter((name) => name != null);
}
