import { type RefObject, useEffect, useState } from 'react';

/** Whether the element is within the window and the page is not hidden. */
export function useOnScreen(element: RefObject<Element | null>, enabled: boolean): boolean {
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    if (!element.current || !enabled) return;
    let inside = false;
    const update = () => setOnScreen(inside && !document.hidden);
    const observer = new IntersectionObserver(([entry]) => {
      inside = entry?.isIntersecting ?? false;
      update();
    });
    observer.observe(element.current);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [element, enabled]);
  return enabled && onScreen;
}
