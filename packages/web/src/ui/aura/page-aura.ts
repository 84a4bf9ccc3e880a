import type { Aura } from '@soulsight/contract/aura';
import { seededRandom } from '@soulsight/contract/seeded-random';

/** An aura for a text; the same text always has the same aura. */
export function pageAura(text: string): Aura {
  let seed = 2_166_136_261;
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 16_777_619);
  seed >>>= 0;
  const random = seededRandom(seed);
  const hue = random() * 360;
  return {
    seed,
    hues: [hue, (hue + 25 + random() * 35) % 360, (hue + 325 - random() * 30) % 360],
    energy: 0.15 + random() * 0.25,
    clarity: 0.3 + random() * 0.5,
    depth: 0.6 + random() * 0.4,
    warmth: 0.4 + random() * 0.5,
  };
}
