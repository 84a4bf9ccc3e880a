import type { Me, OnboardingStep } from '@soulsight/contract/profile';
import { formatLongDate } from '../../lib/format.ts';
import { DISTANCES, GENDER_LABELS, GENDER_PLURAL_LABELS, INTENT_LABELS, STEP_LABELS } from './profile.copy.ts';

type Parts = Pick<
  Me,
  'firstName' | 'birth_date' | 'gender' | 'work' | 'interests' | 'wishes' | 'place' | 'prompts' | 'photos' | 'intent'
>;

/** A part of the profile as the user filled it in, in one line; what the part is for while it is empty. */
export function describePart(step: OnboardingStep, me: Parts): string {
  return PARTS[step](me) || STEP_LABELS[step].lead;
}

const PARTS: Record<OnboardingStep, (me: Parts) => string> = {
  basics: ({ firstName, birth_date, gender, intent, work, interests }) =>
    join(
      firstName,
      gender && GENDER_LABELS[gender],
      birth_date && `born ${formatLongDate(`${birth_date}T12:00`)}`,
      intent && INTENT_LABELS[intent].label,
      work,
      ...interests,
    ),
  wishes: ({ wishes }) => {
    if (!wishes) return '';
    const distance = DISTANCES.find(({ value }) => value === String(wishes.max_distance_km ?? 'any'))?.label;
    const { min, max } = wishes.age_range;
    return join(...wishes.genders.map((gender) => GENDER_PLURAL_LABELS[gender]), `${min} to ${max}`, distance);
  },
  place: ({ place }) => place?.name ?? '',
  prompts: ({ prompts }) => prompts.map(({ answer }) => `“${answer}”`).join(' '),
  // Their number is known to the questionnaire alone.
  questions: () => '',
  photos: ({ photos: { length } }) => (length === 0 ? '' : length === 1 ? 'One photo' : `${length} photos`),
};

function join(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
