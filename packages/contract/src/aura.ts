import { z } from 'zod';

/**
 * The parameters of a user's generative picture. They are derived from traits by coarse, one-way steps, so that the picture is
 * recognisable but reveals no trait's value.
 */
export const auraSchema = z.strictObject({
  /** Seed of the picture's randomness, stored with the profile and never changed. */
  seed: z.number().int().min(0).max(0xffffffff),
  /** Three hues in degrees, the dominant one first. */
  hues: z.tuple([z.number().min(0).max(360), z.number().min(0).max(360), z.number().min(0).max(360)]),
  /** 0 calm to 1 lively: how fast it moves. */
  energy: z.number().min(0).max(1),
  /** 0 soft to 1 crisp: how sharp its edges are. */
  clarity: z.number().min(0).max(1),
  /** 0 shallow to 1 deep: how many layers lie over one another. */
  depth: z.number().min(0).max(1),
  /** 0 cool and muted to 1 warm and bright. */
  warmth: z.number().min(0).max(1),
});
export type Aura = z.infer<typeof auraSchema>;
