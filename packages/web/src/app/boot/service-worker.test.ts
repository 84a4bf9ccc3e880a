import { afterEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { offerUpdates, registerServiceWorker, UPDATE_EVENT } from './service-worker.ts';

afterEach(() => vi.restoreAllMocks());

/** A browser's service worker container, by hand. */
function fakeContainer({ controlled }: { controlled: boolean }) {
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = Object.assign(new EventTarget(), { installing, waiting: null });
  const container = { controller: controlled ? {} : null, register: vi.fn(async () => registration) };
  return {
    container: container as unknown as ServiceWorkerContainer,
    register: container.register,
    async install() {
      await Promise.resolve();
      registration.dispatchEvent(new Event('updatefound'));
      installing.state = 'installed';
      installing.dispatchEvent(new Event('statechange'));
    },
  };
}

function listen() {
  const heard = vi.fn();
  window.addEventListener(UPDATE_EVENT, heard, { once: true });
  return heard;
}

describe('the service worker', () => {
  it('[4.10] is registered at /service-worker.js', () => {
    const { container, register } = fakeContainer({ controlled: false });
    registerServiceWorker(container, true);
    expect(register).toHaveBeenCalledWith('/service-worker.js');
  });

  it('[4.10] a new version emits an update event and offers a refresh', async () => {
    const info = vi.spyOn(toast, 'info').mockReturnValue(1);
    const stop = offerUpdates();
    const heard = listen();
    const { container, install } = fakeContainer({ controlled: true });
    registerServiceWorker(container, true);
    await install();
    expect(heard).toHaveBeenCalledOnce();
    expect(info.mock.lastCall?.[1]).toMatchObject({ action: { label: 'Refresh' } });
    stop();
  });

  it('[4.10] the first installation emits none', async () => {
    const heard = listen();
    const { container, install } = fakeContainer({ controlled: false });
    registerServiceWorker(container, true);
    await install();
    expect(heard).not.toHaveBeenCalled();
  });
});
