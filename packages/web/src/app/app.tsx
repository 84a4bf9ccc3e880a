import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { storeLastActivity } from '../lib/last-activity.ts';
import { connectNavigation } from '../lib/navigation.ts';
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
  useEffect(storeLastActivity, []);
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}
