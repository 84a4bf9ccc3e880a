import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { checkHealth } from '../../lib/api/health.ts';
import { readStored, STORAGE_KEYS } from '../../lib/browser/storage.ts';
import { applyTheme, watchTheme } from '../../lib/browser/theme.ts';
import { globalErrors } from '../../lib/errors/global-errors.ts';
import { STARTUP_MESSAGES } from '../../lib/errors/startup-messages.ts';
import { forgetUser } from '../../lib/session/forget-user.ts';
import { FullScreenLoader } from '../../ui/loaders/full-screen-loader.tsx';
import { LOADER_COPY } from '../../ui/loaders/loader.copy.ts';
import { findPublicPage, type PublicPageId } from '../router/public-pages.ts';
import { startVisitor } from '../visitor/start-visitor.tsx';
import { registerServiceWorker } from './service-worker.ts';

const RECHECK_MS = 5_000;

/**
 * Startup: loader, theme, server health check, application. Without a server it shows a screen to try again. Visitors see
 * a public page at once, before the health check.
 */
export async function start(container: HTMLElement): Promise<void> {
  globalErrors.install();
  registerServiceWorker();
  sendSignOuts();
  window.addEventListener('online', sendSignOuts);
  const publicPage = findVisitorsPage();
  if (publicPage) {
    // The session may have ended while no tab was open that could remove what belongs to it.
    forgetUser();
    applyTheme();
    watchTheme();
    const root = await startVisitor(container, publicPage, (current) => void showApp(current));
    if (!(await checkHealth()) && !canStartOffline()) await showUnavailable(root);
    return;
  }
  const root = createRoot(container);
  root.render(<FullScreenLoader message={LOADER_COPY.initialising} />);
  applyTheme();
  watchTheme();
  const application = import('../app.tsx');
  // Awaited below; this prevents an unhandled rejection before that.
  application.catch(() => {});
  if (!(await checkHealth()) && !canStartOffline()) await showUnavailable(root);
  else await showApp(root);
}

/** Tells the server of sign-outs that it has not heard of, because there was no network. */
function sendSignOuts(): void {
  if (readStored(STORAGE_KEYS.signOuts) === null) return;
  import('../../features/auth/session/sign-outs.ts').then((module) => module.sendSignOuts()).catch(() => {});
}

/** Replaces what is shown by the whole application. */
async function showApp(root: Root): Promise<void> {
  try {
    const saved = navigator.onLine ? null : import('../offline/saved-data.ts');
    const [{ App }, { prepareApp }, restore] = await Promise.all([import('../app.tsx'), import('./prepare.ts'), saved]);
    const queries = await prepareApp(restore?.restoreSavedData);
    // In short tasks: the page stays usable meanwhile.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App queries={queries} />
        </StrictMode>,
      ),
    );
  } catch (error) {
    globalErrors.capture(error, { shown: true });
    await showCrash(root, STARTUP_MESSAGES.failed);
  }
}

async function showUnavailable(root: Root): Promise<void> {
  await showCrash(root, STARTUP_MESSAGES.unavailable);
  void reloadWhenHealthy();
}

async function showCrash(root: Root, message: string): Promise<void> {
  const { UnableToConnectScreen } = await import('../crash/crash-screens.tsx');
  root.render(<UnableToConnectScreen message={message} />);
}

/** What the auth service appends to the address to which it sends a browser back. */
const AUTH_ANSWER = /[?&#](code|error|access_token|token_hash)=/;

/** The public page that a signed-out visitor has opened; undefined for everyone and everything else. */
function findVisitorsPage(): PublicPageId | undefined {
  const { hash, pathname, search } = window.location;
  const isVisitor = readStored(STORAGE_KEYS.session) === null && !AUTH_ANSWER.test(search) && !AUTH_ANSWER.test(hash);
  return isVisitor ? findPublicPage(pathname) : undefined;
}

/** Checks the server regularly and reloads the page once it is back. */
async function reloadWhenHealthy(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
  while (!(await checkHealth()));
  window.location.reload();
}

/** Offline, the installed application starts from the service worker's cache and shows the offline banner. */
function canStartOffline(): boolean {
  return !navigator.onLine && Boolean(navigator.serviceWorker?.controller);
}
