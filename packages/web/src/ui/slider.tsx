import { type CSSProperties, useId } from 'react';

export interface SliderFacts {
  label: string;
  min: number;
  max: number;
  step?: number;
  /** Formats a value, such as `30 km`. */
  format?: (value: number) => string;
  disabled?: boolean;
}

export interface SliderProps extends SliderFacts {
  value: number;
  onChange: (value: number) => void;
}

/** Selects one number: the browser's own slider, so that a visitor needs no script for it. */
export function Slider({ label, value, min, max, onChange, format = String, ...rest }: SliderProps) {
  const id = useId();
  const filled = { '--filled': `${((value - min) / (max - min)) * 100}%` } as CSSProperties;
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        <span className="text-ink-soft tabular-nums">{format(value)}</span>
      </div>
      <input
        {...rest}
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="slider"
        style={filled}
      />
    </div>
  );
}
