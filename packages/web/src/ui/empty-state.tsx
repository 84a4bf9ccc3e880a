import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A picture with the class `empty-art`; left out in a low window, such as a phone held sideways. */
  art?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` when it is the only heading of a page. */
  heading?: 'h1' | 'h2';
  /** The picture stays above the text where there is room beside it. */
  stacked?: boolean;
}

/** Says what will appear here once there is something, and offers the next step. */
export function EmptyState({ art, title, children, action, heading: Heading = 'h2', stacked }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <div className={art && !stacked ? 'empty-beside animate-rise' : 'animate-rise'}>
        {art && <div data-art>{art}</div>}
        <div>
          <Heading className="display">{title}</Heading>
          {children && <div className="text-balance text-ink-soft">{children}</div>}
          {action && <div className="mt-2">{action}</div>}
        </div>
      </div>
    </div>
  );
}
