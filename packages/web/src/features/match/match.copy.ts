import { MATCH_HINTS } from './match-hints.copy.ts';

export const MATCH_COPY = {
  ready: {
    title: 'One person at a time',
    body: 'We look for someone who fits you, and whom you fit. You meet them as light and colour first.',
    action: 'Meet someone',
  },
  nobody: { title: 'Nobody new for now', widen: 'Widen your preferences', again: 'Look again' },
  onboarding: { title: 'A few things first', action: 'Finish your profile' },
  limit: { title: "You've met today's person", upgrade: 'Upgrade' },
  waiting: {
    title: 'Waiting for their answer',
    lead: "You said yes. If they say yes too, we'll tell you both.",
    letKnow:
      "If you let them know, they see now that someone likes them, and with Premium that it's you. You can take your like back, but not what they've seen.",
  },
  mutual: { title: "It's mutual", lead: 'You both said yes. Someone has to go first.' },
  conversations: { title: 'Your conversations' },
  scores: {
    compatibility: 'Compatibility',
    trust: 'Trust',
    connection: 'Emotional connection',
    expected: '(expected)',
    afterTalking: 'Once you talk',
    range: (score: number, { low, high }: { low: number; high: number }, certainty: string) =>
      `${score}%, ${certainty}: likely ${low} to ${high}`,
    ask: 'What does compatibility mean?',
    meaning: 'It tells how likely it is that you both say yes, if you both answer.',
    share: (score: number, yes: number) =>
      `Its square is that chance: of 100 pairs at ${score}%, about ${yes} both say yes.`,
    tooEarlyMeaning:
      "We don't know you two well enough yet. This gets clearer as you both meet people and answer questions.",
    ownDecisions: 'What you two decide about each other never changes it.',
  },
  widerGuess: "We're still getting to know you, so for now we choose more freely among the people who fit.",
  reasons: 'Why you might click',
  reasonLevels: { slight: 'a little', some: 'somewhat', strong: 'a lot' },
  reasonDirections: { for: 'Raises the score', against: 'Lowers the score', even: 'Changes nothing' },
  points: MATCH_HINTS.points,
  accept: 'Say yes',
  pass: 'Pass',
  whyPassed: 'Why? (optional)',
  passReasons: ['Wants something else', 'Too far away', 'Too little in common', 'Just a feeling'],
  undo: 'Undo',
  explained: 'Thank you, noted.',
  passed: (name: string) => `You passed on ${name}.`,
  passedLately: {
    title: 'Passed in the last day',
    lead: 'Changed your mind? With Premium you have a day. We never tell anyone about a pass.',
    undo: 'Bring back',
  },
  wishes: 'Who you want to meet',
  undoHint: 'With Premium you have a whole day to bring someone back.',
  undoHintAction: MATCH_HINTS.seePremium,
  letKnow: {
    hidden: (name: string) => `You said yes to ${name}. It stays hidden unless they say yes too.`,
    told: (name: string) => `You said yes to ${name} and let them know.`,
    action: 'Let them know',
    short: 'Tell them',
    keep: 'Keep it hidden',
    /** What it means, before it is done. */
    meaning:
      "They then see that someone likes them, and with Premium that it's you: your aura, rough age and distance. You can take your like back, but not what they've seen.",
    done: 'You let them know',
  },
  likes: {
    link: 'Likes',
    lead: "They said yes to you and wanted you to know. If you say yes too, it's mutual.",
    amounts: {
      none: 'Nobody has let you know yet',
      one: 'Someone likes you',
      few: 'A few people like you',
      many: 'Several people like you',
    },
    none: "Most people keep a yes to themselves until it's mutual, and so can you. If you would like somebody to know, say yes and choose “Let them know”.",
    meet: 'Meet someone',
    free: 'They said yes to you and wanted you to know. With Premium you see who they are, as light and colour, and answer right away.',
    othersHidden:
      "Only people who chose to let you know are here. Most people keep a yes to themselves until it's mutual.",
    upgrade: 'See who they are with Premium',
    discover: 'Keep discovering',
    why: 'Why this score, and what to talk about',
    whyTooEarly: 'Why you might click, and what to talk about',
  },
  moment: {
    title: "It's mutual",
    start: 'Start a conversation',
    later: 'Later',
  },
} as const;
