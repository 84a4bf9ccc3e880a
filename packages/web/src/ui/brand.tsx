import { PRODUCT_NAME } from '@soulsight/contract/product';
import { cx } from 'class-variance-authority';
import { useId } from 'react';

/** The logo: a closed eye with a glow. */
export function Mark({ size = 28, className }: { size?: number; className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" fill="none" className={className}>
      <defs>
        <radialGradient id={id} cx="0.5" cy="0.36" r="0.64">
          <stop offset="0" stopColor="oklch(0.95 0.06 80)" />
          <stop offset="0.42" stopColor="oklch(0.82 0.125 62)" />
          <stop offset="0.8" stopColor="oklch(0.62 0.17 28)" />
          <stop offset="1" stopColor="oklch(0.46 0.14 10)" />
        </radialGradient>
      </defs>
      <circle cx="16" cy="16" r="15" fill={`url(#${id})`} />
      <path d="M7.5 14.5c2.2 4 5.1 6 8.5 6s6.3-2 8.5-6" stroke="#2a1113" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M16 20.600v3.200M10.6 19l-1.7 2.700M21.4 19l1.7 2.7"
        stroke="#2a1113"
        strokeWidth="1.9"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Logo and name. */
export function Brand({ className, size = 28 }: { className?: string; size?: number }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <Mark size={size} />
      <span className="display text-xl font-[420] tracking-tight">{PRODUCT_NAME}</span>
    </span>
  );
}
