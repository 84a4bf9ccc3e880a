import { useState } from 'react';
import { useInterval } from '../../lib/hooks/use-interval.ts';

/** Counts round from 0 to `length - 1`, one step every `ms`. */
export function useRotation(length: number, ms: number): number {
  const [at, setAt] = useState(0);
  useInterval(() => setAt((was) => (was + 1) % length), ms);
  return at;
}
