import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** This far beyond what is seen a block still stands on the page. */
const MARGIN_PX = 1_500;
/** So many of the newest always do. */
const NEWEST = 2;

export interface BlockWindow {
  /** Whether the messages of a block stand on the page now. */
  stands(key: number): boolean;
  /** How high a block was when it stood there, in pixels; undefined when it never did. */
  heightOf(key: number): number | undefined;
  /** Looks again which blocks are near. */
  look(): void;
}

/**
 * Of a long thread only what is near to what is seen stands on the page; the rest keeps its room. The first row of each
 * block, and the placeholder of one that does not stand, carries its key as `data-block`.
 */
export function useBlockWindow(
  frame: RefObject<HTMLElement | null>,
  keys: readonly number[],
  pinned: number | null,
): BlockWindow {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  const heights = useRef(new Map<number, number>());

  const look = useCallback(() => {
    const view = frame.current?.getBoundingClientRect();
    if (!view || view.height === 0) return;
    const firsts = [...(frame.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])];
    const tops = firsts.map((first) => first.getBoundingClientRect().top);
    const found = new Set<number>();
    for (const [i, first] of firsts.entries()) {
      const key = Number(first.dataset.block);
      const [top, bottom] = [tops[i] as number, tops[i + 1] ?? Number.POSITIVE_INFINITY];
      if (first.dataset.placeholder === undefined && Number.isFinite(bottom)) heights.current.set(key, bottom - top);
      if (bottom > view.top - MARGIN_PX && top < view.bottom + MARGIN_PX) found.add(key);
    }
    setNear((was) => (isSame(was, found) ? was : found));
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other blocks, or others that stand, move everything
  useLayoutEffect(look, [look, keys, near, pinned]);
  useEffect(() => {
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [look]);

  const newest = new Set(keys.slice(-NEWEST));
  return {
    stands: (key) => near.has(key) || newest.has(key) || key === pinned,
    heightOf: (key) => heights.current.get(key),
    look,
  };
}

function isSame(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}
