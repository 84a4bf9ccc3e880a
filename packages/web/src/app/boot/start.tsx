import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { checkHealth } from '../../lib/api/health.ts';
import { applyTheme, watchTheme } from '../../lib/browser/theme.ts';
import { STARTUP_MESSAGES } from '../../lib/errors/catalogue.ts';
import { globalErrors } from '../../lib/errors/global-errors.ts';
import { FullScreenLoader } from '../../ui/loaders/full-screen-loader.tsx';
import { LOADER_COPY } from '../../ui/loaders/loader.copy.ts';
import { UnableToConnectScreen } from '../crash/crash-screens.tsx';
import { registerServiceWorker } from './service-worker.ts';

const RECHECK_MS = 5_000;

/** Loader, theme, health of the server, application; where the server is away, the way to try again. */
export async function start(container: HTMLElement): Promise<void> {
  const root = createRoot(container);
  globalErrors.install();
  registerServiceWorker();
  root.render(<FullScreenLoader message={LOADER_COPY.initialising} />);
  applyTheme();
  watchTheme();
  const application = import('../app.tsx');
  // Awaited below; a failure before that is not an unhandled one.
  application.catch(() => {});
  if (!(await checkHealth()) && !canStartOffline()) {
    root.render(<UnableToConnectScreen message={STARTUP_MESSAGES.unavailable} />);
    void reloadWhenHealthy();
    return;
  }
  try {
    const { App } = await application;
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  } catch (error) {
    globalErrors.capture(error, { shown: true });
    root.render(<UnableToConnectScreen message={STARTUP_MESSAGES.failed} />);
  }
}

/** Nobody has to press Try Again: the page looks by itself whether the server is back. */
async function reloadWhenHealthy(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
  while (!(await checkHealth()));
  window.location.reload();
}

/** Without a network the installed application still opens, with its offline banner, from what the service worker keeps. */
function canStartOffline(): boolean {
  return !navigator.onLine && Boolean(navigator.serviceWorker?.controller);
}
