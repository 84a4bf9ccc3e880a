export type SpinnerSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl';
export type SpinnerColor = 'primary' | 'secondary' | 'accent' | 'white' | 'gray' | 'current';

const SIZES_PX: Record<SpinnerSize, number> = { xs: 12, sm: 20, md: 32, lg: 48, xl: 64 };
const COLORS: Record<SpinnerColor, string> = {
  primary: 'var(--accent-text)',
  secondary: 'var(--mist)',
  accent: 'var(--gold)',
  white: '#fff',
  gray: 'var(--ink-faint)',
  current: 'currentColor',
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
      width={SIZES_PX[size]}
      height={SIZES_PX[size]}
      className="animate-turn"
      style={{ color: COLORS[color] }}
      viewBox="0 0 32 32"
      fill="none"
    >
      <circle cx="16" cy="16" r="13" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M29 16A13 13 0 0 0 16 3" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
