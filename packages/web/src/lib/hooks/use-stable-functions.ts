import { useEffect, useRef, useState } from 'react';

/** Functions that do what the given ones do now, but stay the same, so that memoised components need not render again. For events only. */
export function useStableFunctions<F extends object>(functions: F): F {
  const latest = useRef(functions);
  useEffect(() => {
    latest.current = functions;
  });
  const [stable] = useState(() => {
    const names = Object.keys(functions) as (keyof F)[];
    return Object.fromEntries(
      names.map((name) => [
        name,
        (...args: unknown[]) => (latest.current[name] as (...args: unknown[]) => void)(...args),
      ]),
    ) as F;
  });
  return stable;
}
