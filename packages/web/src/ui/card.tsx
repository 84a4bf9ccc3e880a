import { cx } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';

export interface CardProps extends ComponentProps<'section'> {
  /** Without padding, for pictures and lists that reach the edge. */
  flush?: boolean;
}

export function Card({ flush, className, ...rest }: CardProps) {
  return (
    <section
      className={cx('card rounded-xl bg-surface ring-1 ring-inset ring-line', !flush && 'p-6 sm:p-7', className)}
      {...rest}
    />
  );
}

export function CardTitle({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="mb-4 flex items-baseline justify-between gap-4">
      <h2 className="display text-xl">{children}</h2>
      {aside && <div className="text-sm text-ink-faint">{aside}</div>}
    </div>
  );
}
