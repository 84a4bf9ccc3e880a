import { Menu as BaseMenu } from '@base-ui/react/menu';
import { cx } from 'class-variance-authority';
import type { ReactElement, ReactNode } from 'react';
import { Link } from './link.tsx';
import { POPUP_STYLES } from './popup-styles.ts';

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
}

/** Closes on Escape, on a click outside and on a choice. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={align} sideOffset={8} className="z-50 outline-none">
          <BaseMenu.Popup className={cx(POPUP_STYLES, 'min-w-60')}>{children}</BaseMenu.Popup>
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
