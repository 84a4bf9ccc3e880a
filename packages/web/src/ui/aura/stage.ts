import type { Aura } from '@soulsight/contract/aura';
import type { Theme } from '../../lib/browser/theme.ts';
import { createField, createShape, type Field } from './field.ts';
import { createGlRenderer, type GlRenderer, type GlScene, MAX_GL_PX } from './gl-renderer.ts';

/** One aura as it should be shown. */
export interface AuraPicture {
  aura: Aura;
  theme: Theme;
  /** Device pixels across. */
  side: number;
  /** Above 1, the picture fills its frame. */
  zoom: number;
  /** How wide the pupil is, 0 to 1; a picture that may move opens it smoothly. */
  aperture: number;
  /** The pupil is left empty for a photo. */
  hollow: boolean;
  /** The picture may move. */
  moving: boolean;
  /** It is on the screen, and neither the page nor the user rests. */
  playing: boolean;
}

/** What the page tells the worker. */
export type StageMessage =
  | { type: 'allow-software'; allowed: boolean }
  | { type: 'add'; id: number; canvas: OffscreenCanvas }
  | { type: 'show'; id: number; picture: AuraPicture }
  | { type: 'remove'; id: number };

/** The worker reports the first picture of a canvas. */
export interface DrawnMessage {
  drawn: number;
}

/** On the GPU the picture is drawn nearly as large as it is shown, on the processor small, and scaled up: it is soft. */
const GL_SHARE = 0.7;
const GL_MIN_PX = 48;
const FIELD_SHARE = 0.42;
const FIELD_MIN_PX = 40;
const FIELD_MAX_PX = 148;
const FRAME_MS = 1000 / 30;
/** Speed of the pupil: the share of the distance that is left after one second. */
const APERTURE_LEFT_PER_S = 0.06;
const SETTLED = 0.002;

interface Item {
  canvas: OffscreenCanvas;
  context: OffscreenCanvasRenderingContext2D;
  picture: AuraPicture | null;
  /** The aura and theme that `scene` or `field` was made for. */
  key: string;
  scene: GlScene | null;
  field: Field | null;
  fieldImage: { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D; data: ImageData } | null;
  speed: number;
  time: number;
  aperture: number;
  dirty: boolean;
  drawn: boolean;
}

/**
 * Draws all auras of a page in a worker: one WebGL2 context, from which each picture is copied to its own canvas. Without a GPU it
 * paints still pictures on the worker's processor.
 */
export class AuraStage {
  readonly #items = new Map<number, Item>();
  readonly #report: (message: DrawnMessage) => void;
  #software = false;
  /** Undefined before the first picture, null without a GPU. */
  #renderer: GlRenderer | null | undefined;
  #frame = 0;
  #last = 0;

  /** @param report called once for each canvas, when it has its first picture */
  constructor(report: (message: DrawnMessage) => void) {
    this.#report = report;
  }

  handle(message: StageMessage): void {
    switch (message.type) {
      case 'allow-software':
        this.#software = message.allowed;
        if (!this.#renderer) this.#replaceRenderer(undefined);
        return;
      case 'add': {
        const item = createItem(message.canvas);
        if (item) this.#items.set(message.id, item);
        return;
      }
      case 'show':
        this.#show(message.id, message.picture);
        return;
      case 'remove': {
        const scene = this.#items.get(message.id)?.scene;
        if (scene) this.#renderer?.release(scene);
        this.#items.delete(message.id);
      }
    }
  }

  #show(id: number, picture: AuraPicture): void {
    const item = this.#items.get(id);
    if (!item) return;
    const first = item.picture === null;
    item.picture = picture;
    if (first || !picture.moving || !this.#canMove()) item.aperture = picture.aperture;
    item.dirty = true;
    this.#schedule();
  }

  #getRenderer(): GlRenderer | null {
    if (this.#renderer === undefined) {
      this.#renderer = createGlRenderer(this.#software, () => this.#replaceRenderer(null));
    }
    return this.#renderer;
  }

  /** Draws everything again: with a new renderer (undefined) or without one (null). */
  #replaceRenderer(next: null | undefined): void {
    this.#renderer = next;
    for (const item of this.#items.values()) Object.assign(item, { scene: null, key: '', dirty: true });
    this.#schedule();
  }

  /** Without a GPU nothing moves, unless the user asked for it. */
  #canMove(): boolean {
    return this.#getRenderer() !== null || this.#software;
  }

  #isActive({ picture, aperture }: Item): boolean {
    if (!picture?.moving || !this.#canMove()) return false;
    return picture.playing || Math.abs(picture.aperture - aperture) >= SETTLED;
  }

  #schedule(): void {
    if (this.#frame) return;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now: number): void {
    const items = [...this.#items];
    const dirty = items.some(([, item]) => item.dirty);
    if (!dirty && !items.some(([, item]) => this.#isActive(item))) {
      this.#frame = 0;
      return;
    }
    this.#frame = requestAnimationFrame((next) => this.#tick(next));
    if (now - this.#last < FRAME_MS - 2 && !dirty) return;
    const seconds = Math.min(0.2, Math.max(0, now - this.#last) / 1000);
    this.#last = now;
    for (const [id, item] of items) {
      if (this.#isActive(item)) advance(item, seconds);
      else if (!item.dirty) continue;
      this.#draw(id, item);
    }
  }

  #draw(id: number, item: Item): void {
    const { picture, canvas, context } = item;
    item.dirty = false;
    if (!picture) return;
    const gl = this.#getRenderer();
    prepare(item, picture, gl);
    if (canvas.width !== picture.side) {
      canvas.width = picture.side;
      canvas.height = picture.side;
    }
    context.imageSmoothingQuality = 'high';
    context.clearRect(0, 0, picture.side, picture.side);
    if (gl && item.scene) drawOnGpu(item, item.scene, picture, gl);
    else drawOnProcessor(item, picture);
    if (item.drawn) return;
    item.drawn = true;
    this.#report({ drawn: id });
  }
}

function advance(item: Item, seconds: number): void {
  if (!item.picture) return;
  if (item.picture.playing) item.time += seconds * item.speed;
  item.aperture += (item.picture.aperture - item.aperture) * (1 - APERTURE_LEFT_PER_S ** seconds);
}

/** Makes what drawing needs, again only for another aura, theme or size. */
function prepare(item: Item, picture: AuraPicture, gl: GlRenderer | null): void {
  const { aura, theme, side, zoom } = picture;
  const key = JSON.stringify(gl ? [aura, theme] : [aura, theme, fieldCells(side), zoom]);
  if (key === item.key) return;
  if (item.scene) gl?.release(item.scene);
  item.key = key;
  item.speed = createShape(aura).speed;
  item.scene = gl?.prepare(aura, theme) ?? null;
  item.field = gl ? null : createField(aura, theme, fieldCells(side), zoom);
}

function createItem(canvas: OffscreenCanvas): Item | null {
  const context = canvas.getContext('2d');
  return (
    context && {
      canvas,
      context,
      picture: null,
      key: '',
      scene: null,
      field: null,
      fieldImage: null,
      speed: 0,
      time: 0,
      aperture: 0,
      dirty: false,
      drawn: false,
    }
  );
}

function drawOnGpu(item: Item, scene: GlScene, picture: AuraPicture, gl: GlRenderer): void {
  const { side, zoom, hollow } = picture;
  const size = Math.round(Math.min(MAX_GL_PX, Math.max(Math.min(side, GL_MIN_PX), side * GL_SHARE)));
  const drawn = gl.draw(scene, { size, zoom, time: item.time, aperture: item.aperture, hollow });
  item.context.drawImage(drawn, 0, drawn.height - size, size, size, 0, 0, side, side);
}

function fieldCells(side: number): number {
  return Math.round(Math.min(FIELD_MAX_PX, Math.max(FIELD_MIN_PX, side * FIELD_SHARE)));
}

function drawOnProcessor(item: Item, { side, hollow }: AuraPicture): void {
  const cells = fieldCells(side);
  if (item.fieldImage?.data.width !== cells) {
    const canvas = new OffscreenCanvas(cells, cells);
    const context = canvas.getContext('2d');
    if (!context) return;
    item.fieldImage = { canvas, context, data: context.createImageData(cells, cells) };
  }
  const { canvas, context, data } = item.fieldImage;
  item.field?.paint(data.data, item.time, item.aperture, hollow);
  context.putImageData(data, 0, 0);
  item.context.drawImage(canvas, 0, 0, side, side);
}
