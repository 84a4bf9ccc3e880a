import { readAuraMotion, subscribeToAuraMotion } from '../../lib/browser/aura-motion.ts';
import type { AuraPicture, DrawnMessage, StageMessage } from './stage.ts';

/** One canvas whose pictures the worker draws. */
export interface Painter {
  show(picture: AuraPicture): void;
  remove(): void;
}

interface Stage {
  post(message: StageMessage, transfer?: Transferable[]): void;
  onDrawn: Map<number, () => void>;
}

let stage: Stage | null | undefined;
let nextId = 1;

/**
 * Hands a new canvas to the worker that draws auras.
 *
 * @param onDrawn called when the first picture is on the canvas
 * @returns null if the browser cannot draw in a worker
 */
export function createPainter(canvas: HTMLCanvasElement, onDrawn: () => void): Painter | null {
  if (!('transferControlToOffscreen' in canvas)) return null;
  stage ??= startStage();
  if (!stage) return null;
  const { post, onDrawn: listeners } = stage;
  const id = nextId++;
  const offscreen = canvas.transferControlToOffscreen();
  listeners.set(id, onDrawn);
  post({ type: 'add', id, canvas: offscreen }, [offscreen]);
  return {
    show: (picture) => post({ type: 'show', id, picture }),
    remove() {
      listeners.delete(id);
      post({ type: 'remove', id });
    },
  };
}

function startStage(): Stage | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  const worker = new Worker(new URL('./aura.worker.ts', import.meta.url), { type: 'module', name: 'aura' });
  const onDrawn = new Map<number, () => void>();
  worker.addEventListener('message', (event: MessageEvent<DrawnMessage>) => {
    onDrawn.get(event.data.drawn)?.();
    onDrawn.delete(event.data.drawn);
  });
  const post: Stage['post'] = (message, transfer = []) => worker.postMessage(message, transfer);
  const allowSoftware = () => post({ type: 'allow-software', allowed: readAuraMotion() === 'always' });
  allowSoftware();
  subscribeToAuraMotion(allowSoftware);
  return { post, onDrawn };
}
