import { z } from 'zod';

const TRAIT_GROUP_TITLES = ['Nature', 'Feeling', 'Talking', 'Living'] as const;
type TraitGroup = (typeof TRAIT_GROUP_TITLES)[number];

interface TraitFacts {
  /** What a fallback profile shows, 0 to 100; null if a fallback profile leaves the trait out. */
  fallback: number | null;
  /** Its name for users. */
  label: string;
  /** Where it is in the chart. Traits of a group are drawn in the order below. */
  group: TraitGroup;
}

/**
 * The numeric traits. Their order is the order of the model's vectors, which are stored: append new traits at the end, and never
 * reorder or remove one. docs/how-to.md lists what a new trait needs besides its row here.
 */
const TRAIT_FACTS = {
  openness: { fallback: 65, label: 'Openness', group: 'Nature' },
  conscientiousness: { fallback: 70, label: 'Conscientiousness', group: 'Nature' },
  extraversion: { fallback: 60, label: 'Outgoing', group: 'Nature' },
  agreeableness: { fallback: 75, label: 'Warmth', group: 'Nature' },
  neuroticism: { fallback: 40, label: 'Sensitivity', group: 'Nature' },
  emotional_intelligence: { fallback: 70, label: 'Emotional intelligence', group: 'Nature' },
  communication_style: { fallback: 65, label: 'Expressiveness', group: 'Nature' },
  emotional_depth: { fallback: null, label: 'Emotional depth', group: 'Feeling' },
  vulnerability_comfort: { fallback: null, label: 'Ease with vulnerability', group: 'Feeling' },
  emotional_stability: { fallback: null, label: 'Steadiness', group: 'Feeling' },
  empathy_expression: { fallback: null, label: 'Showing empathy', group: 'Feeling' },
  response_thoughtfulness: { fallback: null, label: 'Thoughtful answers', group: 'Talking' },
  conversation_depth: { fallback: null, label: 'Deep conversation', group: 'Talking' },
  humor_style: { fallback: null, label: 'Humour', group: 'Talking' },
  conflict_resolution: { fallback: null, label: 'Handling conflict', group: 'Talking' },
  social_energy: { fallback: null, label: 'Social energy', group: 'Talking' },
  boundary_setting: { fallback: null, label: 'Setting boundaries', group: 'Talking' },
  trust_building: { fallback: null, label: 'Building trust', group: 'Feeling' },
  leadership_style: { fallback: null, label: 'Taking the lead', group: 'Living' },
  decision_speed: { fallback: null, label: 'Quick decisions', group: 'Living' },
  risk_tolerance: { fallback: null, label: 'Daring', group: 'Living' },
  planning_approach: { fallback: null, label: 'Planning ahead', group: 'Living' },
  adaptability: { fallback: null, label: 'Adaptability', group: 'Living' },
  commitment_readiness: { fallback: null, label: 'Ready to commit', group: 'Living' },
  intimacy_pace: { fallback: null, label: 'Pace of closeness', group: 'Feeling' },
  relationship_goals: { fallback: null, label: 'Clear relationship goals', group: 'Living' },
  growth_mindset: { fallback: null, label: 'Growing', group: 'Living' },
} as const satisfies Record<string, TraitFacts>;

export type Trait = keyof typeof TRAIT_FACTS;
/** The traits that a fallback profile carries. */
type CoreTrait = { [T in Trait]: (typeof TRAIT_FACTS)[T]['fallback'] extends number ? T : never }[Trait];
type CategoryTrait = Exclude<Trait, CoreTrait>;

/** All numeric traits; a user's trait vector is indexed by this order. */
export const TRAITS = Object.keys(TRAIT_FACTS) as [Trait, ...Trait[]];
export const CORE_TRAITS: readonly CoreTrait[] = TRAITS.filter(isCore);
export const CATEGORY_TRAITS: readonly CategoryTrait[] = TRAITS.filter((trait) => !isCore(trait)) as CategoryTrait[];

function isCore(trait: Trait): trait is CoreTrait {
  return TRAIT_FACTS[trait].fallback !== null;
}

export const TRAIT_GROUPS: readonly { title: TraitGroup; traits: readonly Trait[] }[] = TRAIT_GROUP_TITLES.map(
  (title) => ({ title, traits: TRAITS.filter((trait) => TRAIT_FACTS[trait].group === title) }),
);

export function traitLabel(trait: Trait): string {
  return TRAIT_FACTS[trait].label;
}

/** `attachment_style` is a word derived from the traits; it is shown and never matched on. */
export const ATTACHMENT_STYLES = ['secure', 'anxious', 'avoidant', 'fearful'] as const;
export type AttachmentStyle = (typeof ATTACHMENT_STYLES)[number];

/** What a profile shows before there is evidence, 0 to 100. */
export const FALLBACK_TRAITS = Object.fromEntries(
  CORE_TRAITS.map((trait) => [trait, TRAIT_FACTS[trait].fallback]),
) as Record<CoreTrait, number>;
export const FALLBACK_ATTACHMENT_STYLE: AttachmentStyle = 'secure';

const traitValueSchema = z.number().min(0).max(100);

/** The traits of a profile: a number from 0 to 100 each, and the attachment word. A fallback profile has only the core traits. */
export const traitsSchema = z.strictObject({
  ...(Object.fromEntries(CORE_TRAITS.map((trait) => [trait, traitValueSchema])) as Record<CoreTrait, z.ZodNumber>),
  ...(Object.fromEntries(CATEGORY_TRAITS.map((trait) => [trait, traitValueSchema.optional()])) as Record<
    CategoryTrait,
    z.ZodOptional<z.ZodNumber>
  >),
  attachment_style: z.enum(ATTACHMENT_STYLES),
});
export type Traits = z.infer<typeof traitsSchema>;
