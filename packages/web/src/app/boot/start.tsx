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

/** Startup: loader, theme, server health check, application. Without a server it shows a screen to try again. */
export async function start(container: HTMLElement): Promise<void> {
  const root = createRoot(container);
  globalErrors.install();
  registerServiceWorker();
  root.render(<FullScreenLoader message={LOADER_COPY.initialising} />);
  applyTheme();
  watchTheme();
  const application = import('../app.tsx');
  // Awaited below; this prevents an unhandled rejection before that.
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
