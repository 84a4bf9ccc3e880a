import { cx } from '../../lib/cx.ts';

export type SpinnerSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl';
export type SpinnerColor = 'primary' | 'secondary' | 'accent' | 'white' | 'gray' | 'current';

const SIZES: Record<SpinnerSize, string> = { xs: 'size-3', sm: 'size-5', md: 'size-8', lg: 'size-12', xl: 'size-16' };
const COLORS: Record<SpinnerColor, string> = {
  primary: 'text-accent-text',
  secondary: 'text-mist',
  accent: 'text-gold',
  white: 'text-white',
  gray: 'text-ink-faint',
  current: 'text-current',
};

export interface SpinnerProps {
  size?: SpinnerSize;
  color?: SpinnerColor;
  label?: string;
}

export function Spinner({ size = 'md', color = 'primary', label = 'Loading' }: SpinnerProps) {
  return (
    <svg
      role="status"
      aria-label={label}
      data-size={size}
      data-color={color}
      className={cx('animate-turn', SIZES[size], COLORS[color])}
      viewBox="0 0 32 32"
      fill="none"
    >
      <circle cx="16" cy="16" r="13" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M29 16A13 13 0 0 0 16 3" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
