import { type ReactElement, type ReactNode, Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { usePopup } from './use-popup.ts';

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazyPart(load, 'MenuPopup');

export const MenuItem = lazyPart(load, 'MenuItem');
export const MenuLink = lazyPart(load, 'MenuLink');
export const MenuSeparator = lazyPart(load, 'MenuSeparator');

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
      {/* A conversation has many: until one is wanted it is its button alone. */}
      {isWanted && (
        <Suspense>
          <MenuPopup {...popup} align={align}>
            {children}
          </MenuPopup>
        </Suspense>
      )}
    </>
  );
}
