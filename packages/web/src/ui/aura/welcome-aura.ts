import type { Aura } from '@soulsight/contract/aura';

/** The product's own auras, for places without a user: landing page, sign-in pages, loaders. */
export const WELCOME_AURA: Aura = {
  seed: 20_260_614,
  hues: [58, 22, 345],
  energy: 0.42,
  clarity: 0.62,
  depth: 0.8,
  warmth: 0.85,
};
export const OTHER_AURA: Aura = {
  seed: 7_041,
  hues: [192, 225, 262],
  energy: 0.35,
  clarity: 0.55,
  depth: 0.75,
  warmth: 0.5,
};
