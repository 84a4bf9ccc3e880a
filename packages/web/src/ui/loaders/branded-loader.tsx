import { PRODUCT_NAME } from '@soulsight/contract/product';
import { Mark } from '../brand.tsx';
import { Progress } from '../progress.tsx';
import { LOADER_COPY } from './loader.copy.ts';

export interface BrandedLoaderProps {
  message?: string;
  /** 0 to 100; without it there is no bar. */
  progress?: number | undefined;
}

/** The product's loader, with a progress bar if the progress is known. */
export function BrandedLoader({ message = LOADER_COPY.message, progress }: BrandedLoaderProps) {
  return (
    <div role="status" aria-live="polite" className="flex flex-col items-center gap-5 py-10 text-center">
      <Mark size={64} className="animate-breathe" />
      <p className="display text-xl">{PRODUCT_NAME}</p>
      <p className="text-ink-soft">{message}</p>
      {progress !== undefined && (
        <div className="w-56">
          <Progress value={progress} label={message} />
        </div>
      )}
    </div>
  );
}
