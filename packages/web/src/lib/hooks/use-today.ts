import { MINUTE_MS } from '@soulsight/contract/time';
import { useState } from 'react';
import { useInterval } from './use-interval.ts';

/** The day, such as `Wed Mar 04 2026`; renders again soon after midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => new Date().toDateString());
  useInterval(() => setToday(new Date().toDateString()), MINUTE_MS);
  return today;
}
