import { Slider as BaseSlider } from '@base-ui/react/slider';
import type { ReactNode } from 'react';
import type { SliderFacts } from './slider.tsx';

const THUMB =
  'size-6 rounded-full bg-accent shadow-md ring-4 ring-bg outline-none before:absolute before:-inset-2.5 ' +
  'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-4 has-[:focus-visible]:outline-accent-text';

export interface RangeSliderProps extends SliderFacts {
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
  /** The smallest difference between the two, in steps. */
  minGap?: number;
}

/** Selects a lowest and a highest number. */
export function RangeSlider({ label, value, onChange, minGap = 0, format = String, ...rest }: RangeSliderProps) {
  return (
    <BaseSlider.Root
      value={value}
      minStepsBetweenValues={minGap}
      onValueChange={(next) => onChange([...(next as readonly number[])] as [number, number])}
      {...rest}
    >
      <SliderHeader label={label} value={`${format(value[0])} to ${format(value[1])}`} />
      <SliderTrack>
        <BaseSlider.Thumb
          index={0}
          className={THUMB}
          getAriaLabel={() => `${label}, lowest`}
          getAriaValueText={(_, n) => format(n)}
        />
        <BaseSlider.Thumb
          index={1}
          className={THUMB}
          getAriaLabel={() => `${label}, highest`}
          getAriaValueText={(_, n) => format(n)}
        />
      </SliderTrack>
    </BaseSlider.Root>
  );
}

function SliderHeader({ label, value }: { label: string; value: string }) {
  return (
    <div className="mb-1 flex items-baseline justify-between gap-4 text-sm">
      <BaseSlider.Label className="font-medium text-ink">{label}</BaseSlider.Label>
      <span className="text-ink-soft tabular-nums">{value}</span>
    </div>
  );
}

function SliderTrack({ children }: { children: ReactNode }) {
  return (
    <BaseSlider.Control className="flex h-11 touch-none items-center px-3 select-none">
      <BaseSlider.Track className="h-1.5 w-full rounded-full bg-line">
        <BaseSlider.Indicator className="rounded-full bg-accent" />
        {children}
      </BaseSlider.Track>
    </BaseSlider.Control>
  );
}
