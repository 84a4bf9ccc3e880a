import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { BrowserRouter, useNavigate } from 'react-router';
import { connectNavigation, hasPageBefore } from '../lib/browser/navigation.ts';
import { PATHS } from '../lib/paths.ts';
import { trackLastActivity } from '../lib/session/last-activity.ts';
import { offerUpdates } from './boot/service-worker.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, prefetchLikelyScreens } from './router/routes.tsx';

/** Lets links and code outside React navigate with the router. */
function Navigation() {
  const navigate = useNavigate();
  useLayoutEffect(
    () =>
      connectNavigation({
        open: (to) => void navigate(to),
        back: () => (hasPageBefore() ? window.history.back() : void navigate(PATHS.landing)),
      }),
    [navigate],
  );
  return null;
}

/** The whole application. */
export function App({ queries }: { queries: QueryClient }) {
  useEffect(offerUpdates, []);
  useEffect(trackLastActivity, []);
  useEffect(prefetchLikelyScreens, []);
  return (
    <Providers queries={queries}>
      <BrowserRouter>
        <Navigation />
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  );
}
