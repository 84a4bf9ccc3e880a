import { z } from 'zod';

interface TraitFacts {
  /** What a fallback profile shows, 0 to 100; null where a fallback profile leaves the trait out. */
  fallback: number | null;
}

/**
 * The numeric traits. Their order is the order of the model's vectors, which are stored: append new traits at the end, and never
 * reorder or remove one. docs/how-to.md lists what a new trait needs besides its row here.
 */
const TRAIT_FACTS = {
  openness: { fallback: 65 },
  conscientiousness: { fallback: 70 },
  extraversion: { fallback: 60 },
  agreeableness: { fallback: 75 },
  neuroticism: { fallback: 40 },
  emotional_intelligence: { fallback: 70 },
  communication_style: { fallback: 65 },
  emotional_depth: { fallback: null },
  vulnerability_comfort: { fallback: null },
  emotional_stability: { fallback: null },
  empathy_expression: { fallback: null },
  response_thoughtfulness: { fallback: null },
  conversation_depth: { fallback: null },
  humor_style: { fallback: null },
  conflict_resolution: { fallback: null },
  social_energy: { fallback: null },
  boundary_setting: { fallback: null },
  trust_building: { fallback: null },
  leadership_style: { fallback: null },
  decision_speed: { fallback: null },
  risk_tolerance: { fallback: null },
  planning_approach: { fallback: null },
  adaptability: { fallback: null },
  commitment_readiness: { fallback: null },
  intimacy_pace: { fallback: null },
  relationship_goals: { fallback: null },
  growth_mindset: { fallback: null },
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
