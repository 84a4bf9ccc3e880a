/** Texts of /subscription. */
export const FREE_FEATURES = [
  'One new person a day',
  'Three conversations at a time',
  'The whole reveal, faces included',
  'Your behavioural profile',
] as const;
export const SUBSCRIPTION_COPY = {
  lead: "More people to meet, and help when you're stuck for words.",
  pay: 'Pay',
  testGateway:
    'This site takes test cards only: 4242 4242 4242 4242 works, 4000 0000 0000 0002 is declined. No money is charged.',
  change: {
    buy: (period: string) => `It renews every ${period}. Cancel whenever you like.`,
    upgrade_now: "Your new plan starts now. What you haven't used of the old one is deducted.",
    downgrade_later: (on: string) => `Your plan stays as it is until ${on}. We won't charge you now.`,
    nothing: "This cancels your scheduled change. We won't charge you.",
    resume: "Your subscription is back on. We won't charge you now.",
    unpause: { free: "Your subscription continues. We won't charge you now.", paid: 'Premium starts again now.' },
  },
  confirm: {
    upgrade_now: 'Switch now',
    downgrade_later: 'Schedule the switch',
    nothing: 'Keep this plan',
    resume: 'Resume',
    unpause: 'Resume',
  },
  done: {
    buy: 'Welcome to Premium.',
    upgrade_now: 'Your plan has been changed.',
    downgrade_later: 'Your plan will change when the current one ends.',
    nothing: 'Your scheduled change was cancelled.',
    resume: 'Your subscription is active again.',
    unpause: 'Your subscription is active again.',
  },
  otherCard: 'To pay with another card, close this and add it under "Cards" first.',
  paid: 'Thank you. Your Premium continues.',
  cardAdded: "Your card is saved. We'll use it from now on.",
  cardChosen: "We'll use this card from now on.",
  /** After the payment provider's page, by its `checkout` parameter. */
  returned: {
    done: 'Thank you. Premium starts as soon as your payment is confirmed, usually within seconds.',
    card: 'Thank you. Your card appears here in a moment.',
    cancelled: 'Nothing was changed.',
  },
  cancelled: "Cancelled. You'll have Premium until the end of the time you paid for.",
  ended: "Cancelled. Premium has ended, and we won't charge you.",
  resumed: 'Your subscription is active again.',
} as const;
