import { cx } from 'class-variance-authority';
import { Search } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useMedia } from '../../lib/hooks/use-media.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { isConversation } from './layout.rules.ts';
import { closePalette, openPalette, togglePalette, usePaletteOpen } from './palette.store.ts';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette');

/** Below this width the floating button would cover what people read and tap. */
const NARROW = '(max-width: 63.99rem)';

/** A command palette for navigation: Ctrl or Cmd+K, or its button. */
export function QuickNavigation() {
  const open = usePaletteOpen();
  useReturnedFocus(open);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      togglePalette();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      closePalette();
    };
  }, []);

  // Made new each time, so that it forgets what was typed.
  return <Suspense>{open && <Palette onClose={closePalette} />}</Suspense>;
}

/** The button of the quick navigation: in the header where a floating one would cover something, floating elsewhere. */
export function QuickNavigationButton({ place }: { place: 'header' | 'floating' }) {
  const { pathname } = useLocation();
  const inHeader = useMedia(NARROW) || isConversation(pathname);
  if (inHeader !== (place === 'header')) return null;
  return (
    <button
      type="button"
      title="Quick navigation (Ctrl+K)"
      aria-label="Quick navigation"
      onClick={openPalette}
      className={cx(
        'grid size-11 place-items-center rounded-full text-ink-soft transition hover:text-ink',
        inHeader
          ? 'hover:bg-raised'
          : 'fixed right-4 bottom-[calc(1.5rem+var(--cookie-bar,0px))] z-20 bg-raised shadow-lg ring-1 ring-line',
      )}
    >
      <Search aria-hidden className="size-5" />
    </button>
  );
}

/** Closing the palette returns the focus to where it was, unless the new page has taken it. */
function useReturnedFocus(open: boolean): void {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (open) {
      opener.current = document.activeElement;
      return;
    }
    const element = opener.current;
    opener.current = null;
    if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body)
      element.focus();
  }, [open]);
}
