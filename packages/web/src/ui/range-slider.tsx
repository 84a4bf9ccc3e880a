import { type CSSProperties, type MouseEvent, type PointerEvent, useId, useRef } from 'react';
import type { SliderFacts } from './slider.tsx';

export interface RangeSliderProps extends SliderFacts {
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
  /** The smallest difference between the two. */
  minGap?: number;
}

/** Half a thumb, in pixels: its middle never reaches the ends. */
const THUMB_RADIUS_PX = 12;

/** A thumb that follows a pointer which was pressed on the track. */
interface Drag {
  pointerId: number;
  isLow: boolean;
  /** The value before the press. */
  before: readonly [number, number];
}

/** Whether the pointer is on the track itself: the thumbs are moved by the browser. */
const isOnTrack = ({ target, currentTarget }: MouseEvent<HTMLElement>) => target === currentTarget;

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

  const inputs = { low: useRef<HTMLInputElement>(null), high: useRef<HTMLInputElement>(null) };
  const drag = useRef<Drag | null>(null);

  function numberAt({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = (clientX - left - THUMB_RADIUS_PX) / (width - 2 * THUMB_RADIUS_PX);
    return Math.round(min + at * (max - min));
  }

  /** A press on the track moves the nearer thumb, which then follows the pointer. */
  function onPress(event: PointerEvent<HTMLElement>): void {
    if (!isOnTrack(event) || event.button !== 0 || rest.disabled || drag.current) return;
    const number = numberAt(event);
    const isLow = number - low < high - number;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { pointerId: event.pointerId, isLow, before: value };
    inputs[isLow ? 'low' : 'high'].current?.focus({ preventScroll: true });
    if (isLow) setLow(number);
    else setHigh(number);
  }

  function onMove(event: PointerEvent<HTMLElement>): void {
    if (drag.current?.pointerId !== event.pointerId) return;
    if (drag.current.isLow) setLow(numberAt(event));
    else setHigh(numberAt(event));
  }

  /** The browser scrolls the page instead. */
  function onCancel({ pointerId }: PointerEvent<HTMLElement>): void {
    if (drag.current?.pointerId === pointerId) onChange([...drag.current.before]);
  }

  const thumbs = [
    { name: 'lowest', number: low, set: setLow, input: inputs.low },
    { name: 'highest', number: high, set: setHigh, input: inputs.high },
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders inside are the controls, also for the keyboard */}
      <div
        onPointerDown={onPress}
        onPointerMove={onMove}
        onPointerCancel={onCancel}
        onLostPointerCapture={() => {
          drag.current = null;
        }}
        // The thumb keeps the focus that the press gave it.
        onMouseDown={(event) => isOnTrack(event) && event.preventDefault()}
        className="range-slider"
        style={{ '--low': share(low), '--high': share(high) } as CSSProperties}
      >
        {thumbs.map(({ name, number, set, input }) => (
          <input
            {...rest}
            key={name}
            ref={input}
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
