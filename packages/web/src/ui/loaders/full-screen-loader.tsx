import { Mark } from '../brand.tsx';
import { LOADER_COPY } from './loader.copy.ts';

/** The plain loading screen: 'Loading...' or another message. */
export function FullScreenLoader({ message = LOADER_COPY.screen }: { message?: string }) {
  return (
    <div role="status" aria-live="polite" className="grid min-h-[70dvh] place-items-center">
      <div className="flex flex-col items-center gap-5">
        <Mark size={56} className="animate-breathe" />
        <p className="text-ink-soft">{message}</p>
      </div>
    </div>
  );
}
