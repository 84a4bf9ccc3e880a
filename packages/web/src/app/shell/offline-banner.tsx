import { WifiOff } from 'lucide-react';
import { useOnline } from '../../lib/hooks/use-online.ts';

export function OfflineBanner() {
  if (useOnline()) return null;
  return (
    <div
      role="status"
      className="sticky top-0 z-40 flex items-center justify-center gap-2 bg-raised px-4 py-2.5 text-center text-sm text-ink"
    >
      <WifiOff aria-hidden className="size-4 shrink-0 text-warn" />
      You're offline. Some features may not work properly.
    </div>
  );
}
