import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { BrowserRouter, useNavigate } from 'react-router';
import { connectNavigation } from '../lib/browser/navigation.ts';
import { PATHS } from '../lib/paths.ts';
import { trackLastActivity } from '../lib/session/last-activity.ts';
import { offerUpdates } from './boot/service-worker.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, prefetchLikelyScreens } from './router/routes.tsx';

/** The router numbers the entries that it adds to the history. */
function isFirstPage(): boolean {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return idx === 0;
}

/** Lets links and code outside React navigate with the router. */
function Navigation() {
  const navigate = useNavigate();
  useLayoutEffect(
    () =>
      connectNavigation({
        open: (to) => void navigate(to),
        // Where the visit began with this page, there is none before it.
        back: () => void (isFirstPage() ? navigate(PATHS.landing) : navigate(-1)),
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
