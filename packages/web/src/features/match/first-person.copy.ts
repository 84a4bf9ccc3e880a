/** The first person, at the end of onboarding. */
export const FIRST_PERSON_COPY = {
  title: 'The first person for you',
  searching: 'Looking for someone who fits…',
  meet: (name: string) => `Meet ${name}`,
  verify: {
    title: 'Your first person comes next',
    body: 'Verify your email, and we introduce you at once.',
    action: 'Verify your email',
  },
  nobody: {
    title: 'Nobody for you just yet',
    body: 'It has to fit both ways, and so far nobody does. Look again tomorrow, or widen who you want to meet.',
  },
  later: {
    title: 'Your first person comes next',
    body: "We couldn't look for anyone just now. Your profile is saved.",
    action: 'Discover',
  },
} as const;
