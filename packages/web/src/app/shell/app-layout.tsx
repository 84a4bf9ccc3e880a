import { Outlet, useLocation } from 'react-router';
import { SystemNotice } from '../../features/notifications/components/system-notice.tsx';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { PathnameContext } from '../../lib/browser/pathname.ts';
import { useSession } from '../../lib/session/session.ts';
import { LiveUpdates } from '../live.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { Footer } from './footer.tsx';
import { Frame } from './frame.tsx';
import { Header } from './header.tsx';
import { isFullHeight, showsFooter, showsShell } from './layout.rules.ts';
import { QuickNavigation, QuickNavigationButton } from './quick-navigation.tsx';
import { RouteBar } from './route-bar.tsx';
import { ScrollMemory } from './scroll-memory.tsx';
import { SessionExpiryBar } from './session-expiry-bar.tsx';
import { VisitorHeader } from './visitor-header.tsx';

/** The layout around every screen of the whole application. */
export function AppLayout() {
  const { pathname } = useLocation();
  const signedIn = useSession().status === 'signed_in';
  const isLeaving = Boolean(useMe().data?.deletion_at);
  const chrome = showsShell(pathname, signedIn) && !isLeaving;
  return (
    <PathnameContext value={pathname}>
      <Frame
        hasTabs={chrome}
        fullHeight={isFullHeight(pathname)}
        top={
          <>
            <RouteBar />
            {signedIn && <SystemNotice />}
            <SessionExpiryBar />
            {chrome ? <Header /> : <VisitorHeader />}
          </>
        }
        bottom={
          <>
            {showsFooter(pathname, signedIn) && <Footer />}
            {chrome && <BottomTabs />}
            {chrome && <QuickNavigation />}
            {chrome && <QuickNavigationButton place="floating" />}
            {signedIn && !isLeaving && <LiveUpdates />}
            <ScrollMemory />
          </>
        }
      >
        <Outlet />
      </Frame>
    </PathnameContext>
  );
}
