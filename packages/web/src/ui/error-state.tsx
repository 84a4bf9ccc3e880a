import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorContext } from '../lib/errors/catalogue.ts';
import { ChunkLoadError } from '../lib/errors/chunk-load.ts';
import { getErrorMessage } from '../lib/errors/messages.ts';
import { Button } from './button.tsx';

export interface ErrorStateProps {
  error: unknown;
  context?: ErrorContext;
  title?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Says why something could not be loaded, with a button to try again; in a card without the picture and the space around it. */
export function ErrorState({ error, context, title = "This couldn't be loaded", onRetry, retrying }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center in-[.card]:mx-0 in-[.card]:items-start in-[.card]:gap-1 in-[.card]:p-0 in-[.card]:text-left"
    >
      <CloudOff aria-hidden className="size-9 text-ink-faint in-[.card]:hidden" strokeWidth={1.4} />
      <h2 className="display text-2xl in-[.card]:text-lg">{title}</h2>
      <p className="text-ink-soft">{getErrorMessage(error, context)}</p>
      {onRetry && (
        <Button variant="secondary" className="mt-2" loading={retrying} onClick={onRetry}>
          {error instanceof ChunkLoadError && error.needsRefresh ? 'Refresh Page' : 'Try Again'}
        </Button>
      )}
    </div>
  );
}
