/** Texts of /subscription. */
export const FREE_FEATURES = [
  'One new person a day',
  'Three conversations at a time',
  'The whole reveal, up to the faces',
  'Your behavioural profile',
] as const;
export const SUBSCRIPTION_COPY = {
  lead: "More people to meet, and help when you're stuck for words.",
  pay: 'Pay',
  testGateway:
    'This site takes test cards only: 4242 4242 4242 4242 works, 4000 0000 0000 0002 is declined. No money is charged.',
  now: (price: string) => `${price} a year, minus the unused part of your month. It starts now.`,
  later: (title: string, on: string) =>
    `${title} starts on ${on}, when your current plan ends. We don't charge anything now.`,
  stayText: "This cancels your scheduled change. We don't charge anything.",
  changeNow: 'Switch now',
  changeLater: 'Schedule the switch',
  stay: 'Keep this plan',
  done: {
    buy: 'Welcome to Premium.',
    now: 'Your plan has been changed.',
    later: 'Your plan will change when the current one ends.',
    stay: 'Your scheduled change was cancelled.',
  },
  cancelled: "Cancelled. You'll have Premium until the end of the time you paid for.",
  resumed: 'Your subscription is active again.',
} as const;
