import { useDrag } from '@use-gesture/react';
import { type RefObject, useEffect } from 'react';

/** Distance a card must be dragged to decide, in pixels. */
const DECIDE_PX = 110;
/** Shorter movements are ignored, in pixels. */
const START_PX = 8;

export type Direction = 'left' | 'right';

/** How far a card is dragged. */
export interface Drag {
  /** Pixels sideways; negative to the left. */
  offset: number;
  /** How close the drag is to a decision, -1 to 1; negative to the left. */
  lean: number;
}

export interface SwipeProps {
  /** The element; it gets the attribute `data-swipes`, with which its CSS needs `touch-action: pan-y`. */
  target: RefObject<HTMLElement | null>;
  enabled: boolean;
  onDrag: (drag: Drag) => void;
  /** It was released far enough from where it started. */
  onSwipe: (direction: Direction) => void;
}

/** Lets an element be dragged sideways. Renders nothing. */
export function Swipe({ target, enabled, onDrag, onSwipe }: SwipeProps): null {
  useEffect(() => target.current?.setAttribute('data-swipes', ''), [target]);
  useDrag(
    ({ xy: [x], initial: [startX], last, canceled }) => {
      const moved = x - startX;
      const offset = last ? 0 : moved;
      onDrag({ offset, lean: Math.max(-1, Math.min(1, offset / DECIDE_PX)) });
      if (last && !canceled && Math.abs(moved) >= DECIDE_PX) onSwipe(moved < 0 ? 'left' : 'right');
    },
    { target, enabled, axis: 'x', threshold: START_PX, pointer: { keys: false } },
  );
  return null;
}
