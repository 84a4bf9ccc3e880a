import type { Trait } from '@soulsight/contract/traits';

const TRAIT_GROUP_TITLES = ['Nature', 'Feeling', 'Talking', 'Living'] as const;
type TraitGroup = (typeof TRAIT_GROUP_TITLES)[number];

/** Each trait's label and its group in the chart. Traits of a group are drawn in this order. */
const TRAIT_DISPLAY: Record<Trait, { label: string; group: TraitGroup }> = {
  openness: { label: 'Openness', group: 'Nature' },
  conscientiousness: { label: 'Conscientiousness', group: 'Nature' },
  extraversion: { label: 'Outgoing', group: 'Nature' },
  agreeableness: { label: 'Warmth', group: 'Nature' },
  neuroticism: { label: 'Sensitivity', group: 'Nature' },
  emotional_intelligence: { label: 'Emotional intelligence', group: 'Nature' },
  communication_style: { label: 'Expressiveness', group: 'Nature' },
  emotional_depth: { label: 'Emotional depth', group: 'Feeling' },
  vulnerability_comfort: { label: 'Ease with vulnerability', group: 'Feeling' },
  emotional_stability: { label: 'Steadiness', group: 'Feeling' },
  empathy_expression: { label: 'Showing empathy', group: 'Feeling' },
  trust_building: { label: 'Building trust', group: 'Feeling' },
  intimacy_pace: { label: 'Pace of closeness', group: 'Feeling' },
  response_thoughtfulness: { label: 'Thoughtful answers', group: 'Talking' },
  conversation_depth: { label: 'Deep conversation', group: 'Talking' },
  humor_style: { label: 'Humour', group: 'Talking' },
  conflict_resolution: { label: 'Handling conflict', group: 'Talking' },
  social_energy: { label: 'Social energy', group: 'Talking' },
  boundary_setting: { label: 'Setting boundaries', group: 'Talking' },
  decision_speed: { label: 'Quick decisions', group: 'Living' },
  risk_tolerance: { label: 'Daring', group: 'Living' },
  planning_approach: { label: 'Planning ahead', group: 'Living' },
  adaptability: { label: 'Adaptability', group: 'Living' },
  leadership_style: { label: 'Taking the lead', group: 'Living' },
  commitment_readiness: { label: 'Ready to commit', group: 'Living' },
  relationship_goals: { label: 'Clear relationship goals', group: 'Living' },
  growth_mindset: { label: 'Growing', group: 'Living' },
};

export function traitLabel(trait: Trait): string {
  return TRAIT_DISPLAY[trait].label;
}

export const TRAIT_GROUPS: readonly { title: TraitGroup; traits: readonly Trait[] }[] = TRAIT_GROUP_TITLES.map(
  (title) => ({
    title,
    traits: (Object.keys(TRAIT_DISPLAY) as Trait[]).filter((trait) => TRAIT_DISPLAY[trait].group === title),
  }),
);

export const AGREEMENT = ['Strongly disagree', 'Disagree', 'Neither', 'Agree', 'Strongly agree'] as const;

export const QUESTIONS_COPY = {
  progress: (behind: number, all: number) => `${behind} of ${all}`,
  plenty: "That's plenty to start with. Keep going, or answer the rest any time on your profile.",
  thanks: 'Thank you. From here on, how you talk says more than any question could.',
  /** On Home, on a day without a new person. */
  open: { title: 'A question for you', thanks: 'Thank you. It shapes who you meet next.', another: 'Another one' },
  back: 'Back',
  skip: 'Skip this one',
  enough: 'Enough for now',
  notice: {
    alike:
      "Some answers look alike or follow a pattern. If that's how you are, leave them. If you clicked through, another look helps us find people who fit you.",
    contradictory:
      'Some answers point in different directions. That happens to everyone: another look at a few helps us find people who fit you.',
  },
  lookAgain: 'Look again',
} as const;
