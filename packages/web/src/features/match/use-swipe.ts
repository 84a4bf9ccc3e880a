import { useDrag } from '@use-gesture/react';
import { useState } from 'react';

/** Distance a card must be dragged to decide, in pixels. */
const DECIDE_PX = 110;
/** Shorter movements are ignored, in pixels. */
const START_PX = 8;

export type Direction = 'left' | 'right';

/** Lets an element be dragged sideways. Calls `onSwipe` when it is released far enough from where it started. */
export function useSwipe(onSwipe: (direction: Direction) => void, enabled: boolean) {
  const [offset, setOffset] = useState(0);
  const bindDrag = useDrag(
    ({ xy: [x], initial: [startX], last, canceled }) => {
      const moved = x - startX;
      setOffset(last ? 0 : moved);
      if (last && !canceled && Math.abs(moved) >= DECIDE_PX) onSwipe(moved < 0 ? 'left' : 'right');
    },
    { enabled, axis: 'x', threshold: START_PX, pointer: { keys: false } },
  );
  return {
    /** Pixels sideways; negative to the left. */
    offset,
    /** How close the drag is to a decision, -1 to 1; negative to the left. */
    lean: Math.max(-1, Math.min(1, offset / DECIDE_PX)),
    /** Props for the element. Its CSS needs `touch-action: pan-y`. */
    bindDrag,
  };
}
