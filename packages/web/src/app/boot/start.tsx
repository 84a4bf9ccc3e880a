import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { checkHealth } from '../../lib/api/health.ts';
import { isAuthAnswer } from '../../lib/browser/auth-answer.ts';
import { countPage } from '../../lib/browser/navigation.ts';
import { readStored, STORAGE_KEYS } from '../../lib/browser/storage.ts';
import { applyTheme, watchTheme } from '../../lib/browser/theme.ts';
import { globalErrors } from '../../lib/errors/global-errors.ts';
import { STARTUP_MESSAGES } from '../../lib/errors/startup-messages.ts';
import { forgetUser } from '../../lib/session/forget-user.ts';
import { FullScreenLoader } from '../../ui/loaders/full-screen-loader.tsx';
import { LOADER_COPY } from '../../ui/loaders/loader.copy.ts';
import { OopsScreen, UnableToConnectScreen } from '../crash/crash-screens.tsx';
import { findPublicPage, type PublicPageId } from '../router/public-pages.ts';
import { isPrerendered, startVisitor } from '../visitor/start-visitor.tsx';
import { registerServiceWorker } from './service-worker.ts';

const RECHECK_MS = 5_000;

/**
 * Startup: loader, theme, server health check, application. Without a server it shows a screen to try again. Visitors see
 * a public page at once, whatever the server answers: what they read and type there stays, and the application checks when it
 * takes over.
 */
export async function start(container: HTMLElement): Promise<void> {
  globalErrors.install();
  countPage();
  registerServiceWorker();
  sendSignOuts();
  window.addEventListener('online', sendSignOuts);
  const publicPage = findVisitorsPage();
  if (publicPage) {
    // The session may have ended while no tab was open that could remove what belongs to it.
    forgetUser();
    applyTheme();
    watchTheme();
    await showVisitorsPage(container.querySelector<HTMLElement>('[data-visitor]') ?? container, publicPage);
    return;
  }
  const root = createRoot(container, { onUncaughtError });
  // The built page already shows a loading screen; the sign-in is one for visitors.
  if (!container.querySelector(isVisitor() ? '[data-loader]' : '[data-loader=""]'))
    root.render(<FullScreenLoader message={LOADER_COPY.initialising} />);
  applyTheme();
  watchTheme();
  const application = import('../app.tsx');
  // Awaited below; this prevents an unhandled rejection before that.
  application.catch(() => {});
  if (!needsServer() || (await checkHealth()) || canStartOffline()) await showApp(root);
  else showUnavailable(root);

  function onUncaughtError(error: unknown): void {
    showOops(root, error);
  }
}

/** Public pages can be read without it, and one of them says how the servers are. */
function needsServer(): boolean {
  return isAuthAnswer() || !findPublicPage(window.location.pathname);
}

async function showVisitorsPage(container: HTMLElement, page: PublicPageId): Promise<void> {
  let isHealthy: boolean | undefined;
  const health = checkHealth();
  void health.then((ok) => {
    isHealthy = ok;
  });
  async function leave(root: Root): Promise<void> {
    const mayStart = () => isHealthy || !needsServer() || canStartOffline();
    if (!mayStart()) {
      root.render(<FullScreenLoader message={LOADER_COPY.initialising} />);
      // A server that did not answer when the page opened may do so now.
      isHealthy = await (isHealthy === undefined ? health : checkHealth());
    }
    if (mayStart()) await showApp(root);
    else showUnavailable(root);
  }
  try {
    await startVisitor(container, page, { showApp: (root) => void leave(root), showOops });
  } catch (error) {
    globalErrors.capture(error, { shown: true });
    // A prerendered page can be read without its script.
    if (!isPrerendered(container)) showCrash(createRoot(container), STARTUP_MESSAGES.failed);
  }
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
    showCrash(root, STARTUP_MESSAGES.failed);
  }
}

function showUnavailable(root: Root): void {
  showCrash(root, STARTUP_MESSAGES.unavailable);
  void reloadWhenHealthy();
}

function showCrash(root: Root, message: string): void {
  root.render(<UnableToConnectScreen message={message} />);
}

/** Replaces everything: the error came from outside every boundary. */
function showOops(root: Root, error: unknown): void {
  globalErrors.capture(error, { shown: true });
  root.render(<OopsScreen onRetry={() => window.location.reload()} />);
}

/** The public page that a signed-out visitor has opened; undefined for everyone and everything else. */
function findVisitorsPage(): PublicPageId | undefined {
  return isVisitor() ? findPublicPage(window.location.pathname) : undefined;
}

function isVisitor(): boolean {
  return readStored(STORAGE_KEYS.session) === null && !isAuthAnswer();
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
