import { TOAST_DEFAULT_MS } from '@soulsight/contract/limits';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOnline } from '../../lib/hooks/use-online.ts';

/** When the network goes, a toast says so first (`GlobalErrors`); the banner takes over when that closes. */
export function OfflineBanner() {
  const online = useOnline();
  const [isShown, setShown] = useState(!online);
  useEffect(() => {
    if (online) return setShown(false);
    const timer = setTimeout(() => setShown(true), TOAST_DEFAULT_MS);
    return () => clearTimeout(timer);
  }, [online]);
  if (online || !isShown) return null;
  return (
    <div
      role="status"
      className="sticky top-0 z-40 bg-raised px-4 py-2.5 text-center text-xs text-balance text-ink sm:text-sm"
    >
      {/* In the line, so that it stands beside the words where they need two. */}
      <WifiOff aria-hidden className="mr-2 inline size-4 align-[-0.2em] text-warn" />
      You're offline. Some features may not work properly.
    </div>
  );
}
