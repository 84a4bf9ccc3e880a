import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** At this distance from the newest message the user is reading older ones. */
const AWAY_FROM_NEWEST_PX = 240;
/** At this distance from the oldest message, earlier ones are loaded. */
const NEAR_TOP_PX = 600;

/**
 * Scrolling of a thread. The frame is a `column-reverse`, so that position 0 is the newest message, the browser stays
 * there by itself, and messages added at the top move nothing.
 * @param loadFrom the oldest message, null while earlier ones are loading, where there are none, and where the last try has failed
 */
export function useThreadScroll(
  onNearTop: () => void,
  loadFrom: number | null,
): {
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

  // What does not fill the frame cannot be scrolled.
  useEffect(() => {
    if (loadFrom !== null && frame.current?.clientHeight) onScroll();
  }, [loadFrom, onScroll]);

  const scrollToNewest = useCallback(() => frame.current?.scrollTo({ top: 0, behavior: 'smooth' }), []);
  return { frame, awayFromNewest, scrollToNewest, onScroll };
}
