import { cva, cx, type VariantProps } from 'class-variance-authority';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './loaders/spinner.tsx';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong shadow-sm',
  secondary: 'bg-raised text-ink ring-1 ring-inset ring-line hover:ring-line-strong',
  ghost: 'text-ink-soft hover:bg-raised hover:text-ink',
  danger: 'bg-bad-fill text-on-bad hover:brightness-110',
  gold: 'bg-gold-soft text-gold ring-1 ring-inset ring-gold/40 hover:ring-gold',
};

const button = cva(
  'relative inline-flex items-center justify-center rounded-full font-medium whitespace-nowrap select-none transition ' +
    'duration-200 ease-soft active:scale-[0.98] disabled:opacity-55 disabled:pointer-events-none aria-disabled:opacity-55',
  {
    variants: {
      variant: VARIANTS,
      // No size is lower than a touch target of 44 px.
      size: {
        sm: 'min-h-11 px-4 text-sm gap-1.5',
        md: 'min-h-12 px-6 text-base gap-2',
        lg: 'min-h-14 px-8 text-lg gap-2.5',
      },
      /** Takes the whole width. */
      block: { true: 'w-full' },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

const iconButton = cva(
  'inline-grid size-11 shrink-0 place-items-center rounded-full transition duration-200 ease-soft active:scale-95 disabled:opacity-50',
  { variants: { variant: VARIANTS }, defaultVariants: { variant: 'ghost' } },
);

interface ButtonStyle extends VariantProps<typeof button> {
  icon?: ReactNode;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Shows a spinner, keeps the width and takes no clicks. */
  loading?: boolean | undefined;
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
      className={button({ variant, size, block, className })}
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
          <FocusKeeper />
        </span>
      )}
    </button>
  );
}

/** Gives the focus back to a button that lost it by being disabled, unless it has gone elsewhere meanwhile. */
function FocusKeeper() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const button = mark.current?.closest('button');
    if (!button || document.activeElement !== button) return;
    return () =>
      // Once it is enabled again.
      queueMicrotask(() => {
        if (document.activeElement === document.body) button.focus({ preventScroll: true });
      });
  }, []);
  return <span ref={mark} hidden />;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, block, icon, className, children, ...rest }: LinkProps & ButtonStyle) {
  return (
    <Link className={button({ variant, size, block, className })} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name and the tooltip. */
  label: string;
  variant?: 'ghost' | 'secondary' | 'primary';
}

export function IconButton({ label, variant, className, type, ...rest }: IconButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={iconButton({ variant, className })}
      {...rest}
    />
  );
}
