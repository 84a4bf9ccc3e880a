import { type ReactElement, type ReactNode, Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { usePopup } from './use-popup.ts';

const load = () => import('./popover-popup.tsx');
const PopoverPopup = lazyPart(load, 'PopoverPopup');

export interface PopoverProps {
  trigger: ReactElement;
  title?: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  className?: string;
}

export function Popover({ trigger, title, children, align = 'center', className }: PopoverProps) {
  const { button, isWanted, popup } = usePopup(trigger, 'dialog', load);
  return (
    <>
      {button}
      <Suspense>
        {isWanted && (
          <PopoverPopup {...popup} align={align} title={title} className={className}>
            {children}
          </PopoverPopup>
        )}
      </Suspense>
    </>
  );
}
