import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '../lib/cx.ts';
import { Spinner } from './loaders/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'gold';
export type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong shadow-sm',
  secondary: 'bg-raised text-ink ring-1 ring-inset ring-line hover:ring-line-strong',
  ghost: 'text-ink-soft hover:bg-raised hover:text-ink',
  danger: 'bg-bad-fill text-on-bad hover:brightness-110',
  gold: 'bg-gold-soft text-gold ring-1 ring-inset ring-gold/40 hover:ring-gold',
};

/** No size is lower than a finger: 44 px. */
const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-4 text-sm gap-1.5',
  md: 'min-h-12 px-6 text-base gap-2',
  lg: 'min-h-14 px-8 text-lg gap-2.5',
};

const BASE =
  'relative inline-flex items-center justify-center rounded-full font-medium whitespace-nowrap select-none transition ' +
  'duration-200 ease-soft active:scale-[0.98] disabled:opacity-55 disabled:pointer-events-none aria-disabled:opacity-55';

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the whole width. */
  block?: boolean;
  icon?: ReactNode;
}

function buttonClass({ variant = 'primary', size = 'md', block = false }: ButtonStyle, extra?: string): string {
  return cx(BASE, VARIANTS[variant], SIZES[size], block && 'w-full', extra);
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Shows a spinner, keeps the width and takes no clicks. */
  loading?: boolean;
}

export function Button({
  variant,
  size,
  block,
  icon,
  loading = false,
  className,
  children,
  disabled,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={buttonClass({ variant, size, block }, className)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...rest}
    >
      <span className={cx('inline-flex items-center gap-[inherit]', loading && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size="sm" color="current" />
        </span>
      )}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, block, icon, className, children, ...rest }: LinkProps & ButtonStyle) {
  return (
    <Link className={buttonClass({ variant, size, block }, className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Read aloud and shown as the tooltip. */
  label: string;
  variant?: 'ghost' | 'secondary' | 'primary';
}

export function IconButton({ label, variant = 'ghost', className, type, ...rest }: IconButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full transition duration-200 ease-soft active:scale-95 disabled:opacity-50',
        VARIANTS[variant],
        className,
      )}
      {...rest}
    />
  );
}
