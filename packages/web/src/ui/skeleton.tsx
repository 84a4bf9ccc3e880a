import { cx } from 'class-variance-authority';
import { Card } from './card.tsx';

/** A placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton', !className?.includes('rounded-') && 'rounded-md', className)} />;
}

/** A placeholder for a list of people, or of what happened with them. */
export function RowsSkeleton({ label, rows = 5, className }: { label: string; rows?: number; className?: string }) {
  return (
    <div role="status" aria-label={label} className={cx('flex flex-col gap-0.5', className)}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={row} className="flex items-center gap-3.5 py-3">
          <Skeleton className="size-13 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** A placeholder for cards below each other, each with some lines of text. */
export function CardsSkeleton({ lines = [4, 4] }: { lines?: readonly number[] }) {
  return (
    <div className="flex flex-col gap-5">
      {lines.map((count, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
        <Card key={card}>
          <TextSkeleton lines={count} />
        </Card>
      ))}
    </div>
  );
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
