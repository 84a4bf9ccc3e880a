import { cx } from 'class-variance-authority';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FieldGroup, FieldNote, type FieldProps } from './field.tsx';

export interface Option<V extends string = string> {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
}

const TILE =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-md bg-surface px-4 py-3 ring-1 ring-inset ring-line-strong transition ' +
  'duration-200 ease-soft hover:ring-ink-faint has-checked:bg-accent-soft has-checked:ring-2 has-checked:ring-accent-text ' +
  'has-disabled:opacity-55';

export interface RadioGroupProps<V extends string> extends FieldProps {
  options: readonly Option<V>[];
  value: V | null;
  onChange: (value: V) => void;
  name?: string;
  /** Columns of tiles on wide screens. */
  columns?: 1 | 2 | 3;
}

export function RadioGroup<V extends string>({
  options,
  value,
  onChange,
  name,
  columns = 1,
  ...field
}: RadioGroupProps<V>) {
  const ownName = useId();
  return (
    <FieldGroup {...field}>
      <div
        role="radiogroup"
        aria-label={typeof field.label === 'string' ? field.label : undefined}
        aria-invalid={field.error ? true : undefined}
        className={cx('grid gap-2', columns === 2 && 'sm:grid-cols-2', columns === 3 && 'sm:grid-cols-3')}
      >
        {options.map((option) => (
          <label key={option.value} className={TILE}>
            <input
              type="radio"
              name={name ?? ownName}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={
                'grid size-5 shrink-0 cursor-pointer appearance-none place-items-center rounded-full ring-2 ring-inset ring-line-strong ' +
                'before:hidden before:size-2.5 before:rounded-full before:bg-accent-text checked:ring-accent-text checked:before:block'
              }
            />
            <OptionText {...option} />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

function OptionText({ label, hint }: Pick<Option, 'label' | 'hint'>) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="text-base text-ink">{label}</span>
      {hint && <span className="text-xs text-ink-faint">{hint}</span>}
    </span>
  );
}

export interface CheckboxGroupProps<V extends string> extends FieldProps {
  options: readonly Option<V>[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  columns?: 1 | 2 | 3;
}

/** A multiple choice, as tiles. */
export function CheckboxGroup<V extends string>({
  options,
  value,
  onChange,
  columns = 1,
  ...field
}: CheckboxGroupProps<V>) {
  return (
    <FieldGroup {...field}>
      <div className={cx('grid gap-2', columns === 2 && 'sm:grid-cols-2', columns === 3 && 'sm:grid-cols-3')}>
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control inside
          <label key={option.value} className={TILE}>
            <CheckMark
              checked={value.includes(option.value)}
              onChange={(on) => onChange(on ? [...value, option.value] : value.filter((v) => v !== option.value))}
            />
            <OptionText {...option} />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

interface CheckMarkProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  invalid?: boolean;
  disabled?: boolean | undefined;
  describedBy?: string | undefined;
}

function CheckMark({ checked, onChange, invalid, disabled, describedBy }: CheckMarkProps) {
  return (
    <span className="relative grid size-5.5 shrink-0 place-items-center">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
        className={cx(
          'peer absolute inset-0 cursor-pointer appearance-none rounded-xs ring-2 ring-inset ring-line-strong transition duration-150',
          'checked:bg-accent checked:ring-accent',
          invalid && 'ring-bad',
        )}
      />
      <Check
        aria-hidden
        className="pointer-events-none relative size-4 text-on-accent opacity-0 peer-checked:opacity-100"
        strokeWidth={3}
      />
    </span>
  );
}

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** A yes or no in a form, such as a consent. */
export function Checkbox({ label, checked, onChange, error, disabled }: CheckboxProps) {
  const noteId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control inside */}
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2 text-sm text-ink-soft">
        <CheckMark
          checked={checked}
          onChange={onChange}
          invalid={Boolean(error)}
          disabled={disabled}
          describedBy={error ? noteId : undefined}
        />
        <span className="pt-px">{label}</span>
      </label>
      {error && <FieldNote id={noteId} error={error} />}
    </div>
  );
}

export interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** The label is for screen readers only. */
  hideLabel?: boolean;
}

/** A setting that takes effect immediately. */
export function Switch({ label, hint, checked, onChange, disabled, hideLabel }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx(hint && '@container')}>
      <div
        className={cx('min-h-11 items-center', hideLabel ? 'flex' : 'grid grid-cols-[1fr_auto] content-center gap-x-4')}
      >
        <span id={id} className={cx('min-w-0 text-base text-ink', hideLabel && 'sr-only')}>
          {label}
        </span>
        {/* Where there is little room it goes below the switch as well: a long one would be a narrow column. */}
        {hint && <span className="text-xs text-ink-faint @max-md:col-span-full">{hint}</span>}
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: the browser tells whether a checkbox is checked
          role="switch"
          aria-labelledby={id}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className={cx(
            'col-start-2 row-start-1',
            hint && '@md:row-end-3',
            'relative inline-flex h-7 w-12 shrink-0 cursor-pointer appearance-none items-center rounded-full bg-raised ring-1 ring-inset ring-line-strong',
            'transition duration-200 ease-soft before:absolute before:-inset-2 after:block after:size-5 after:translate-x-1 after:rounded-full',
            'after:bg-ink-faint after:transition after:duration-200 after:ease-soft checked:bg-accent checked:ring-accent',
            'checked:after:translate-x-6 checked:after:bg-on-accent disabled:cursor-default disabled:opacity-50',
          )}
        />
      </div>
    </div>
  );
}
