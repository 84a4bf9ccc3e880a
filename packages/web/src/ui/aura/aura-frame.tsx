import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import { cx } from 'class-variance-authority';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTheme } from '../../lib/browser/theme.ts';
import { useReducedMotion } from '../../lib/hooks/use-media.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import { apertureAt } from './field.ts';
import { createPainter, type Painter } from './painter.ts';

/** Smaller pictures are never animated, so that lists stay cheap. */
const STILL_BELOW_PX = 72;

export interface AuraFrameProps {
  aura: AuraTraits;
  /** Pixels across; without it the width comes from the class. */
  size?: number;
  /** The name for screen readers; empty when the name is shown beside it. */
  label?: string;
  /** The number of the reveal stage: how wide the pupil is. */
  stage?: number;
  /** Progress to the next stage, 0 to 1. */
  progress?: number;
  /** Not animated. Small pictures never are. */
  still?: boolean;
  className?: string;
  /** Shown inside the pupil; without it the pupil is filled with light. */
  children?: ReactNode;
}

/** An aura with any content in its pupil. It is animated only while visible, and never with reduced motion. */
export function AuraFrame({
  aura,
  size: fixed,
  label = '',
  stage = 0,
  progress = 0,
  still = false,
  className,
  children,
}: AuraFrameProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const { theme } = useTheme();
  const reduced = useReducedMotion();
  const measured = useWidth(frame, fixed === undefined);
  const size = fixed ?? measured;
  const moving = !still && !reduced && size >= STILL_BELOW_PX;
  const aperture = apertureAt(stage, progress);
  const hollow = Boolean(children);
  const key = `${aura.seed}/${aura.hues.join(',')}/${aura.energy}/${aura.clarity}/${aura.depth}/${aura.warmth}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: aura, theme and aperture are set below, without a new painter
  useEffect(() => {
    const element = canvas.current;
    if (!element || size === 0) return;
    const made = createPainter(element, { aura, theme, size, hollow, aperture });
    painter.current = made;
    if (!made || !moving) return;
    return animateWhileVisible(element, made);
  }, [size, moving]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` contains the aura's values
  useEffect(() => painter.current?.setAura(aura, theme), [key, theme]);
  useEffect(() => painter.current?.setAperture(aperture, hollow), [aperture, hollow]);

  return (
    <span
      ref={frame}
      role="img"
      aria-label={label || undefined}
      aria-hidden={label === '' || undefined}
      data-stage={stage}
      className={cx('relative inline-block shrink-0', className)}
      style={fixed === undefined ? { aspectRatio: 1 } : { width: fixed, height: fixed }}
    >
      {children && <Pupil aperture={aperture}>{children}</Pupil>}
      <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
    </span>
  );
}

/** How far the content of the pupil extends under the iris, as a share of the picture. */
const IRIS_OVERLAP = 0.06;

function Pupil({ aperture, children }: { aperture: number; children: ReactNode }) {
  const across = `${(aperture + IRIS_OVERLAP) * 100}%`;
  return (
    <span
      className="absolute top-1/2 left-1/2 block -translate-1/2 animate-fade overflow-hidden rounded-full transition-[width,height] duration-1000 ease-soft"
      style={{ width: across, height: across }}
    >
      {children}
    </span>
  );
}

/** Animates the picture while it is on the screen and the page is visible. */
function animateWhileVisible(element: Element, painter: Painter): () => void {
  let onScreen = false;
  const update = () => (onScreen && !document.hidden ? painter.start() : painter.stop());
  const observer = new IntersectionObserver(([entry]) => {
    onScreen = entry?.isIntersecting ?? false;
    update();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', update);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
    painter.stop();
  };
}
