import { cx } from 'class-variance-authority';
import { useId } from 'react';

export interface ChipsProps<V extends string> {
  /** For screen readers. */
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
}

/** A choice of what is shown, in one line that scrolls if it is too long. */
export function Chips<V extends string>({ label, options, value, onChange, className }: ChipsProps<V>) {
  const name = useId();
  return (
    <fieldset className={cx('flex min-w-0 gap-1 overflow-x-auto p-1', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative grid min-h-11 shrink-0 cursor-pointer place-items-center rounded-full px-3 text-sm text-ink-soft ring-1 ring-line ring-inset transition hover:ring-line-strong has-checked:bg-accent-soft has-checked:text-accent-text has-checked:ring-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
