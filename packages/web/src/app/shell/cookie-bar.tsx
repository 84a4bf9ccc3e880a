import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/browser/storage.ts';
import { PATHS } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';

const ACCEPTED = 'accepted';

/** Shown until the visitor accepts. */
export function CookieBar() {
  const [accepted, setAccepted] = useState(() => readStored(STORAGE_KEYS.cookieConsent) === ACCEPTED);
  const bar = useRef<HTMLElement>(null);
  useReservedSpace(bar, !accepted);
  if (accepted) return null;
  function accept(): void {
    writeStored(STORAGE_KEYS.cookieConsent, ACCEPTED);
    setAccepted(true);
    toast.success('Cookie preferences saved');
  }
  return (
    <section
      ref={bar}
      aria-label="Cookies"
      className="fixed inset-x-3 bottom-20 z-30 mx-auto flex max-w-3xl animate-rise flex-col gap-3 rounded-lg bg-overlay p-4 shadow-lg ring-1 ring-line sm:flex-row sm:items-center sm:gap-6 sm:px-6 md:bottom-4"
    >
      <p className="flex-1 text-sm text-ink-soft">
        We use cookies to enhance your experience and analyse app usage.{' '}
        <Link to={PATHS.cookies} className="text-ink underline underline-offset-4">
          Cookie Policy
        </Link>
      </p>
      <Button size="sm" onClick={accept}>
        Accept
      </Button>
    </section>
  );
}

/** Space above the bar. */
const GAP_PX = 24;

/** Sets `--cookie-bar` to the height of the bar, so that the page can reserve space for it. */
function useReservedSpace(bar: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || !shown) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--cookie-bar', `${element.offsetHeight + GAP_PX}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--cookie-bar');
    };
  }, [bar, shown]);
}
