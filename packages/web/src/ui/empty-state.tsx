import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A small picture; left out in a low window, such as a phone held sideways. */
  art?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` when it is the only heading of a page. */
  heading?: 'h1' | 'h2';
}

/** Says what will appear here once there is something, and offers the next step. */
export function EmptyState({ art, title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md animate-rise flex-col items-center gap-4 px-4 py-12 text-center low:py-4">
      {art && (
        <div data-art className="low:hidden">
          {art}
        </div>
      )}
      <Heading className={Heading === 'h1' ? 'display text-3xl' : 'display text-2xl'}>{title}</Heading>
      {children && <div className="text-balance text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
