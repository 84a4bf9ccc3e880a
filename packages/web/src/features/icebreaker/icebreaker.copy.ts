export const ICEBREAKER_COPY = {
  title: 'Question of the day',
  promise: (name: string) => `You see ${name}'s answer once you have both answered.`,
  theyAnswered: (name: string) => `${name} has answered. Your turn.`,
  waiting: (name: string) => `${name} hasn't answered yet.`,
  both: (answer: string) => `You both said "${answer}".`,
  you: 'You',
  /** @param when a weekday and a time */
  next: (when: string) => `The next question comes on ${when}.`,
  done: 'You two have answered all our questions.',
} as const;
