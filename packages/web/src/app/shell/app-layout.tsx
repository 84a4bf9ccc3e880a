import { cx } from 'class-variance-authority';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SystemNotice } from '../../features/notifications/components/system-notice.tsx';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { useSession } from '../../lib/session/session.ts';
import { LiveUpdates } from '../live.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { CookieBar } from './cookie-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { isFullHeight, showsFooter, showsShell } from './layout.rules.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { QuickNavigation } from './quick-navigation.tsx';
import { RouteBar } from './route-bar.tsx';
import { SessionExpiryBar } from './session-expiry-bar.tsx';
import { VisitorHeader } from './visitor-header.tsx';

/** The first page after a load has no key of its own; its path is used instead. */
function scrollKey({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}

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

/** The layout around every screen. */
export function AppLayout() {
  const { pathname } = useLocation();
  useFocusOnNewScreen(pathname);
  const signedIn = useSession().status === 'signed_in';
  const me = useMe().data;
  const isLeaving = Boolean(me?.deletion_at);
  const chrome = showsShell(pathname, signedIn) && !isLeaving;
  return (
    <div className="flex min-h-dvh flex-col pb-[var(--cookie-bar,0px)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-[60] -translate-y-20 rounded-full bg-accent px-5 py-3 font-medium text-on-accent opacity-0 focus:translate-y-0 focus:opacity-100"
      >
        Skip to content
      </a>
      <RouteBar />
      <OfflineBanner />
      {signedIn && <SystemNotice />}
      <SessionExpiryBar />
      {chrome ? <Header /> : <VisitorHeader />}
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          'flex flex-1 flex-col overflow-x-clip outline-none',
          chrome && !isFullHeight(pathname) && 'pb-36 md:pb-0',
        )}
      >
        <Outlet />
      </main>
      {showsFooter(pathname, signedIn) && <Footer />}
      {chrome && <BottomTabs />}
      {chrome && <QuickNavigation />}
      {signedIn && !isLeaving && <LiveUpdates />}
      <CookieBar />
      <ScrollRestoration getKey={scrollKey} />
    </div>
  );
}
