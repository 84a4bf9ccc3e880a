import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import { cx } from 'class-variance-authority';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useAuraMotion } from '../../lib/browser/aura-motion.ts';
import { useTheme } from '../../lib/browser/theme.ts';
import { useReducedMotion } from '../../lib/hooks/use-media.ts';
import { useOnScreen } from '../../lib/hooks/use-on-screen.ts';
import { useResting } from '../../lib/hooks/use-resting.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import { apertureAt } from './aperture.ts';
import { createPainter, type Painter } from './painter.ts';
import type { AuraPicture } from './stage.ts';
import { whenNear } from './when-near.ts';

/** Smaller pictures are never animated, so that lists stay cheap. */
const STILL_BELOW_PX = 72;
/** Smaller pictures fill their frame; their glow would not be visible. */
const SMALL_PX = 100;
const SMALL_ZOOM = 1.22;

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

/** An aura with any content in its pupil. It moves only while it is on the screen and used, and never with reduced motion. */
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
  const measured = useWidth(frame, fixed === undefined);
  const size = fixed ?? measured;
  const aperture = apertureAt(stage, progress);
  const hollow = Boolean(children);
  const motion = useMotion(frame, !still && size >= STILL_BELOW_PX);
  const { theme } = useTheme();
  const scale = Math.min(2, globalThis.devicePixelRatio || 1);
  usePainter(frame, {
    aura,
    theme,
    side: Math.round(size * scale),
    zoom: size < SMALL_PX ? SMALL_ZOOM : 1,
    aperture,
    hollow,
    ...motion,
  });

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
      {!hollow && <Placeholder hues={aura.hues} />}
      {children && <Pupil aperture={aperture}>{children}</Pupil>}
    </span>
  );
}

/** A soft disc of the aura's colours until the worker has drawn the picture, and where the browser cannot draw. */
function Placeholder({ hues: [near, , far] }: { hues: AuraTraits['hues'] }) {
  return (
    <span
      aria-hidden
      className="absolute inset-[12%] rounded-full transition-opacity duration-300 in-data-drawn:opacity-0"
      style={{
        background: `radial-gradient(closest-side, oklch(.82 .09 ${near}), oklch(.6 .1 ${far} / .5) 60%, transparent)`,
      }}
    />
  );
}

/** Whether the picture may move at all, and whether it moves now. */
function useMotion(frame: RefObject<Element | null>, allowed: boolean): Pick<AuraPicture, 'moving' | 'playing'> {
  const reduced = useReducedMotion();
  const choice = useAuraMotion();
  const moving = allowed && !reduced && choice !== 'still';
  const onScreen = useOnScreen(frame, moving);
  const resting = useResting(moving);
  return { moving, playing: onScreen && (!resting || choice === 'always') };
}

/** Adds a canvas above the frame's content, once the frame is near the window, and keeps its picture as described. */
function usePainter(frame: RefObject<HTMLElement | null>, picture: AuraPicture): void {
  const painter = useRef<Painter | null>(null);
  const latest = useRef(picture);
  const key = JSON.stringify(picture);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` contains the picture's values
  useEffect(() => {
    latest.current = picture;
    if (picture.side > 0) painter.current?.show(picture);
  }, [key]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // The element is made here because a canvas can be handed to the worker only once.
    const canvas = document.createElement('canvas');
    canvas.ariaHidden = 'true';
    canvas.className = 'pointer-events-none absolute inset-0 size-full';
    const cancel = whenNear(element, () => {
      element.append(canvas);
      painter.current = createPainter(canvas, () => element.setAttribute('data-drawn', ''));
      if (latest.current.side > 0) painter.current?.show(latest.current);
    });
    return () => {
      cancel();
      painter.current?.remove();
      painter.current = null;
      canvas.remove();
    };
  }, [frame]);
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
