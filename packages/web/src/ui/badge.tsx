import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const badge = cva('inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 text-2xs font-medium whitespace-nowrap', {
  variants: {
    tone: {
      neutral: 'bg-raised text-ink-soft',
      accent: 'bg-accent-soft text-accent-text',
      mist: 'bg-mist-soft text-mist',
      gold: 'bg-gold-soft text-gold',
      good: 'bg-good-soft text-good',
      bad: 'bg-bad-soft text-bad',
    },
  },
  defaultVariants: { tone: 'neutral' },
});
export type BadgeTone = NonNullable<VariantProps<typeof badge>['tone']>;

export interface BadgeProps {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={badge({ tone })}>
      {icon}
      {children}
    </span>
  );
}

/** A count in a corner, `9+` above a `cap` of 9. Renders nothing for zero. It grows with the text, but not over the whole icon. */
export function CountBadge({ count, cap, label }: { count: number; cap: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className="absolute -top-2 -right-2 grid h-[min(1.25rem,28px)] min-w-[min(1.25rem,28px)] place-items-center rounded-full bg-bad-fill px-1 text-[min(0.6875rem,15px)] leading-none font-semibold wrap-normal text-on-bad ring-2 ring-bg">
      <span aria-hidden>{count > cap ? `${cap}+` : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
