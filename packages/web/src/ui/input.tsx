import { cx } from 'class-variance-authority';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { CONTROL_STYLES, Field, type FieldProps } from './field.tsx';

function splitFieldProps<P extends FieldProps>(props: P) {
  const { label, hint, error, hideLabel, optional, className, ...control } = props;
  return { field: { label, hint, error, hideLabel, optional, className }, control };
}

export type InputProps = FieldProps & Omit<ComponentProps<'input'>, 'className'> & { suffix?: ReactNode };

/** A text input; accepts the props of react-hook-form's `register`. */
export function Input(props: InputProps) {
  const { field, control } = splitFieldProps(props);
  const { suffix, ...rest } = control;
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <input {...rest} {...wiring} className={cx(CONTROL_STYLES, 'h-12', suffix ? 'pr-14' : undefined)} />
          {suffix && <div className="absolute inset-y-0 right-1 grid place-items-center">{suffix}</div>}
        </div>
      )}
    </Field>
  );
}

/** A password input with a button that shows the password. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false);
  const label = shown ? 'Hide password' : 'Show password';
  const Icon = shown ? EyeOff : Eye;
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          aria-label={label}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-11 place-items-center rounded-full text-ink-faint hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  );
}

export type TextareaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className'>;

export function Textarea(props: TextareaProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(wiring) => (
        <textarea
          rows={4}
          {...control}
          {...wiring}
          className={cx(CONTROL_STYLES, 'field-sizing-content min-h-24 resize-y py-3')}
        />
      )}
    </Field>
  );
}

export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    options: readonly { value: string; label: string }[];
    placeholder?: string;
  };

/** The native select, styled. */
export function Select(props: SelectProps) {
  const { field, control } = splitFieldProps(props);
  const { options, placeholder, ...rest } = control;
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <select {...rest} {...wiring} className={cx(CONTROL_STYLES, 'h-12 appearance-none pr-11')}>
            {placeholder && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-overlay text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-ink-faint" />
        </div>
      )}
    </Field>
  );
}
