import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { cx } from 'class-variance-authority';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FieldGroup, type FieldProps } from './field.tsx';

export interface Option<V extends string = string> {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
}

const TILE =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-md bg-surface px-4 py-3 ring-1 ring-inset ring-line-strong transition ' +
  'duration-200 ease-soft hover:ring-ink-faint has-[[data-checked]]:bg-accent-soft has-[[data-checked]]:ring-2 ' +
  'has-[[data-checked]]:ring-accent-text has-[[data-disabled]]:opacity-55';

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
  return (
    <FieldGroup {...field}>
      <BaseRadioGroup
        name={name}
        value={value}
        aria-label={typeof field.label === 'string' ? field.label : undefined}
        aria-invalid={field.error ? true : undefined}
        onValueChange={(next) => onChange(next as V)}
        className={cx('grid gap-2', columns === 2 && 'sm:grid-cols-2', columns === 3 && 'sm:grid-cols-3')}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the radio is the control inside
          <label key={option.value} className={TILE}>
            <Radio.Root
              value={option.value}
              className="grid size-5 shrink-0 place-items-center rounded-full ring-2 ring-inset ring-line-strong data-[checked]:ring-accent-text"
            >
              <Radio.Indicator className="size-2.5 rounded-full bg-accent-text" />
            </Radio.Root>
            <OptionText {...option} />
          </label>
        ))}
      </BaseRadioGroup>
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
              onCheckedChange={(on) =>
                onChange(on ? [...value, option.value] : value.filter((v) => v !== option.value))
              }
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
  onCheckedChange: (checked: boolean) => void;
  invalid?: boolean;
  disabled?: boolean | undefined;
  describedBy?: string | undefined;
}

function CheckMark({ checked, onCheckedChange, invalid, disabled, describedBy }: CheckMarkProps) {
  return (
    <BaseCheckbox.Root
      checked={checked}
      disabled={disabled}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onCheckedChange={(next) => onCheckedChange(next)}
      className={cx(
        'grid size-5.5 shrink-0 place-items-center rounded-xs ring-2 ring-inset ring-line-strong transition duration-150',
        'data-[checked]:bg-accent data-[checked]:ring-accent',
        invalid && 'ring-bad',
      )}
    >
      <BaseCheckbox.Indicator className="text-on-accent">
        <Check aria-hidden className="size-4" strokeWidth={3} />
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
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
          onCheckedChange={onChange}
          invalid={Boolean(error)}
          disabled={disabled}
          describedBy={error ? noteId : undefined}
        />
        <span className="pt-px">{label}</span>
      </label>
      {error && (
        <p id={noteId} role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
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
    <div className="flex min-h-11 items-center justify-between gap-4">
      <span className={cx('flex min-w-0 flex-col', hideLabel && 'sr-only')}>
        <span id={id} className="text-base text-ink">
          {label}
        </span>
        {hint && <span className="text-xs text-ink-faint">{hint}</span>}
      </span>
      <BaseSwitch.Root
        aria-labelledby={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={cx(
          'relative inline-flex h-7 w-12 shrink-0 items-center rounded-full bg-raised ring-1 ring-inset ring-line-strong transition duration-200 ease-soft',
          'before:absolute before:-inset-2 data-[checked]:bg-accent data-[checked]:ring-accent data-[disabled]:opacity-50',
        )}
      >
        <BaseSwitch.Thumb className="block size-5 translate-x-1 rounded-full bg-ink-faint transition duration-200 ease-soft data-[checked]:translate-x-6 data-[checked]:bg-on-accent" />
      </BaseSwitch.Root>
    </div>
  );
}
