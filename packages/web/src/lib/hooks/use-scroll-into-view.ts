import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls an element into view when it first has content. */
export function useScrollIntoView<T extends HTMLElement>(hasContent: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (hasContent) element.current?.scrollIntoView({ block: 'center' });
  }, [hasContent]);
  return element;
}
