import { createPortal } from 'react-dom';
import { BrandedLoader } from './branded-loader.tsx';
import { LOADER_COPY } from './loader.copy.ts';

export interface OverlayLoaderProps {
  open: boolean;
  message?: string;
}

/** Covers the page during a task that must not be interrupted, such as a payment; what is done at once does not flash. */
export function OverlayLoader({ open, message = LOADER_COPY.message }: OverlayLoaderProps) {
  if (!open) return null;
  return createPortal(
    <div
      role="dialog"
      aria-modal
      aria-label={message}
      className="fixed inset-0 z-[60] grid animate-fade place-items-center [animation-delay:300ms] bg-scrim backdrop-blur-md"
    >
      <div className="rounded-xl bg-overlay px-14 shadow-lg ring-1 ring-line">
        <BrandedLoader message={message} />
      </div>
    </div>,
    document.body,
  );
}
