/** Words of discovery. */
export const MATCH_COPY = {
  title: 'Discover',
  ready: {
    title: 'One person at a time',
    body: 'We look for someone whose way of being fits yours, both ways. You meet them as light and colour first.',
    action: 'Meet someone',
  },
  nobody: { title: 'You have met everyone for now', widen: 'Widen your wishes', again: 'Look again' },
  onboarding: { title: 'A few things first', action: 'Finish your profile' },
  limit: { title: 'That was today’s person', upgrade: 'Upgrade' },
  waiting: { title: 'Waiting for their answer', lead: 'You said yes. If they do, too, you both hear of it at once.' },
  mutual: { title: 'It’s mutual', lead: 'You both said yes. Somebody has to say the first word.' },
  talks: { title: 'Your conversations' },
  scores: {
    compatibility: 'Compatibility',
    trust: 'Trust',
    connection: 'Emotional connection',
    expected: '(expected)',
  },
  reasons: 'Why you two',
  points: 'Two things to talk about',
  accept: 'Say yes',
  pass: 'Pass',
  undo: 'Undo',
  passed: 'Passed.',
  keys: 'You can use the arrow keys, or swipe.',
  moment: {
    title: 'It’s mutual',
    start: 'Start a conversation',
    later: 'Later',
  },
} as const;
