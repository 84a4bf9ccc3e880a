import type { FeedbackOccasion, FeedbackWord } from '@soulsight/contract/feedback';

export const FEEDBACK_COPY = {
  question: {
    conversation: (name: string) => `How is it to talk with ${name}?`,
    reveal: (name: string) => `Now that you've seen each other: how is it to talk with ${name}?`,
  } satisfies Record<FeedbackOccasion, (name: string) => string>,
  privacy: (name: string) =>
    `${name} never sees your answer. Once five people have answered, ${name} sees which words come up.`,
  low: '1 is hard going',
  high: '10 is wonderful',
  words: (name: string) => `What fits ${name}? Choose any.`,
  send: 'Send',
  skip: 'Skip',
  answer: 'Answer',
  later: 'Later',
  thanks: 'Thank you.',
} as const;

export const WORD_LABELS: Record<FeedbackWord, string> = {
  warm: 'Warm',
  funny: 'Funny',
  curious: 'Curious',
  honest: 'Honest',
  ambitious: 'Ambitious',
  shares_my_interests: 'Shares my interests',
};

/** The same words, as others say them about the user. */
export const HEARD_LABELS: Record<FeedbackWord, string> = {
  ...WORD_LABELS,
  shares_my_interests: 'Shares their interests',
};

export const IMPRESSIONS_COPY = {
  title: 'What people say',
  notYet: (people: number) =>
    `Once ${people} people you talked with have answered, you see here which words come up. Nobody sees a single answer.`,
  noWord: 'People have answered, but no word stands out yet.',
  often: 'often',
  sometimes: 'sometimes',
} as const;
