import { z } from 'zod';

/** The seven numeric traits that a fallback profile carries, in the order of the model's vector. */
export const CORE_TRAITS = [
  'openness',
  'conscientiousness',
  'extraversion',
  'agreeableness',
  'neuroticism',
  'emotional_intelligence',
  'communication_style',
] as const;

/** The twenty category traits, in the order of the model's vector, after the core ones. */
export const CATEGORY_TRAITS = [
  'emotional_depth',
  'vulnerability_comfort',
  'emotional_stability',
  'empathy_expression',
  'response_thoughtfulness',
  'conversation_depth',
  'humor_style',
  'conflict_resolution',
  'social_energy',
  'boundary_setting',
  'trust_building',
  'leadership_style',
  'decision_speed',
  'risk_tolerance',
  'planning_approach',
  'adaptability',
  'commitment_readiness',
  'intimacy_pace',
  'relationship_goals',
  'growth_mindset',
] as const;

/** All 27 numeric traits; a person's trait vector is indexed by this order. */
export const TRAITS = [...CORE_TRAITS, ...CATEGORY_TRAITS] as const;
export type Trait = (typeof TRAITS)[number];

/** `attachment_style` is a word derived from the traits; it is shown and never matched on. */
export const ATTACHMENT_STYLES = ['secure', 'anxious', 'avoidant', 'fearful'] as const;
export type AttachmentStyle = (typeof ATTACHMENT_STYLES)[number];

/** What a profile shows before there is evidence, 0 to 100. */
export const FALLBACK_TRAITS = {
  openness: 65,
  conscientiousness: 70,
  extraversion: 60,
  agreeableness: 75,
  neuroticism: 40,
  emotional_intelligence: 70,
  communication_style: 65,
} as const satisfies Record<(typeof CORE_TRAITS)[number], number>;
export const FALLBACK_ATTACHMENT_STYLE: AttachmentStyle = 'secure';

/** Shown traits: a number 0 to 100 for each numeric key, and the attachment word. A fallback profile has the core ones alone. */
export const traitsSchema = z.strictObject({
  ...(Object.fromEntries(CORE_TRAITS.map((t) => [t, z.number().min(0).max(100)])) as Record<
    (typeof CORE_TRAITS)[number],
    z.ZodNumber
  >),
  ...(Object.fromEntries(CATEGORY_TRAITS.map((t) => [t, z.number().min(0).max(100).optional()])) as Record<
    (typeof CATEGORY_TRAITS)[number],
    z.ZodOptional<z.ZodNumber>
  >),
  attachment_style: z.enum(ATTACHMENT_STYLES),
});
export type Traits = z.infer<typeof traitsSchema>;
