import type { Aura } from '@soulsight/contract/aura';
import type { Theme } from '../../lib/browser/theme.ts';

/** Steps of a palette; three bytes each. */
export const PALETTE_STEPS = 256;

/** OKLCH (lightness 0-1, chroma, hue in degrees) to sRGB bytes (Ottosson, "A perceptual color space", 2020). */
function oklchToRgb(l: number, c: number, hue: number): [number, number, number] {
  const h = (hue * Math.PI) / 180;
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
    toByte(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
    toByte(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3),
  ];
}

function toByte(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
}

interface Stop {
  at: number;
  l: number;
  c: number;
  h: number;
}

type Hues = Aura['hues'];

/** From the dark third hue over the dominant one to light: a glow on dark, watercolour on light. */
function gradientStops([first, second, third]: Hues, warmth: number, theme: Theme): Stop[] {
  const chroma = 0.075 + 0.075 * warmth;
  const lift = 0.03 * warmth;
  if (theme === 'light') {
    return [
      { at: 0, l: 0.6 + lift, c: chroma * 1.1, h: third },
      { at: 0.38, l: 0.7 + lift, c: chroma * 1.1, h: second },
      { at: 0.72, l: 0.81 + lift, c: chroma * 0.9, h: first },
      { at: 1, l: 0.95, c: chroma * 0.3, h: first },
    ];
  }
  return [
    { at: 0, l: 0.33 + lift, c: chroma * 0.9, h: third },
    { at: 0.36, l: 0.5 + lift, c: chroma * 1.1, h: second },
    { at: 0.7, l: 0.74 + lift, c: chroma, h: first },
    { at: 1, l: 0.975, c: chroma * 0.3, h: first },
  ];
}

/** The colours from dark (0) to light (255) over three hues in degrees, as packed RGB bytes. `warmth` 0 to 1. */
export function auraPalette(hues: Hues, warmth: number, theme: Theme): Uint8ClampedArray {
  const colours = new Uint8ClampedArray(PALETTE_STEPS * 3);
  const ramp = gradientStops(hues, warmth, theme);
  for (let step = 0; step < PALETTE_STEPS; step++) {
    colours.set(colourAt(ramp, step / (PALETTE_STEPS - 1)), step * 3);
  }
  return colours;
}

function colourAt(ramp: readonly Stop[], at: number): [number, number, number] {
  const next = ramp.findIndex((stop) => stop.at >= at);
  const to = ramp[Math.max(next, 1)] as Stop;
  const from = ramp[Math.max(next, 1) - 1] as Stop;
  const t = (at - from.at) / (to.at - from.at);
  const s = t * t * (3 - 2 * t);
  return oklchToRgb(from.l + (to.l - from.l) * s, from.c + (to.c - from.c) * s, mixHue(from.h, to.h, s));
}

/** Interpolates along the shorter way around the colour circle. */
function mixHue(from: number, to: number, t: number): number {
  const way = ((to - from + 540) % 360) - 180;
  return from + way * t;
}
