import { type RefObject, useLayoutEffect, useState } from 'react';

/** Smaller changes do not cause a new render. */
const STEP_PX = 8;

/** Width of an element in whole pixels, 0 before it is known. Observes the element while `wanted`. */
export function useWidth(element: RefObject<HTMLElement | null>, wanted = true): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!wanted || !target) return;
    const measure = () => setWidth((old) => (Math.abs(target.offsetWidth - old) > STEP_PX ? target.offsetWidth : old));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, wanted]);
  return width;
}
