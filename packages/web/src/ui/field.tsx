import { cx } from 'class-variance-authority';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface FieldProps {
  label: ReactNode;
  /** Shown below while there is no error. */
  hint?: ReactNode;
  error?: string | undefined;
  /** For screen readers only. */
  hideLabel?: boolean | undefined;
  optional?: boolean | undefined;
  className?: string | undefined;
}

/** The attributes that connect a control with its label, hint and error. */
export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A control with its label, hint and error. */
export function Field({
  label,
  hint,
  error,
  hideLabel,
  optional,
  className,
  children,
}: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const describedBy = error || hint ? noteId : undefined;
  return (
    <div className={cx('flex flex-col gap-2', className)}>
      <label htmlFor={id} className={cx('text-sm font-medium text-ink', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="ml-1.5 font-normal text-ink-faint">(optional)</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** A group of controls (radios, checkboxes, sliders) under one legend. */
export function FieldGroup({
  label,
  hint,
  error,
  hideLabel,
  optional,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  const noteId = `${useId()}-note`;
  return (
    <fieldset
      className={cx('flex min-w-0 flex-col gap-3', className)}
      aria-describedby={error || hint ? noteId : undefined}
    >
      <legend className={cx('mb-3 text-sm font-medium text-ink', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="ml-1.5 font-normal text-ink-faint">(optional)</span>}
      </legend>
      {children}
      <FieldNote id={noteId} hint={hint} error={error} />
    </fieldset>
  );
}

/** The hint of a control, or what is wrong with its value. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (error) {
    return (
      <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-bad">
        <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={id} className="text-xs text-ink-faint">
      {hint}
    </p>
  ) : null;
}

/** Styles shared by all text inputs. */
export const CONTROL_STYLES =
  'w-full rounded-md bg-surface px-4 text-base text-ellipsis text-ink ring-1 ring-inset ring-line-strong transition duration-200 ease-soft ' +
  'placeholder:text-ink-faint hover:ring-ink-faint focus:outline-2 focus:outline-offset-2 focus:outline-accent-text ' +
  'disabled:opacity-55 aria-invalid:ring-2 aria-invalid:ring-bad';
