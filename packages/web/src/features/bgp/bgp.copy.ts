export const AGREEMENT = ['Strongly disagree', 'Disagree', 'Neither', 'Agree', 'Strongly agree'] as const;

export const QUESTIONS_COPY = {
  progress: (behind: number, all: number) => `${behind} of ${all}`,
  plenty: "That's plenty to start with. Keep going, or answer the rest any time on your profile.",
  thanks: 'Thank you. From here on, how you talk says more than any question could.',
  /** On Home, on a day without a new person. */
  open: { title: 'A question for you', thanks: 'Thank you. It shapes who you meet next.', another: 'Another one' },
  back: 'Back',
  skip: 'Skip this one',
  enough: 'Enough for now',
  notice: {
    alike:
      "Some answers look alike or follow a pattern. If that's how you are, leave them. If you clicked through, another look helps us find people who fit you.",
    contradictory:
      'Some answers point in different directions. That happens to everyone: another look at a few helps us find people who fit you.',
  },
  lookAgain: 'Look again',
} as const;
