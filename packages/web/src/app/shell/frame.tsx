import { cx } from 'class-variance-authority';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePathname } from '../../lib/browser/pathname.ts';
import { CookieBar } from './cookie-bar.tsx';
import { OfflineBanner } from './offline-banner.tsx';

/** Moves the focus to each new screen, for keyboards and screen readers; not to the first one. */
function useFocusOnNewScreen(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById('main');
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}

export interface FrameProps {
  /** What stands above the screen: bars and the header. */
  top: ReactNode;
  /** What follows the screen: footer, tabs, and what has no place of its own. */
  bottom: ReactNode;
  /** Whether there are tabs at the bottom of a phone. */
  hasTabs?: boolean;
  /** The screen fills the window and scrolls inside. */
  fullHeight?: boolean;
  /** The screen. */
  children: ReactNode;
}

/** The frame around every screen, of visitors and of signed-in users. */
export function Frame({ top, bottom, hasTabs = false, fullHeight = false, children }: FrameProps) {
  useFocusOnNewScreen(usePathname());
  return (
    <div className="flex min-h-dvh flex-col pb-[var(--cookie-bar,0px)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-[60] -translate-y-20 rounded-full bg-accent px-5 py-3 font-medium text-on-accent opacity-0 focus:translate-y-0 focus:opacity-100"
      >
        Skip to content
      </a>
      {/* At the bottom of the window, but first in the order of Tab. */}
      <CookieBar aboveTabs={hasTabs} />
      <OfflineBanner />
      {top}
      <main
        id="main"
        tabIndex={-1}
        className={cx('flex flex-1 flex-col overflow-x-clip outline-none', hasTabs && !fullHeight && 'pb-24 md:pb-0')}
      >
        {children}
      </main>
      {bottom}
    </div>
  );
}
