import { useId } from 'react';

export interface ProgressProps {
  /** 0 to 100. */
  value: number;
  label: string;
  /** Shows the label and the number above the bar. */
  shown?: boolean;
}

export function Progress({ value, label, shown = false }: ProgressProps) {
  const id = useId();
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div className="w-full">
      {shown && (
        <div className="mb-2 flex justify-between text-sm">
          <span id={id} className="text-ink-soft">
            {label}
          </span>
          <span className="tabular-nums">{percent}%</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={shown ? undefined : label}
        aria-labelledby={shown ? id : undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%`}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-accent transition-all duration-500 ease-soft"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
