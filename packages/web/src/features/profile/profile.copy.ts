import type { Gender, Intent, OnboardingStep } from '@soulsight/contract/user';

export const GENDER_LABELS: Record<Gender, string> = { woman: 'Woman', man: 'Man', nonbinary: 'Non-binary' };
export const GENDER_PLURAL_LABELS: Record<Gender, string> = {
  woman: 'Women',
  man: 'Men',
  nonbinary: 'Non-binary people',
};
export const INTENT_LABELS: Record<Intent, { label: string; hint: string }> = {
  long_term: { label: 'A lasting relationship', hint: 'You know what you are looking for.' },
  open_to_long_term: { label: 'Open to something lasting', hint: 'If it grows, it grows.' },
  figuring_out: { label: 'Still finding out', hint: 'Meeting people first.' },
  friendship: { label: 'New friends', hint: 'Good company, nothing more.' },
};
export const STEP_LABELS: Record<OnboardingStep, { title: string; lead: string }> = {
  basics: { title: 'About you', lead: 'Only what is needed to find people who fit. Your name stays hidden at first.' },
  wishes: {
    title: 'Who you want to meet',
    lead: 'It goes both ways: you only meet people whose wishes you meet as well.',
  },
  place: {
    title: 'Where you are',
    lead: 'Kept to about ten kilometres, never finer. Others only read how far, roughly.',
  },
  prompts: {
    title: 'In your words',
    lead: 'Three short answers. They open with your first name, once you both want that.',
  },
  questions: {
    title: 'How you tick',
    lead: 'A few statements about you. Skip any. What you do here will tell us the rest.',
  },
  photos: {
    title: 'Photos, for much later',
    lead: 'Optional now. Nobody sees them until you both opened three stages before.',
  },
};
export const DISTANCES: readonly { value: string; label: string }[] = [
  { value: '10', label: 'Up to 10 km' },
  { value: '25', label: 'Up to 25 km' },
  { value: '50', label: 'Up to 50 km' },
  { value: '100', label: 'Up to 100 km' },
  { value: '250', label: 'Up to 250 km' },
  { value: 'any', label: 'Anywhere' },
];

export const PROFILE_COPY = {
  consent: {
    title: 'May we learn from how you are here?',
    text: 'Soulsight finds people by how they behave. For that it needs your consent, which you have not given yet.',
    points: [
      'What counts is how you answer, write and decide, never the sentences themselves.',
      'It is kept encrypted, and nobody but you sees it.',
      'You can withdraw at any time in Settings. Everything learned is then erased.',
    ],
    agree: 'I agree',
    decline: 'Go on without it',
  },
  steps: {
    count: (step: number, all: number) => `Step ${step} of ${all}`,
    aura: 'Your aura. It takes shape with what you tell, and changes as you do.',
    next: 'Continue',
    finish: 'Finish',
    finishWithout: 'Finish without photos',
    save: 'Save',
    saved: 'Saved.',
  },
} as const;
