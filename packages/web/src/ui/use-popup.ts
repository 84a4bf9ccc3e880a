import { cloneElement, type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react';

/** What opens beside a button. */
export interface PopupProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  /** `event`: the press or key that asks for it. */
  onOpenChange: (open: boolean, event: Event) => void;
  align: 'start' | 'center' | 'end';
  children: ReactNode;
}

/**
 * A button that opens a popup whose script is loaded only then, or when the user points at the button. The button itself is
 * never replaced, so that it keeps the focus.
 */
export function usePopup(trigger: ReactElement, kind: 'menu' | 'dialog', load: () => Promise<unknown>) {
  const anchor = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const prepare = () => void load().catch(() => {});

  function onOpenChange(next: boolean, event: Event): void {
    // A press on the button while the popup is open closes it by its click.
    if (!next && event.type !== 'keydown' && anchor.current?.contains(event.target as Node)) return;
    setOpen(next);
  }

  const button = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': open,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => {
      setWanted(true);
      setOpen(!open);
    },
  });
  return { button, isWanted, popup: { anchor, open, onOpenChange } };
}
