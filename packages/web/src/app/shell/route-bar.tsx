import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { flashRouteBar } from '../../lib/browser/route-bar.ts';

/** A thin bar that flashes on every change of route. */
export function RouteBar() {
  const { key } = useLocation();
  const seen = useRef(key);
  useEffect(() => {
    if (key === seen.current) return;
    seen.current = key;
    flashRouteBar();
  }, [key]);
  return null;
}
