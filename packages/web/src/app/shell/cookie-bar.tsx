import { cx } from 'class-variance-authority';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/browser/storage.ts';
import { useBrowserValue } from '../../lib/hooks/use-browser-value.ts';
import { PATHS } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';

const ACCEPTED = 'accepted';
const DECLINED = 'declined';

function hasDecided(): boolean {
  return [ACCEPTED, DECLINED].includes(readStored(STORAGE_KEYS.cookieConsent) ?? '');
}

/** Shown until the visitor accepts or declines. Nothing is counted in either case: the product sets no analytics cookies. */
export function CookieBar({ aboveTabs }: { aboveTabs: boolean }) {
  const decidedBefore = useBrowserValue(hasDecided, true);
  const [decidedNow, setDecidedNow] = useState(false);
  const decided = decidedBefore || decidedNow;
  const bar = useRef<HTMLElement>(null);
  useReservedSpace(bar, !decided);
  if (decided) return null;
  function choose(choice: typeof ACCEPTED | typeof DECLINED): void {
    writeStored(STORAGE_KEYS.cookieConsent, choice);
    setDecidedNow(true);
    // The button that has the focus goes.
    document.getElementById('main')?.focus({ preventScroll: true });
    toast.success('Cookie preferences saved');
  }
  return (
    <section
      ref={bar}
      aria-label="Cookies"
      // On a wide screen beside the decisions about a suggestion, which stand at the left.
      className={cx(
        'fixed inset-x-3 z-30 mx-auto flex max-w-3xl animate-rise flex-col gap-2 rounded-lg bg-overlay px-4 py-3 shadow-lg ring-1 ring-line sm:flex-row sm:items-center sm:gap-6 sm:px-6 md:bottom-4 lg:mr-3 lg:max-w-2xl',
        aboveTabs ? 'bottom-20' : 'bottom-3',
      )}
    >
      <p className="flex-1 text-sm text-ink-soft">
        We use cookies to enhance your experience and analyse app usage.{' '}
        <Link to={PATHS.cookies} className="text-ink underline underline-offset-4">
          Cookie Policy
        </Link>
      </p>
      <div className="flex gap-3">
        <Button size="sm" variant="secondary" className="flex-1" onClick={() => choose(DECLINED)}>
          Decline
        </Button>
        <Button size="sm" className="flex-1" onClick={() => choose(ACCEPTED)}>
          Accept
        </Button>
      </div>
    </section>
  );
}

/** Space above the bar. */
const GAP_PX = 20;

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
