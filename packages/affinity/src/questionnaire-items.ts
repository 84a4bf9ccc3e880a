import type { Trait } from '@soulsight/contract/traits';

/** Two statements for each trait that the Mini-IPIP does not ask about: `part` 1 speaks for the trait, 2 for or against it. */
export type OwnItem = { trait: Trait; part: 1 | 2; keyed: 1 | -1; text: string };

const PAIRS: [trait: Trait, first: string, second: string, secondKeyed: 1 | -1][] = [
  [
    'emotional_intelligence',
    'I can usually name what I am feeling, and why.',
    'I am often the last to notice that someone is upset.',
    -1,
  ],
  [
    'communication_style',
    'I say what I mean, kindly and plainly.',
    'I drop hints and hope that the other person understands.',
    -1,
  ],
  [
    'emotional_depth',
    'A song or a story can stay with me for days.',
    'I would rather not look too closely at my feelings.',
    -1,
  ],
  [
    'vulnerability_comfort',
    'I can tell someone I like that I am afraid.',
    'I keep my weak sides to myself, even with people I trust.',
    -1,
  ],
  [
    'emotional_stability',
    'When a day goes wrong, I find my balance again quickly.',
    'A small setback can spoil my whole week.',
    -1,
  ],
  [
    'empathy_expression',
    'When someone tells me something sad, I let them know that I feel with them.',
    'I often care more than I manage to show.',
    -1,
  ],
  [
    'response_thoughtfulness',
    'I like to think about a message before I answer it.',
    'I send the first thing that comes to my mind.',
    -1,
  ],
  [
    'conversation_depth',
    'I would rather talk for an hour about one thing than touch on ten.',
    'Light talk is enough for me; it need not go deep.',
    -1,
  ],
  [
    'humor_style',
    'I find something to laugh about in almost any situation.',
    'Playful teasing is one of the ways I show that I like someone.',
    1,
  ],
  [
    'conflict_resolution',
    'After an argument I am the one who looks for a way back.',
    'When we disagree, I would rather walk away than talk it out.',
    -1,
  ],
  [
    'social_energy',
    'After an evening with many people I feel more awake than before.',
    'I need a lot of time alone to recover from company.',
    -1,
  ],
  ['boundary_setting', 'I can say no to someone I love.', 'I often agree to things that I do not want.', -1],
  [
    'trust_building',
    'I give people my trust until they show me that I should not.',
    'It takes me very long to believe that someone means well.',
    -1,
  ],
  [
    'leadership_style',
    'In a group I am the one who gets things going.',
    'I prefer it when somebody else decides for both of us.',
    -1,
  ],
  ['decision_speed', 'I know quickly what I want.', 'I turn a choice over many times before I make it.', -1],
  [
    'risk_tolerance',
    'I would move to another city for something that might be wonderful.',
    'I like to know how a thing ends before I begin it.',
    -1,
  ],
  [
    'planning_approach',
    'I like to know on Monday what the weekend will be.',
    'My best days are the ones that nobody planned.',
    -1,
  ],
  [
    'adaptability',
    'When plans change, I can enjoy the new ones.',
    'It bothers me when things do not go as agreed.',
    -1,
  ],
  [
    'commitment_readiness',
    'I am ready to make room in my life for one person.',
    'I want to keep all my doors open for now.',
    -1,
  ],
  ['intimacy_pace', 'When I like someone, I want to be close soon.', 'I let closeness grow slowly, over months.', -1],
  [
    'relationship_goals',
    'I am looking for someone to build a life with.',
    'I would be happy with something that lasts only as long as it is easy.',
    -1,
  ],
  [
    'growth_mindset',
    'I have changed a lot in the last years, and I mean to go on.',
    'People are as they are; there is little use in trying to change.',
    -1,
  ],
];

export const OWN_ITEMS: readonly OwnItem[] = PAIRS.flatMap(([trait, first, second, secondKeyed]): OwnItem[] => [
  { trait, part: 1, keyed: 1, text: first },
  { trait, part: 2, keyed: secondKeyed, text: second },
]);
