import { type RefObject, useEffect, useState } from 'react';

/** Smaller changes do not cause a new render. */
const STEP_PX = 8;

/**
 * Width of an element in whole pixels, 0 before it is known. Observes the element while `wanted`. It is known after the first layout of
 * the page, which is not forced to come earlier.
 */
export function useWidth(element: RefObject<HTMLElement | null>, wanted = true): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (!wanted || !target) return;
    const measure = () => setWidth((old) => (Math.abs(target.offsetWidth - old) > STEP_PX ? target.offsetWidth : old));
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, wanted]);
  return width;
}
