import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { offerUpdates, registerServiceWorker, UPDATE_EVENT } from './service-worker.ts';

// The page asks for updates as long as it is open.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A browser's service worker container, by hand. */
function fakeContainer({ controlled }: { controlled: boolean }) {
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = Object.assign(new EventTarget(), {
    installing,
    waiting: null as { postMessage: (message: unknown) => void } | null,
  });
  const postMessage = vi.fn();
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? {} : null,
    register: vi.fn(async () => registration),
    getRegistration: async () => registration,
  });
  return {
    container: container as unknown as ServiceWorkerContainer,
    register: container.register,
    postMessage,
    async install() {
      await Promise.resolve();
      registration.waiting = { postMessage };
      registration.dispatchEvent(new Event('updatefound'));
      installing.state = 'installed';
      installing.dispatchEvent(new Event('statechange'));
    },
    /** Here or in another tab. */
    activate() {
      registration.waiting = null;
      container.dispatchEvent(new Event('controllerchange'));
    },
  };
}

/** What the user is offered, and a press on Refresh. */
function spyOnOffers() {
  const info = vi.spyOn(toast, 'info').mockReturnValue(1);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  return { info, reload, refresh: () => info.mock.lastCall?.[1]?.action?.onClick() };
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

  it('[4.10] a new version that installs while the application is open emits an update event and offers a refresh', async () => {
    const { info, reload, refresh } = spyOnOffers();
    const heard = listen();
    const { container, install, activate, postMessage } = fakeContainer({ controlled: true });
    registerServiceWorker(container, true);
    const stop = offerUpdates(container);
    await install();
    expect(heard).toHaveBeenCalledOnce();
    expect(info.mock.lastCall?.[1]).toMatchObject({ action: { label: 'Refresh' } });
    refresh();
    expect(postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).not.toHaveBeenCalled();
    activate();
    expect(reload).toHaveBeenCalledOnce();
    stop();
  });

  it('[4.10] a new version that was installed before the application started is offered', async () => {
    const { info, refresh } = spyOnOffers();
    const { container, install, postMessage } = fakeContainer({ controlled: true });
    registerServiceWorker(container, true);
    await install();
    expect(info).not.toHaveBeenCalled();
    const stop = offerUpdates(container);
    await vi.waitFor(() => expect(info).toHaveBeenCalledOnce(), 30_000);
    refresh();
    expect(postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    stop();
  });

  it('[4.10] once another tab has activated the new version, Refresh reloads', async () => {
    const { info, reload, refresh } = spyOnOffers();
    const { container, install, activate } = fakeContainer({ controlled: true });
    registerServiceWorker(container, true);
    const stop = offerUpdates(container);
    await install();
    const fromBefore = info.mock.lastCall?.[1]?.action?.onClick;
    info.mockClear();
    activate();
    expect(info).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    refresh();
    fromBefore?.();
    expect(reload).toHaveBeenCalledTimes(2);
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
