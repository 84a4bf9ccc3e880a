import { Menu as BaseMenu } from '@base-ui/react/menu';
import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import { POPUP_STYLES } from './popup-styles.ts';
import type { PopupProps } from './use-popup.ts';

/** The list of a menu; loaded when the first menu is about to open. */
export function MenuPopup({ anchor, open, onOpenChange, align, children }: PopupProps) {
  return (
    <BaseMenu.Root modal={false} open={open} onOpenChange={(next, { event }) => onOpenChange(next, event)}>
      {/* A region, because it is rendered outside the page's landmarks. */}
      <BaseMenu.Portal render={<section aria-label="Menu" />}>
        <BaseMenu.Positioner anchor={anchor} align={align} sideOffset={8} className="z-50 outline-none">
          <BaseMenu.Popup finalFocus={anchor} className={cx(POPUP_STYLES, 'min-w-60')}>
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

const ITEM =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-3 text-sm outline-none select-none data-[highlighted]:bg-raised';

export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onClick?: () => void;
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ icon, children, onClick, danger, disabled }: MenuItemProps) {
  return (
    <BaseMenu.Item
      onClick={onClick}
      disabled={disabled}
      className={cx(ITEM, danger ? 'text-bad' : 'text-ink', disabled && 'opacity-50')}
    >
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

export function MenuLink({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <BaseMenu.Item render={<Link to={to} />} className={cx(ITEM, 'text-ink')}>
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="mx-3 my-1.5 h-px bg-line" />;
}
