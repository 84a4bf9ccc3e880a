import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { connectNavigation } from '../../lib/browser/navigation.ts';
import { flashRouteBar } from '../../lib/browser/route-bar.ts';
import { STORAGE_KEYS } from '../../lib/browser/storage.ts';
import { findPublicPage, PUBLIC_SCREENS, type PublicPageId } from '../router/public-pages.ts';
import { VisitorApp } from './visitor-app.tsx';

export interface VisitorOptions {
  /** Replaces the page by the whole application: on the way to another page, or once somebody signs in in another tab. */
  showApp: (root: Root) => void;
  /** Replaces the page after an error. */
  showOops: (root: Root, error: unknown) => void;
}

/** Whether the build has rendered the page that the container shows. */
export function isPrerendered(container: HTMLElement): boolean {
  return container.childElementCount > 0 && !container.querySelector('[data-loader]');
}

/**
 * Shows a public page without the rest of the application, over the page's prerendered content where there is any.
 * Another public page is loaded as a document.
 * @throws ChunkLoadError
 */
export async function startVisitor(
  container: HTMLElement,
  page: PublicPageId,
  { showApp, showOops }: VisitorOptions,
): Promise<void> {
  const left = new AbortController();
  const Screen = await PUBLIC_SCREENS[page]();
  const app = <VisitorApp Screen={Screen} pathname={window.location.pathname} />;
  const onUncaughtError = (error: unknown) => showOops(root, error);
  const isHydrated = isPrerendered(container);
  const root = isHydrated ? hydrate(container, app, onUncaughtError) : createRoot(container, { onUncaughtError });
  if (!isHydrated) root.render(app);

  function leave(): void {
    if (left.signal.aborted) return;
    left.abort();
    connectNavigation({});
    showApp(root);
  }
  connectNavigation({
    open(to) {
      flashRouteBar();
      if (findPublicPage(new URL(to, window.location.href).pathname)) return window.location.assign(to);
      window.history.pushState(null, '', to);
      leave();
    },
  });
  const { signal } = left;
  window.addEventListener('storage', ({ key, newValue }) => key === STORAGE_KEYS.session && newValue && leave(), {
    signal,
  });
  window.addEventListener('popstate', leave, { signal });
  fetchAppAhead(signal);
}

/** In short tasks: the page can be read and scrolled meanwhile. */
function hydrate(container: HTMLElement, app: ReactNode, onUncaughtError: (error: unknown) => void): Root {
  let root: Root | undefined;
  startTransition(() => {
    root = hydrateRoot(container, app, { onUncaughtError });
  });
  return root as Root;
}

/** Loads the whole application once a visitor points at a link that leads into it. */
function fetchAppAhead(signal: AbortSignal): void {
  const fetchAhead = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || findPublicPage(link.pathname)) return;
    void import('../app.tsx').catch(() => {});
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    window.addEventListener(type, fetchAhead, { signal, passive: true });
  }
}
