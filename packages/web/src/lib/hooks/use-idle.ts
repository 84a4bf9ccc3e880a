import { useEffect, useState } from 'react';
import { whenIdle } from '../browser/when-idle.ts';

/** Whether the component has been painted and the page has rested since: for what is below the first view and costs time or bytes. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
