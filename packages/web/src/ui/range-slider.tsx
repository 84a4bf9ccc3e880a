import { type CSSProperties, type PointerEvent, useId } from 'react';
import type { SliderFacts } from './slider.tsx';

export interface RangeSliderProps extends SliderFacts {
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
  /** The smallest difference between the two. */
  minGap?: number;
}

/** Half a thumb, in pixels: its middle never reaches the ends. */
const THUMB_RADIUS_PX = 12;

/** Selects a lowest and a highest number: two of the browser's own sliders on one track. */
export function RangeSlider({
  label,
  value,
  min,
  max,
  onChange,
  minGap = 0,
  format = String,
  ...rest
}: RangeSliderProps) {
  const id = useId();
  const [low, high] = value;
  const setLow = (next: number) => onChange([Math.max(min, Math.min(next, high - minGap)), high]);
  const setHigh = (next: number) => onChange([low, Math.min(max, Math.max(next, low + minGap))]);
  const share = (number: number) => (number - min) / (max - min);

  /** A press on the track moves the nearer thumb. */
  function onTrack({ target, currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    if (target !== currentTarget || rest.disabled) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = (clientX - left - THUMB_RADIUS_PX) / (width - 2 * THUMB_RADIUS_PX);
    const number = Math.round(min + at * (max - min));
    if (Math.abs(number - low) < Math.abs(number - high)) setLow(number);
    else setHigh(number);
  }

  const thumbs = [
    { name: 'lowest', number: low, set: setLow },
    { name: 'highest', number: high, set: setHigh },
  ];
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <div className="mb-1 flex items-baseline justify-between gap-4 text-sm">
        <span id={id} className="font-medium text-ink">
          {label}
        </span>
        <span className="text-ink-soft tabular-nums">
          {format(low)} to {format(high)}
        </span>
      </div>
      <div
        onPointerDown={onTrack}
        className="range-slider"
        style={{ '--low': share(low), '--high': share(high) } as CSSProperties}
      >
        {thumbs.map(({ name, number, set }) => (
          <input
            {...rest}
            key={name}
            type="range"
            min={min}
            max={max}
            value={number}
            aria-label={`${label}, ${name}`}
            aria-valuetext={format(number)}
            onChange={(event) => set(event.target.valueAsNumber)}
            // Where both are at the end, the lower one must stay in reach.
            className={name === 'lowest' && share(number) > 0.5 ? 'slider z-10' : 'slider'}
          />
        ))}
      </div>
    </fieldset>
  );
}
