import { calculateAge } from '@soulsight/contract/age';
import { ADULT_AGE_YEARS, OLDEST_AGE_YEARS, PROMPTS_PER_PROFILE } from '@soulsight/contract/limits';
import { type MeUpdate, ONBOARDING_STEPS, type OnboardingStep } from '@soulsight/contract/user';

/** Width of an age band in years: 18-22, 23-27, 28-32 and so on. */
const AGE_BAND_YEARS = 5;

/** Whether someone born on that day is 18 or older. A day that cannot be a living person's is nobody's. */
export function isAdult(birthDate: string, now: Date): boolean {
  const age = calculateAge(birthDate, now);
  return age >= ADULT_AGE_YEARS && age <= OLDEST_AGE_YEARS;
}

/** The band of five years in which an age lies, such as "28-32". */
export function toAgeBand(age: number): string {
  const from = ADULT_AGE_YEARS + Math.floor((age - ADULT_AGE_YEARS) / AGE_BAND_YEARS) * AGE_BAND_YEARS;
  return `${from}-${Math.min(from + AGE_BAND_YEARS - 1, OLDEST_AGE_YEARS)}`;
}

/** What onboarding looks at. */
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
  /** Without consent to analysis there is nothing to ask. */
  consentsToAnalysis: boolean;
};

/** The steps still to be done, in their order. Photos are optional and never missing. */
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

/** What decides whether a person can be met by others. */
export type DiscoverableFacts = OnboardingFacts & {
  emailVerified: boolean;
  paused: boolean;
  acceptedTerms: boolean;
  /** Shut out by the installation, or by a moderator, until then. */
  bannedUntil: Date | null;
  lockedUntil: Date | null;
  deletedAt: Date | null;
};

/**
 * Eligible to be met: verified, adult, described (the questionnaire may wait), not paused, not banned, not leaving.
 */
export function isDiscoverable(facts: DiscoverableFacts, now: Date): boolean {
  const described = missingSteps({ ...facts, questionsLeft: 0 }).length === 0;
  const adult = facts.birthDate !== null && isAdult(facts.birthDate, now);
  const banned = [facts.bannedUntil, facts.lockedUntil].some((until) => until !== null && until > now);
  return (
    described && adult && facts.emailVerified && facts.acceptedTerms && !facts.paused && !banned && !facts.deletedAt
  );
}

/**
 * Refusals of an update, by field; empty when all is well. A date of birth stands once others can meet the person by it, or did.
 */
export function validateUpdate(
  update: MeUpdate,
  kept: { birthDate: string | null; isMet: boolean },
  now: Date,
): Record<string, string> {
  const faults: Record<string, string> = {};
  if (update.birth_date !== undefined && !isAdult(update.birth_date, now))
    faults.birth_date = `You must be ${ADULT_AGE_YEARS} or older to use this.`;
  if (kept.isMet && update.birth_date !== undefined && kept.birthDate !== update.birth_date)
    faults.birth_date = 'Your date of birth cannot be changed any more. Please write to support if it is wrong.';
  if (update.timezone !== undefined && !isTimezone(update.timezone)) faults.timezone = 'That time zone is not known.';
  return faults;
}

/** Whether a name is an IANA time zone that this runtime knows. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
