import type { Aura } from '@soulsight/contract/aura';
import type { Theme } from '../../lib/browser/theme.ts';
import { createField } from './field.ts';

/** The picture is soft, so it is painted small and scaled up. */
const FIELD_MIN_PX = 40;
const FIELD_MAX_PX = 148;
const FIELD_SHARE = 0.42;
/** Smaller pictures fill their frame; their glow would not be visible. */
const SMALL_PX = 100;
const SMALL_ZOOM = 1.22;
const FRAME_MS = 1000 / 30;
/** Speed of the pupil: the share of the distance that is left after one second. */
const APERTURE_LEFT_PER_S = 0.06;

export interface PainterOptions {
  aura: Aura;
  theme: Theme;
  /** CSS pixels across. */
  size: number;
  hollow: boolean;
  aperture: number;
}

/** Draws one aura on one canvas, still or animated. */
export interface Painter {
  /** Sets the target width of the pupil and whether it is hollow. An animated pupil moves there smoothly. */
  setAperture(aperture: number, hollow: boolean): void;
  /** Changes the aura or the theme without restarting the animation. */
  setAura(aura: Aura, theme: Theme): void;
  start(): void;
  stop(): void;
}

/** Prepares a canvas and draws the first picture; null when the browser cannot draw. */
export function createPainter(canvas: HTMLCanvasElement, options: PainterOptions): Painter | null {
  const context = canvas.getContext('2d');
  if (!context) return null;
  const scale = Math.min(2, window.devicePixelRatio || 1);
  const side = Math.round(options.size * scale);
  canvas.width = side;
  canvas.height = side;
  context.imageSmoothingQuality = 'high';
  const cells = Math.round(Math.min(FIELD_MAX_PX, Math.max(FIELD_MIN_PX, side * FIELD_SHARE)));
  const offscreen = createOffscreenCanvas(cells);
  if (!offscreen) return null;
  const zoom = options.size < SMALL_PX ? SMALL_ZOOM : 1;

  let field = createField(options.aura, options.theme, cells, zoom);
  let target = options.aperture;
  let aperture = options.aperture;
  let hollow = options.hollow;
  let frame = 0;
  let last = 0;
  let time = 0;

  function draw(): void {
    if (!offscreen || !context) return;
    field.paint(offscreen.image.data, time, aperture, hollow);
    offscreen.context.putImageData(offscreen.image, 0, 0);
    context.clearRect(0, 0, side, side);
    context.drawImage(offscreen.canvas, 0, 0, side, side);
  }

  function tick(now: number): void {
    frame = requestAnimationFrame(tick);
    if (now - last < FRAME_MS - 2) return;
    const seconds = Math.min(0.2, (now - last) / 1000);
    last = now;
    time += seconds * field.speed;
    aperture += (target - aperture) * (1 - APERTURE_LEFT_PER_S ** seconds);
    draw();
  }

  draw();
  return {
    setAperture(next, nextHollow) {
      target = next;
      hollow = nextHollow;
      if (frame) return;
      aperture = next;
      draw();
    },
    setAura(aura, theme) {
      field = createField(aura, theme, cells, zoom);
      if (!frame) draw();
    },
    start() {
      if (frame) return;
      last = performance.now();
      frame = requestAnimationFrame(tick);
    },
    stop() {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}

/** The small picture that is scaled up. */
function createOffscreenCanvas(cells: number) {
  const canvas = document.createElement('canvas');
  canvas.width = cells;
  canvas.height = cells;
  const context = canvas.getContext('2d');
  return context && { canvas, context, image: context.createImageData(cells, cells) };
}
