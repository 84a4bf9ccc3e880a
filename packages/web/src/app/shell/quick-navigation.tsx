import { cx } from 'class-variance-authority';
import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Tooltip } from '../../ui/tooltip.tsx';
import { isConversation } from './layout.rules.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

/** A command palette for navigation: Ctrl or Cmd+K, or the floating button. */
export function QuickNavigation() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const opener = useRef<Element | null>(null);

  const toggle = useCallback((next: boolean | 'other') => {
    setOpen((was) => {
      const opens = next === 'other' ? !was : next;
      if (opens && !was) opener.current = document.activeElement;
      return opens;
    });
  }, []);
  useReturnedFocus(open, opener);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggle('other');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);

  return (
    <>
      <Tooltip label="Quick navigation (Ctrl+K)">
        <button
          type="button"
          aria-label="Quick navigation"
          onClick={() => toggle(true)}
          className={cx(
            'fixed right-4 z-20 grid size-11 place-items-center rounded-full bg-raised text-ink-soft shadow-lg ring-1 ring-line transition hover:text-ink',
            // In a conversation it is at the top, where it never covers the newest message.
            isConversation(pathname)
              ? 'top-40'
              : 'bottom-[calc(5rem+var(--cookie-bar,0px))] md:bottom-[calc(1.5rem+var(--cookie-bar,0px))]',
          )}
        >
          <Search aria-hidden className="size-5" />
        </button>
      </Tooltip>
      {/* Made new each time, so that it forgets what was typed. */}
      <Suspense>{open && <Palette onClose={() => toggle(false)} />}</Suspense>
    </>
  );
}

/** Closing the palette returns the focus to where it was, unless the new page has taken it. */
function useReturnedFocus(open: boolean, opener: { current: Element | null }): void {
  useEffect(() => {
    if (open) return;
    const element = opener.current;
    opener.current = null;
    if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body)
      element.focus();
  }, [open, opener]);
}
