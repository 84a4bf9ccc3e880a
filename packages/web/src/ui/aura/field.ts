import type { Aura } from '@soulsight/contract/aura';
import type { RevealStage } from '@soulsight/contract/reveal-stages';
import { seededRandom } from '@soulsight/contract/seeded-random';
import type { Theme } from '../../lib/browser/theme.ts';
import { createNoise3, type Noise3 } from './noise.ts';
import { auraPalette, PALETTE_STEPS } from './palette.ts';

/** The width of the pupil at each reveal stage, as a share of the picture's radius. */
export const STAGE_APERTURES: Record<RevealStage, number> = {
  aura: 0,
  voice: 0.16,
  silhouette: 0.46,
  glimpse: 0.6,
  revealed: 0.72,
};

/** What of the picture depends on how wide the pupil is. */
export interface Openness {
  softness: number;
  contrast: number;
  /** The rim's mean distance from the middle, and how far it moves around it. */
  rimBase: number;
  rimSwing: number;
  /** 0 closed, 1 as wide as the last stage. */
  openness: number;
}

export function calculateOpenness(shape: Shape, aperture: number): Openness {
  const openness = aperture / STAGE_APERTURES.revealed;
  return {
    openness,
    softness: shape.softness * (1 - 0.45 * openness),
    contrast: shape.contrast * (0.85 + 0.3 * openness),
    rimBase: 0.7 + 0.14 * openness,
    rimSwing: 0.12 * (1 - 0.6 * openness),
  };
}

/** The two orders of an aura's hues that the current mixes. */
export function auraPalettes(aura: Aura, theme: Theme): readonly [Uint8ClampedArray, Uint8ClampedArray] {
  const [first, second, third] = aura.hues;
  return [
    auraPalette([first, second, third], aura.warmth, theme),
    auraPalette([second, third, first], aura.warmth, theme),
  ];
}

/** The strongest opacity of a picture: on a light page it is a little weaker. */
export function strongestAlpha(theme: Theme): number {
  return theme === 'light' ? 0.92 : 1;
}

/** Paints an aura on the processor, where there is no GPU. The same picture as `gl-renderer.ts`; change both together. */
export interface Field {
  /**
   * Paints the picture into `pixels` (RGBA, size x size).
   * `time` in the picture's own time; `aperture` 0 to 1 opens the middle; `hollow` leaves it empty for a photo instead of light.
   */
  paint(pixels: Uint8ClampedArray, time: number, aperture: number, hollow: boolean): void;
}

/**
 * The picture of a user: an iris of light. Threads run outwards from the middle, a slow current bends them, and the middle
 * opens like a pupil as two people reveal themselves. The same aura always gives the same picture. `zoom` above 1 fills
 * a small frame.
 */
export function createField(aura: Aura, theme: Theme, size: number, zoom = 1): Field {
  const scene: Scene = {
    noise: createNoise3(aura.seed),
    shape: createShape(aura),
    palettes: auraPalettes(aura, theme),
    geometry: getGeometry(size, zoom),
    theme,
  };
  return {
    paint: (pixels, time, aperture, hollow) => paint(scene, pixels, time, aperture, hollow),
  };
}

/** The constants of one aura's picture. */
export interface Shape {
  /** Units of the picture's time per second. */
  speed: number;
  threads: number;
  current: number;
  bend: number;
  octaves: number;
  softness: number;
  contrast: number;
  offsetX: number;
  offsetY: number;
  phase: number;
  lobes: number;
}

/** The constants of an aura's picture, the same for the same aura. */
export function createShape(aura: Aura): Shape {
  const random = seededRandom(aura.seed ^ 0x9e3779b9);
  return {
    speed: 0.04 + 0.17 * aura.energy,
    threads: 1.6 + 3.4 * aura.clarity + random() * 1.2,
    current: 0.9 + 0.7 * aura.energy + random() * 0.4,
    bend: 0.55 + 0.6 * aura.energy,
    octaves: 1 + Math.round(aura.depth * 2),
    softness: 0.3 - 0.16 * aura.clarity,
    contrast: 0.75 + 0.65 * aura.clarity,
    offsetX: random() * 64,
    offsetY: random() * 64,
    phase: random() * 40,
    lobes: 0.9 + random() * 1.5,
  };
}

/** Distance from the middle (1 at the edge) and direction of each pixel. */
interface Geometry {
  radius: Float32Array;
  cos: Float32Array;
  sin: Float32Array;
  /** Where the frame ends, in units of the picture's radius. */
  edge: number;
}

const geometries = new Map<string, Geometry>();

function getGeometry(size: number, zoom: number): Geometry {
  const key = `${size}/${zoom}`;
  const known = geometries.get(key);
  if (known) return known;
  const cells = size * size;
  const made = {
    radius: new Float32Array(cells),
    cos: new Float32Array(cells),
    sin: new Float32Array(cells),
    edge: 1 / zoom,
  };
  const half = size / 2;
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at++) {
      const dx = (x + 0.5 - half) / half;
      const dy = (y + 0.5 - half) / half;
      const r = Math.hypot(dx, dy);
      made.radius[at] = r / zoom;
      made.cos[at] = r > 0 ? dx / r : 1;
      made.sin[at] = r > 0 ? dy / r : 0;
    }
  }
  geometries.set(key, made);
  return made;
}

interface Scene {
  noise: Noise3;
  shape: Shape;
  palettes: readonly [Uint8ClampedArray, Uint8ClampedArray];
  geometry: Geometry;
  theme: Theme;
}

function paint(scene: Scene, pixels: Uint8ClampedArray, time: number, aperture: number, hollow: boolean): void {
  const { noise, shape, palettes, geometry, theme } = scene;
  const t = shape.phase + time;
  const { openness, softness, contrast, rimBase, rimSwing } = calculateOpenness(shape, aperture);
  const strongest = strongestAlpha(theme);
  for (let at = 0, out = 0; at < geometry.radius.length; at++, out += 4) {
    const r = geometry.radius[at] as number;
    if (r >= geometry.edge) {
      pixels[out + 3] = 0;
      continue;
    }
    const cos = geometry.cos[at] as number;
    const sin = geometry.sin[at] as number;

    // The current: slow and wide; it bends everything else.
    const px = cos * r * shape.current + shape.offsetX;
    const py = sin * r * shape.current + shape.offsetY;
    const bendX = noise(px, py, t);
    const bendY = noise(px + 17.3, py - 9.1, t * 0.9);
    const flow = noise(px * 1.5 + bendX * shape.bend, py * 1.5 + bendY * shape.bend, t * 0.7 + 5);

    // The threads: noise laid along the circle, so that they run outwards without a seam and melt together in the middle.
    const reach = Math.min(1, r * 2.9) ** 0.8 * shape.threads;
    const twist = r * (0.55 + bendX * 0.9) * 0.5;
    const tx = (cos - sin * twist) * reach + shape.offsetY;
    const ty = (sin + cos * twist) * reach + shape.offsetX;
    let thread = noise(tx, ty, r * 1.1 - t * 1.3);
    if (shape.octaves > 1) thread += 0.5 * noise(tx * 2.1, ty * 2.1, r * 1.6 - t * 1.6 + 9);
    if (shape.octaves > 2) thread += 0.28 * noise(tx * 4.2, ty * 4.2, r * 2.2 - t * 1.9 + 21);
    thread *= smooth(0.04, 0.5, r);

    // The rim breathes unevenly, a faint light reaches past it, and the light gathers around the pupil.
    const rim = rimBase + rimSwing * noise(cos * shape.lobes + 3, sin * shape.lobes + 7, t * 0.8) + 0.05 * thread;
    const body = smooth(Math.min(rim + softness * 0.7, geometry.edge), rim - softness * 1.15, r);
    const halo = 0.2 * smooth(geometry.edge, Math.min(rim - 0.05, geometry.edge - 0.2), r) * (1 + 0.8 * bendY);
    const collar = Math.exp(-(((r - aperture - 0.06) / 0.27) ** 2));
    const rimLight = Math.exp(-(((r - rim + 0.05) / 0.13) ** 2));
    let value =
      0.4 + contrast * (0.26 * thread + 0.26 * flow) + 0.26 * collar * (1 - 0.5 * openness) + 0.1 * rimLight - 0.1 * r;
    const core = Math.exp(-((r / 0.3) ** 2));
    let alpha = Math.max(halo, body * Math.min(1, 0.86 + 0.2 * flow + 0.4 * core)) * strongest;

    if (aperture > 0.01) {
      const edge = aperture + 0.02 * thread + 0.02 * flow;
      const inside = smooth(edge + 0.035, edge - 0.04, r);
      if (hollow) alpha = Math.max(alpha, smooth(edge + 0.16, edge + 0.07, r)) * (1 - inside);
      else value += inside * (0.92 - 0.36 * (r / aperture) + 0.1 * flow - value);
    } else {
      value += 0.42 * Math.exp(-((r / 0.19) ** 2));
    }

    // Two orders of the same three hues, mixed by the current: the colours drift without mudding.
    const mix = smooth(-0.42, 0.42, bendX + 0.35 * bendY);
    const step = Math.min(PALETTE_STEPS - 1, Math.max(0, Math.round(value * (PALETTE_STEPS - 1)))) * 3;
    const [near, far] = palettes;
    pixels[out] = (near[step] as number) * (1 - mix) + (far[step] as number) * mix;
    pixels[out + 1] = (near[step + 1] as number) * (1 - mix) + (far[step + 1] as number) * mix;
    pixels[out + 2] = (near[step + 2] as number) * (1 - mix) + (far[step + 2] as number) * mix;
    pixels[out + 3] = Math.max(0, Math.min(1, alpha)) * 255;
  }
}

/** 0 at and beyond `from`, 1 at `to`, smooth between. */
function smooth(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
