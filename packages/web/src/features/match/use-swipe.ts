import { type PointerEvent, useRef, useState } from 'react';

/** How far a card must go before letting go decides, in pixels. */
const DECIDES_PX = 110;
/** Below this a finger only trembles. */
const BEGINS_PX = 8;

export type Direction = 'left' | 'right';

/** Follows a finger or the mouse sideways; `onSwipe` is called when it let go far enough. */
export function useSwipe(onSwipe: (direction: Direction) => void, enabled: boolean) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const [offset, setOffset] = useState(0);

  function begin(event: PointerEvent<HTMLElement>): void {
    if (enabled && event.isPrimary && event.button === 0) from.current = { x: event.clientX, y: event.clientY };
  }

  function move(event: PointerEvent<HTMLElement>): void {
    if (!from.current) return;
    const dx = event.clientX - from.current.x;
    const dy = event.clientY - from.current.y;
    if (offset === 0 && (Math.abs(dx) < BEGINS_PX || Math.abs(dy) > Math.abs(dx))) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setOffset(dx);
  }

  function end(): void {
    if (Math.abs(offset) >= DECIDES_PX) onSwipe(offset < 0 ? 'left' : 'right');
    cancel();
  }

  function cancel(): void {
    from.current = null;
    setOffset(0);
  }

  return {
    /** Pixels sideways, negative to the left. */
    offset,
    /** -1 to 1: how near letting go is to a decision. */
    lean: Math.max(-1, Math.min(1, offset / DECIDES_PX)),
    handlers: { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: cancel },
  };
}
