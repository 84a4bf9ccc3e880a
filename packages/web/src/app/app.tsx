import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { connectNavigation } from '../lib/browser/navigation.ts';
import { trackLastActivity } from '../lib/session/last-activity.ts';
import { offerUpdates } from './boot/service-worker.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router/routes.tsx';

export function App() {
  const [router] = useState(() => {
    const made = createAppRouter();
    connectNavigation((to) => void made.navigate(to));
    return made;
  });
  useEffect(offerUpdates, []);
  useEffect(trackLastActivity, []);
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}
