import { ROUTE_BAR_MS } from '@soulsight/contract/limits';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** A thin bar that flashes on every change of route. */
export function RouteBar() {
  const { key } = useLocation();
  const [seen, setSeen] = useState(key);
  const [shown, setShown] = useState(false);

  if (key !== seen) {
    setSeen(key);
    setShown(true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of route restarts the timer
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), ROUTE_BAR_MS);
    return () => clearTimeout(timer);
  }, [shown, key]);

  if (!shown) return null;
  return (
    <div
      key={key}
      data-testid="route-bar"
      aria-hidden
      className="fixed inset-x-0 top-0 z-[70] h-0.5 origin-left animate-route-bar bg-accent"
    />
  );
}
