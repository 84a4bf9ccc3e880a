import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { usePopup } from './use-popup.ts';

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(() => load().then((module) => ({ default: module.MenuPopup })));

export const MenuItem = lazy(() => load().then((module) => ({ default: module.MenuItem })));
export const MenuLink = lazy(() => load().then((module) => ({ default: module.MenuLink })));
export const MenuSeparator = lazy(() => load().then((module) => ({ default: module.MenuSeparator })));

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
}

/** Closes on Escape, on a click outside and on a choice. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const { button, isWanted, popup } = usePopup(trigger, 'menu', load);
  return (
    <>
      {button}
      <Suspense>
        {isWanted && (
          <MenuPopup {...popup} align={align}>
            {children}
          </MenuPopup>
        )}
      </Suspense>
    </>
  );
}
