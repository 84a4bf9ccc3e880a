import type { Trait } from '@soulsight/contract/traits';

/** Each trait in words a person would use of themself. */
export const TRAIT_LABELS: Record<Trait, string> = {
  openness: 'Openness',
  conscientiousness: 'Conscientiousness',
  extraversion: 'Outgoing',
  agreeableness: 'Warmth',
  neuroticism: 'Sensitivity',
  emotional_intelligence: 'Emotional intelligence',
  communication_style: 'Expressiveness',
  emotional_depth: 'Emotional depth',
  vulnerability_comfort: 'Ease with vulnerability',
  emotional_stability: 'Steadiness',
  empathy_expression: 'Showing empathy',
  response_thoughtfulness: 'Thoughtful answers',
  conversation_depth: 'Deep conversation',
  humor_style: 'Humour',
  conflict_resolution: 'Handling conflict',
  social_energy: 'Social energy',
  boundary_setting: 'Setting boundaries',
  trust_building: 'Building trust',
  leadership_style: 'Taking the lead',
  decision_speed: 'Quick decisions',
  risk_tolerance: 'Daring',
  planning_approach: 'Planning ahead',
  adaptability: 'Adaptability',
  commitment_readiness: 'Ready to commit',
  intimacy_pace: 'Pace of closeness',
  relationship_goals: 'Clear relationship goals',
  growth_mindset: 'Growing',
};

/** The traits in the groups of the picture. */
export const TRAIT_GROUPS: readonly { title: string; traits: readonly Trait[] }[] = [
  {
    title: 'Nature',
    traits: [
      'openness',
      'conscientiousness',
      'extraversion',
      'agreeableness',
      'neuroticism',
      'emotional_intelligence',
      'communication_style',
    ],
  },
  {
    title: 'Feeling',
    traits: [
      'emotional_depth',
      'vulnerability_comfort',
      'emotional_stability',
      'empathy_expression',
      'trust_building',
      'intimacy_pace',
    ],
  },
  {
    title: 'Talking',
    traits: [
      'response_thoughtfulness',
      'conversation_depth',
      'humor_style',
      'conflict_resolution',
      'social_energy',
      'boundary_setting',
    ],
  },
  {
    title: 'Living',
    traits: [
      'decision_speed',
      'risk_tolerance',
      'planning_approach',
      'adaptability',
      'leadership_style',
      'commitment_readiness',
      'relationship_goals',
      'growth_mindset',
    ],
  },
];

export const AGREEMENT = ['Strongly disagree', 'Disagree', 'Neither', 'Agree', 'Strongly agree'] as const;

/** From here on a first picture of a person stands on something. */
export const ENOUGH_ANSWERS = 12;
export const QUESTIONS_COPY = {
  progress: (behind: number, all: number) => `${behind} of ${all}`,
  plenty: "That's plenty to start with. Keep going, or answer the rest any time on your profile.",
  thanks: 'Thank you. From here on, how you talk says more than any question could.',
  back: 'Back',
  skip: 'Skip this one',
  enough: 'Enough for now',
} as const;
