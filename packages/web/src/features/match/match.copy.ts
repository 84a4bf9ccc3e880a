/** Words of discovery. */
export const MATCH_COPY = {
  ready: {
    title: 'One person at a time',
    body: 'We look for someone who fits you, and whom you fit. You meet them as light and colour first.',
    action: 'Meet someone',
  },
  nobody: { title: "You've met everyone for now", widen: 'Widen your preferences', again: 'Look again' },
  onboarding: { title: 'A few things first', action: 'Finish your profile' },
  limit: { title: "You've met today's person", upgrade: 'Upgrade' },
  waiting: { title: 'Waiting for their answer', lead: "You said yes. If they say yes too, we'll tell you both." },
  mutual: { title: "It's mutual", lead: 'You both said yes. Someone has to go first.' },
  talks: { title: 'Your conversations' },
  scores: {
    compatibility: 'Compatibility',
    trust: 'Trust',
    connection: 'Emotional connection',
    expected: '(expected)',
  },
  reasons: 'Why you might click',
  points: 'Two things to talk about',
  accept: 'Say yes',
  pass: 'Pass',
  undo: 'Undo',
  passed: 'Passed.',
  keys: 'You can use the arrow keys, or swipe.',
  moment: {
    title: "It's mutual",
    start: 'Start a conversation',
    later: 'Later',
  },
} as const;
