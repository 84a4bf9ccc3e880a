import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';

export type RingTone = 'accent' | 'mist' | 'gold' | 'good';

const TONES: Record<RingTone, string> = {
  accent: 'text-accent-text',
  mist: 'text-mist',
  gold: 'text-gold',
  good: 'text-good',
};
const RADIUS = 44;
const LENGTH = 2 * Math.PI * RADIUS;

export interface ScoreRingProps {
  /** 0 to 100; null if there is nothing to measure yet. */
  value: number | null;
  label: string;
  tone?: RingTone;
  /** Pixels across. */
  size?: number;
  /** Shown in the middle instead of the number. */
  children?: ReactNode;
  /** The label is for screen readers only. */
  hideLabel?: boolean;
}

/** A score as an arc with its number in the middle. */
export function ScoreRing({ value, label, tone = 'accent', size = 96, children, hideLabel }: ScoreRingProps) {
  const share = value === null ? 0 : Math.min(100, Math.max(0, value)) / 100;
  const read = value === null ? 'not measured yet' : `${Math.round(value)} percent`;
  return (
    <figure className="flex flex-col items-center gap-2" aria-label={`${label}: ${read}`}>
      <div className="relative grid place-items-center" style={{ width: size, height: size }}>
        <svg aria-hidden viewBox="0 0 100 100" className={cx('absolute inset-0 -rotate-90', TONES[tone])} fill="none">
          <circle cx="50" cy="50" r={RADIUS} stroke="var(--line)" strokeWidth="5" />
          {share > 0 && (
            <circle
              cx="50"
              cy="50"
              r={RADIUS}
              stroke="currentColor"
              strokeWidth="5"
              strokeLinecap="round"
              strokeDasharray={`${share * LENGTH} ${LENGTH}`}
              className="transition-[stroke-dasharray] duration-700 ease-soft"
            />
          )}
        </svg>
        <span className="display tabular-nums" style={{ fontSize: size * 0.29 }}>
          {children ?? (value === null ? '–' : Math.round(value))}
        </span>
      </div>
      <figcaption className={cx('text-center text-xs text-ink-faint', hideLabel && 'sr-only')}>{label}</figcaption>
    </figure>
  );
}
