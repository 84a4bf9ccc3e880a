import { type RefObject, useEffect, useRef } from 'react';

/** Brings an element before the visitor's eyes once it has something to say to who has just come to the page. */
export function useScrollIntoView<T extends HTMLElement>(hasContent: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (hasContent) element.current?.scrollIntoView({ block: 'center' });
  }, [hasContent]);
  return element;
}
