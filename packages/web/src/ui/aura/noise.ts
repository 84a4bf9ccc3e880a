import { seededRandom } from '@soulsight/contract/seeded-random';

export type Noise3 = (x: number, y: number, z: number) => number;

/** How many entries the table of the noise has. */
export const NOISE_SIZE = 256;
const MASK = NOISE_SIZE - 1;

/**
 * Smooth gradient noise in three dimensions, about -1 to 1, the same for the same seed (Perlin, "Improving Noise", 2002).
 */
export function createNoise3(seed: number): Noise3 {
  const perm = permutation(seed);
  return (x, y, z) => {
    const xf = Math.floor(x);
    const yf = Math.floor(y);
    const zf = Math.floor(z);
    const dx = x - xf;
    const dy = y - yf;
    const dz = z - zf;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const w = dz * dz * dz * (dz * (dz * 6 - 15) + 10);
    const X = xf & MASK;
    const a = (perm[X] as number) + (yf & MASK);
    const b = (perm[X + 1] as number) + (yf & MASK);
    const Z = zf & MASK;
    const aa = (perm[a] as number) + Z;
    const ab = (perm[a + 1] as number) + Z;
    const ba = (perm[b] as number) + Z;
    const bb = (perm[b + 1] as number) + Z;
    const near = mix(
      v,
      mix(u, grad(perm[aa] as number, dx, dy, dz), grad(perm[ba] as number, dx - 1, dy, dz)),
      mix(u, grad(perm[ab] as number, dx, dy - 1, dz), grad(perm[bb] as number, dx - 1, dy - 1, dz)),
    );
    const far = mix(
      v,
      mix(u, grad(perm[aa + 1] as number, dx, dy, dz - 1), grad(perm[ba + 1] as number, dx - 1, dy, dz - 1)),
      mix(u, grad(perm[ab + 1] as number, dx, dy - 1, dz - 1), grad(perm[bb + 1] as number, dx - 1, dy - 1, dz - 1)),
    );
    return mix(w, near, far);
  };
}

/** The noise's table: each number below 256 once, in an order that depends on the seed, and then the same again. */
export function permutation(seed: number): Uint8Array {
  const random = seededRandom(seed);
  const once = Uint8Array.from({ length: NOISE_SIZE }, (_, i) => i);
  for (let i = NOISE_SIZE - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const held = once[i] as number;
    once[i] = once[j] as number;
    once[j] = held;
  }
  const twice = new Uint8Array(NOISE_SIZE * 2 + 2);
  for (let i = 0; i < twice.length; i++) twice[i] = once[i & MASK] as number;
  return twice;
}

function mix(t: number, a: number, b: number): number {
  return a + t * (b - a);
}

/** Dot product with one of twelve directions, chosen by the low bits. */
function grad(hash: number, x: number, y: number, z: number): number {
  const h = hash & 15;
  const u = h < 8 ? x : y;
  const v = h < 4 ? y : h === 12 || h === 14 ? x : z;
  return ((h & 1) === 0 ? u : -u) + ((h & 2) === 0 ? v : -v);
}
