import type { Gender, Intent, OnboardingStep } from '@soulsight/contract/profile';

export const GENDER_LABELS: Record<Gender, string> = { woman: 'Woman', man: 'Man', nonbinary: 'Non-binary' };
export const GENDER_PLURAL_LABELS: Record<Gender, string> = {
  woman: 'Women',
  man: 'Men',
  nonbinary: 'Non-binary people',
};
export const INTENT_LABELS: Record<Intent, { label: string; hint: string }> = {
  long_term: { label: 'A lasting relationship', hint: "You know what you're looking for." },
  open_to_long_term: { label: 'Open to something lasting', hint: 'If it grows, it grows.' },
  figuring_out: { label: 'Still figuring it out', hint: 'Just meeting people for now.' },
  friendship: { label: 'New friends', hint: 'Good company, nothing more.' },
};
export const STEP_LABELS: Record<OnboardingStep, { title: string; lead: string }> = {
  basics: { title: 'About you', lead: 'Just what we need to find people who fit. Your name stays hidden at first.' },
  wishes: {
    title: 'Who you want to meet',
    lead: 'It goes both ways: people you match are also looking for someone like you.',
  },
  place: {
    title: 'Where you are',
    lead: 'We store it to about ten kilometres, never more exactly. Others see only a rough distance.',
  },
  prompts: {
    title: 'In your words',
    lead: 'Write one to three short answers. They appear with your first name once you both unlock Voice.',
  },
  questions: {
    title: 'What makes you tick',
    lead: 'A few statements about you. Skip any you like: we learn the rest as you use Soulsight.',
  },
  photos: {
    title: 'Photos, for later',
    lead: "Optional for now. Nobody sees them until you've both unlocked Silhouette.",
  },
};
/** The step for photos once there are some. */
export const PHOTOS_LABELS = {
  title: 'Your photos',
  lead: "Nobody sees them until you've both unlocked Silhouette.",
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
    title: 'May we learn from how you behave here?',
    text: 'Soulsight matches people by how they behave. For that, we need your consent.',
    points: [
      'We look at how you answer, write and decide, never at your exact words.',
      "It's stored encrypted, and only you can see it.",
      'You can withdraw at any time in Settings. We then erase everything we learned.',
    ],
    agree: 'I agree',
    decline: 'Continue without it',
  },
  basics: {
    known: (name: string, age: number) => `You're ${name}, ${age}.`,
    change: 'Change',
  },
  prompts: {
    placeholder: 'Your answer',
    missing: 'One sentence is enough.',
    another: 'Answer another',
  },
  result: {
    title: (name: string | null) => (name ? `This is you, ${name}` : 'This is you'),
    lead: 'People meet you as this light first.',
    /** Where the sentences about the person come from. */
    source: (answers: number) =>
      answers === 1
        ? "That's read from one answer. It grows clearer as you talk."
        : `That's read from ${answers} answers. It grows clearer as you talk.`,
    /** Instead of sentences, where nothing is known. */
    unknown: {
      declined: "You asked us not to learn from how you behave, so there's nothing we could say about you.",
      unanswered:
        "You haven't told us how you tick, and we don't guess. Your light takes shape as you answer and talk.",
      undecided: "Your answers don't lean one way yet. How you talk will say more.",
    },
    home: 'Look around first',
  },
  steps: {
    previous: 'Previous step',
    count: (step: number, all: number) => `Step ${step} of ${all}`,
    aura: 'Your aura. It takes shape as you answer, and changes as you do.',
    next: 'Continue',
    finish: 'Finish',
    finishWithout: 'Finish without photos',
    save: 'Save',
    saved: 'Saved.',
  },
} as const;
