import type { WorkerMessage } from '../../service-worker/push.rules.ts';

const TYPES: readonly WorkerMessage['type'][] = ['SHOW_PUSH', 'OPEN_PAGE', 'RENEW_PUSH'];

/** Answers the service worker: `handle` returns whether this page did what it was asked. Returns a function that stops it. */
export function onWorkerMessage(
  handle: (message: WorkerMessage) => boolean,
  container: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined = navigator.serviceWorker,
): () => void {
  const listener = (event: Event) => {
    const { data, ports } = event as MessageEvent<WorkerMessage | null>;
    if (data && TYPES.includes(data.type)) ports[0]?.postMessage(handle(data));
  };
  container?.addEventListener('message', listener);
  return () => container?.removeEventListener('message', listener);
}
