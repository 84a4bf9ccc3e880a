import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Farther from the newest than this the reader looks at something older. */
const AWAY_FROM_NEWEST_PX = 240;
/** This near to the oldest, more is asked for. */
const NEAR_TOP_PX = 600;

/**
 * Scrolling of a thread whose end is the resting place: the frame is turned (`column-reverse`), so that position 0 is the
 * newest and what is added above moves nothing.
 */
export function useThreadScroll(onNearTop: () => void): {
  frame: RefObject<HTMLDivElement | null>;
  awayFromNewest: boolean;
  scrollToNewest: () => void;
  onScroll: () => void;
} {
  const frame = useRef<HTMLDivElement>(null);
  const [awayFromNewest, setAway] = useState(false);
  const near = useRef(onNearTop);
  useEffect(() => {
    near.current = onNearTop;
  });

  const onScroll = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    const fromEnd = Math.abs(element.scrollTop);
    setAway(fromEnd > AWAY_FROM_NEWEST_PX);
    if (element.scrollHeight - element.clientHeight - fromEnd < NEAR_TOP_PX) near.current();
  }, []);

  const scrollToNewest = useCallback(() => frame.current?.scrollTo({ top: 0, behavior: 'smooth' }), []);
  return { frame, awayFromNewest, scrollToNewest, onScroll };
}
