import { Popover as BasePopover } from '@base-ui/react/popover';
import { cx } from 'class-variance-authority';
import type { ReactElement, ReactNode } from 'react';
import { POPUP_STYLES } from './popup-styles.ts';

export interface PopoverProps {
  trigger: ReactElement;
  title?: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  className?: string;
}

export function Popover({ trigger, title, children, align = 'center', className }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner align={align} sideOffset={8} collisionPadding={12} className="z-50">
          <BasePopover.Popup className={cx(POPUP_STYLES, 'w-[min(22rem,calc(100vw-1.5rem))] p-5', className)}>
            {title && <BasePopover.Title className="mb-2 text-base font-semibold">{title}</BasePopover.Title>}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
