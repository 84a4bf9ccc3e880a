import { whenIdle } from '../../lib/browser/when-idle.ts';

/** Elements this far outside the window are near: what is scrolled into view is there already. */
const MARGIN = '50%';
/** On a busy page as well. */
const IDLE_WITHIN_MS = 300;

const watched = new Map<Element, () => void>();
/** Those that have come near, in their order. */
const near: Element[] = [];
let observer: IntersectionObserver | undefined;
let isScheduled = false;

/**
 * Runs costly work for an element once: when the element is in the window or near it, the page has been painted and the main thread
 * rests; one element at a time. Returns a function that cancels it.
 */
export function whenNear(element: Element, work: () => void): () => void {
  observer ??= new IntersectionObserver(onChange, {
    rootMargin: MARGIN,
    scrollMargin: MARGIN,
  } as IntersectionObserverInit);
  watched.set(element, work);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

function onChange(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer?.unobserve(target);
    near.push(target);
  }
  schedule();
}

function schedule(): void {
  if (isScheduled || near.length === 0) return;
  isScheduled = true;
  whenIdle(workOnNext, IDLE_WITHIN_MS);
}

function workOnNext(): void {
  isScheduled = false;
  const element = near.shift();
  const work = element && watched.get(element);
  if (element) watched.delete(element);
  schedule();
  work?.();
}
