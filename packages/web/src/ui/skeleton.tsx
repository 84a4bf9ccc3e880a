import { cx } from 'class-variance-authority';

/** A placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton', !className?.includes('rounded-') && 'rounded-md', className)} />;
}

const WIDTHS = ['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3'];

/** A placeholder for lines of text. */
export function TextSkeleton({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading text" className={cx('flex flex-col gap-3', className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <Skeleton key={line} className={cx('h-4', WIDTHS[line % WIDTHS.length])} />
      ))}
    </div>
  );
}
