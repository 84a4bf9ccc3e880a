import type { Aura } from '@soulsight/contract/aura';
import type { Trait } from '@soulsight/contract/traits';
import { normalCdf } from './normal.ts';
import { type TraitState, traitIndex } from './traits.ts';

/** Levels of each property: few enough that no trait's value can be derived from the picture. */
const LEVELS = 5;
const HUES = 12;
/** Spreads users over the levels, although little is known about most. */
const CONTRAST = 1.6;

/**
 * The picture's parameters. Each mixes several traits and is rounded to one of five levels (hues to one of twelve), so that the
 * picture reveals no trait.
 *
 * @param seed stored with the profile, any integer; taken modulo 2^32
 */
export function deriveAura(state: TraitState, seed: number): Aura {
  const level = (...traits: Trait[]) => auraLevel(state, traits);
  const warmth = level('agreeableness', 'empathy_expression', 'extraversion');
  const depth = level('emotional_depth', 'conversation_depth', 'openness');
  const energy = level('social_energy', 'extraversion', 'decision_speed', 'risk_tolerance');
  const turn = Math.floor((scatterSeed(seed) / 2 ** 32) * HUES);
  const dominant = (Math.round(warmth * 4 + depth * 2) + turn) % HUES;
  return {
    seed: seed >>> 0,
    hues: [hue(dominant), hue(dominant + 1 + Math.round(depth * 3)), hue(dominant + 4 + Math.round(energy * 4))],
    energy,
    clarity: level('conscientiousness', 'planning_approach', 'boundary_setting', 'emotional_stability'),
    depth,
    warmth,
  };
}

function auraLevel(state: TraitState, traits: readonly Trait[]): number {
  const total = traits.reduce((sum, trait) => {
    const k = traitIndex(trait);
    return sum + (state.means[k] ?? 0) / Math.sqrt(1 + (state.variances[k] ?? 1));
  }, 0);
  const share = normalCdf((CONTRAST * total) / Math.sqrt(traits.length));
  return Math.min(LEVELS - 1, Math.floor(share * LEVELS)) / (LEVELS - 1);
}

function hue(step: number): number {
  return ((step % HUES) * 360) / HUES;
}

/** Maps neighbouring seeds to distant numbers, 0 to 2^32 - 1: multiplicative hashing (Knuth, TAOCP 3, 6.4). */
function scatterSeed(seed: number): number {
  return Math.imul(seed >>> 0, 0x9e3779b1) >>> 0;
}
