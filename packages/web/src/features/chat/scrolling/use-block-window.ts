import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Blocks within this distance of the viewport are rendered. */
const MARGIN_PX = 1_500;
/** This many of the newest blocks are always rendered. */
const NEWEST = 2;

export interface BlockWindow {
  /** Whether the messages of a block are rendered now. */
  isRendered(key: number): boolean;
  /** The measured height of a block in pixels; undefined if it was never rendered. */
  getHeight(key: number): number | undefined;
}

/**
 * Renders only blocks near the viewport; others are placeholders of measured height. The first row of each
 * block, and each placeholder, carries the block's key as `data-block`.
 */
export function useBlockWindow(
  frame: RefObject<HTMLElement | null>,
  keys: readonly number[],
  pinned: number | null,
): BlockWindow {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  const heights = useRef(new Map<number, number>());

  const measure = useCallback(() => {
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
    setNear((was) => (isSameSet(was, found) ? was : found));
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other blocks, or others that are rendered, move everything
  useLayoutEffect(measure, [measure, keys, near, pinned]);
  useEffect(() => {
    const element = frame.current;
    measure();
    element?.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      element?.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [measure, frame]);

  const newest = new Set(keys.slice(-NEWEST));
  return {
    isRendered: (key) => near.has(key) || newest.has(key) || key === pinned,
    getHeight: (key) => heights.current.get(key),
  };
}

function isSameSet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}
