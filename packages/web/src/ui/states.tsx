import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorContext } from '../lib/errors/catalogue.ts';
import { getErrorMessage } from '../lib/errors/messages.ts';
import { Button } from './button.tsx';

export interface EmptyStateProps {
  /** A picture, small. */
  art?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` where it is all that a page has. */
  heading?: 'h1' | 'h2';
}

/** Where there is nothing yet: what will be here, and the next step. */
export function EmptyState({ art, title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md animate-rise flex-col items-center gap-4 px-4 py-12 text-center">
      {art}
      <Heading className="display text-2xl">{title}</Heading>
      {children && <div className="text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  error: unknown;
  context?: ErrorContext;
  /** What was not possible. */
  title?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Where something could not be loaded: why, and the way to try again. */
export function ErrorState({ error, context, title = 'This could not be loaded', onRetry, retrying }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      <CloudOff aria-hidden className="size-9 text-ink-faint" strokeWidth={1.4} />
      <h2 className="display text-2xl">{title}</h2>
      <p className="text-ink-soft">{getErrorMessage(error, context)}</p>
      {onRetry && (
        <Button variant="secondary" className="mt-2" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
