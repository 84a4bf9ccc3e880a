import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { connectNavigation } from '../lib/browser/navigation.ts';
import { PATHS } from '../lib/paths.ts';
import { trackLastActivity } from '../lib/session/last-activity.ts';
import { offerUpdates } from './boot/service-worker.ts';
import { Providers } from './providers.tsx';
import { createAppRouter, prefetchLikelyScreens } from './router/routes.tsx';

/** The router numbers the entries that it adds to the history. */
function isFirstPage(): boolean {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return idx === 0;
}

/** `fillCache` is given when the application starts without a network. */
export function App({ fillCache }: { fillCache?: ((queries: QueryClient) => void) | undefined }) {
  const [router] = useState(() => {
    const made = createAppRouter();
    connectNavigation({
      open: (to) => void made.navigate(to),
      // Where the visit began with this page, there is none before it.
      back: () => void (isFirstPage() ? made.navigate(PATHS.landing) : made.navigate(-1)),
    });
    return made;
  });
  useEffect(offerUpdates, []);
  useEffect(trackLastActivity, []);
  useEffect(prefetchLikelyScreens, []);
  return (
    <Providers fillCache={fillCache}>
      <RouterProvider router={router} />
    </Providers>
  );
}
