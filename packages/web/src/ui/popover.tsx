import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { usePopup } from './use-popup.ts';

const load = () => import('./popover-popup.tsx');
const PopoverPopup = lazy(() => load().then((module) => ({ default: module.PopoverPopup })));

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
