import { Popover as BasePopover } from '@base-ui/react/popover';
import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { POPUP_STYLES } from './popup-styles.ts';
import type { PopupProps } from './use-popup.ts';

/** The content of a popover; loaded when the first popover is about to open. */
export function PopoverPopup({
  anchor,
  open,
  onOpenChange,
  align,
  title,
  className,
  children,
}: PopupProps & { title?: ReactNode; className?: string | undefined }) {
  return (
    <BasePopover.Root open={open} onOpenChange={(next, { event }) => onOpenChange(next, event)}>
      <BasePopover.Portal>
        <BasePopover.Positioner anchor={anchor} align={align} sideOffset={8} collisionPadding={12} className="z-50">
          <BasePopover.Popup
            finalFocus={anchor}
            className={cx(POPUP_STYLES, 'w-[min(22rem,calc(100vw-1.5rem))] p-5', className)}
          >
            {title && <BasePopover.Title className="mb-2 text-base font-semibold">{title}</BasePopover.Title>}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
