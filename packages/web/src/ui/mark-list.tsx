import { cx } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';

export interface MarkListProps {
  /** Each is a text that no other has. */
  items: readonly string[];
  mark: LucideIcon;
  /** The class of the marks' colour. */
  tone: string;
  className?: string;
}

/** Short texts, each behind the same mark. */
export function MarkList({ items, mark: Mark, tone, className }: MarkListProps) {
  return (
    <ul className={cx('flex flex-col gap-3', className)}>
      {items.map((item) => (
        <li key={item} className="flex gap-3 text-sm text-ink-soft">
          <Mark aria-hidden className={cx('mt-0.5 size-4 shrink-0', tone)} />
          {item}
        </li>
      ))}
    </ul>
  );
}
