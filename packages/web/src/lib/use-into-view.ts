import { type RefObject, useEffect, useRef } from 'react';

/** Brings an element before the visitor's eyes once it has something to say to who has just come to the page. */
export function useIntoView<T extends HTMLElement>(speaks: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (speaks) element.current?.scrollIntoView({ block: 'center' });
  }, [speaks]);
  return element;
}
