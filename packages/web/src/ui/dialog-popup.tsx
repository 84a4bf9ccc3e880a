import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { cx } from 'class-variance-authority';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

const BACKDROP =
  'fixed inset-0 z-50 bg-scrim backdrop-blur-sm transition-opacity duration-200 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0';
/** A bottom sheet on phones, a centred card on larger screens. */
const POPUP =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] scroll-pb-36 flex-col gap-5 overflow-y-auto rounded-t-xl bg-overlay p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] ' +
  'shadow-lg ring-1 ring-line outline-none transition duration-300 ease-soft data-[starting-style]:translate-y-8 data-[starting-style]:opacity-0 ' +
  'data-[ending-style]:translate-y-8 data-[ending-style]:opacity-0 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(32rem,calc(100vw-3rem))] ' +
  'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:p-8 sm:data-[starting-style]:-translate-y-[46%] sm:data-[ending-style]:-translate-y-[46%]';

/** Buttons that stay in sight while the rest scrolls, unless the screen is too low for that. */
const FOOTER =
  'relative z-10 -mx-6 -mb-[max(1.5rem,env(safe-area-inset-bottom))] flex flex-col-reverse gap-3 bg-overlay px-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] ' +
  '[@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-[calc(-1*max(1.5rem,env(safe-area-inset-bottom)))] sm:[@media(min-height:30rem)]:-bottom-8 ' +
  'before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-5 before:bg-linear-to-t before:from-overlay ' +
  'before:to-transparent sm:-mx-8 sm:-mb-8 sm:flex-row sm:justify-end sm:px-8 sm:pb-8';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  /** Wider than usual. */
  wide?: boolean;
  /** Whether the focus is on the first field at first; otherwise it is on the title. By touch it is on neither, which opens no keyboard. */
  startsInForm?: boolean;
}

export function DialogPopup(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, wide, startsInForm } = props;
  const popup = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Not on Close: Enter would take back what has just been opened.
  const findFirst = () => {
    const field = startsInForm ? popup.current?.querySelector<HTMLElement>('input, textarea, select') : null;
    // With large text the first field may be below what is seen; its focus would scroll the title away.
    return field && popup.current && isAbove(field, popup.current) ? field : heading.current;
  };
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={BACKDROP} />
        <BaseDialog.Popup
          ref={popup}
          initialFocus={(openedBy) => openedBy === 'touch' || findFirst()}
          className={cx(POPUP, wide && 'sm:w-[min(44rem,calc(100vw-3rem))]')}
        >
          <div className="flex items-start justify-between gap-4">
            <BaseDialog.Title ref={heading} tabIndex={-1} className="display min-w-0 text-2xl outline-none">
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close
              aria-label="Close"
              className="-mt-1.5 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-raised hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </BaseDialog.Close>
          </div>
          {description && (
            <BaseDialog.Description className="-mt-2 text-ink-soft">{description}</BaseDialog.Description>
          )}
          {children}
          {footer && <div className={FOOTER}>{footer}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Whether the bottom of an element is not below that of another. */
function isAbove(element: Element, other: Element): boolean {
  return element.getBoundingClientRect().bottom <= other.getBoundingClientRect().bottom;
}

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** The label of the button that confirms. */
  confirmLabel: string;
  onConfirm: () => void;
  cancelLabel?: string;
  danger?: boolean;
  loading?: boolean;
  children?: ReactNode;
}

/** Asks for confirmation. It closes only by an answer, not by a click outside. */
export function AlertDialogPopup(props: AlertDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    confirmLabel,
    onConfirm,
    cancelLabel = 'Cancel',
    danger,
    loading,
  } = props;
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={BACKDROP} />
        <BaseAlertDialog.Popup className={POPUP}>
          <BaseAlertDialog.Title className="display text-2xl">{title}</BaseAlertDialog.Title>
          <BaseAlertDialog.Description className="text-ink-soft">{description}</BaseAlertDialog.Description>
          {props.children}
          <div className={FOOTER}>
            <BaseAlertDialog.Close render={<Button variant="secondary">{cancelLabel}</Button>} />
            <Button variant={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
