import { HOUR_MS } from '@soulsight/contract/time';
import { globalErrors } from '../../lib/errors/global-errors.ts';
import { toast } from '../../lib/toast.ts';
import type { PageMessage } from '../../service-worker/push.rules.ts';

const SERVICE_WORKER_PATH = '/service-worker.js';
/** Dispatched on the window when a new version is installed; `detail` is the registration. */
export const UPDATE_EVENT = 'soulsight:update';

/** Registers the service worker in production builds. */
export function registerServiceWorker(container = navigator.serviceWorker, enabled = import.meta.env.PROD): void {
  if (!enabled || !container) return;
  container
    .register(SERVICE_WORKER_PATH)
    .then((registration) => watchForUpdate(registration, container))
    .catch((error: unknown) => globalErrors.capture(error, { shown: true }));
}

/** Asks the service worker to keep the whole application for use without a network: for signed-in users. */
export async function keepWholeApp(
  container: ServiceWorkerContainer | undefined = navigator.serviceWorker,
): Promise<void> {
  const registration = await container?.ready;
  registration?.active?.postMessage({ type: 'KEEP_WHOLE_APP' } satisfies PageMessage);
}

function watchForUpdate(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
  // A tab that stays open hears of a new version, too.
  setInterval(() => registration.update().catch(() => {}), HOUR_MS);
  if (registration.waiting && container.controller) emitUpdate(registration);
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    installing?.addEventListener('statechange', () => {
      // Without a controller this is the first installation, not an update.
      if (installing.state === 'installed' && container.controller) emitUpdate(registration);
    });
  });
}

function emitUpdate(registration: ServiceWorkerRegistration): void {
  window.dispatchEvent(new CustomEvent(UPDATE_EVENT, { detail: registration }));
}

/**
 * Offers a refresh when a new version is installed, also one that was installed before this call, and when another tab has
 * activated one. Returns a function that stops it.
 */
export function offerUpdates(container: ServiceWorkerContainer | undefined = navigator.serviceWorker): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const offer = (onClick: () => void) =>
    toast.info('A new version is here', {
      id: 'update',
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Refresh', onClick },
    });
  const offerRegistered = (registration: ServiceWorkerRegistration) =>
    offer(() => activateUpdate(registration, container));
  window.addEventListener(
    UPDATE_EVENT,
    (event) => offerRegistered((event as CustomEvent<ServiceWorkerRegistration>).detail),
    { signal },
  );
  if (container?.controller) {
    container.addEventListener('controllerchange', () => offer(reload), { signal });
    void container.getRegistration().then((registration) => {
      if (registration?.waiting && !signal.aborted) offerRegistered(registration);
    });
  }
  return () => stop.abort();
}

/** Activates the waiting version and reloads the page. Where another tab has activated it, only the reload is missing. */
function activateUpdate({ waiting }: ServiceWorkerRegistration, container = navigator.serviceWorker): void {
  if (!waiting) {
    reload();
    return;
  }
  container.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
}

function reload(): void {
  window.location.reload();
}
