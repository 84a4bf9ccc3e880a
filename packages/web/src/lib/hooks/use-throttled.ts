import { useEffect, useRef, useState } from 'react';

/** The value, updated at most once in `ms` milliseconds; the last one always arrives. */
export function useThrottled<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const updatedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    const update = () => {
      updatedAt.current = performance.now();
      setShown(value);
    };
    const timer = setTimeout(update, Math.max(0, updatedAt.current + ms - performance.now()));
    return () => clearTimeout(timer);
  }, [value, shown, ms]);
  return shown;
}
