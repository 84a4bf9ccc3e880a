import {
  changeSettings,
  getPushKey,
  NOTIFICATION_KIND_IDS,
  type NotificationSettingsChange,
  postPushSubscription,
  type NotificationSettings as Settings,
} from '@soulsight/contract/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { abortCalls } from '../../lib/api/api.ts';
import { STORAGE_KEYS } from '../../lib/browser/storage.ts';
import { toast } from '../../lib/toast.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { MY_ID } from '../../testing/ids.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { NotificationSettings } from './components/notification-settings.tsx';
import { enablePush } from './notification-settings.api.ts';

const CHANNELS = { app: true, push: true, mail: false };
const SETTINGS: Settings = {
  kinds: Object.fromEntries(NOTIFICATION_KIND_IDS.map((kind) => [kind, CHANNELS])) as Settings['kinds'],
  quiet_hours: null,
};

function settings(start: Settings = SETTINGS, refused = false) {
  let now = start;
  const fake = fakeServer({
    'GET /api/notifications/settings': () => ({ body: now }),
    'PUT /api/notifications/settings': (body) => {
      if (refused) return { status: 500, body: {} };
      now = changeSettings(now, body as NotificationSettingsChange);
      return { body: now };
    },
  });
  const { unmount } = renderWithProviders(<NotificationSettings />);
  return {
    ...fake,
    unmount,
    saved: () => fake.called('PUT /api/notifications/settings').map(({ body }) => body as NotificationSettingsChange),
    changeElsewhere: (change: NotificationSettingsChange) => {
      now = changeSettings(now, change);
    },
  };
}

const toggle = <T extends HTMLElement>(name: string) => screen.findByRole<T>('switch', { name });
const isOn = async (name: string) => (await toggle<HTMLInputElement>(name)).checked;

/** A browser with web push. The user is asked for permission until `grant`; the server then takes the subscription. */
function pushBrowser() {
  const permission = Promise.withResolvers<NotificationPermission>();
  const keys = { p256dh: 'p', auth: 'a' };
  const push = { endpoint: 'https://push.example/1', toJSON: () => ({ keys }) };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { requestPermission: () => permission.promise, permission: 'default' });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: Promise.resolve({ pushManager: { subscribe: async () => push } }),
      getRegistration: async () => undefined,
    },
  });
  const fake = fakeServer({
    [`GET ${getPushKey.path}`]: { body: { key: 'key' } },
    [`POST ${postPushSubscription.path}`]: { body: { ok: true } },
  });
  return { ...fake, grant: () => permission.resolve('granted') };
}

describe('web push', () => {
  it('is turned on for the user who asked for it, not for one who has signed in meanwhile', async () => {
    const own = pushBrowser();
    const enabled = enablePush(MY_ID);
    own.grant();
    expect(await enabled).toBe(true);
    expect(own.calls.map(({ request }) => request)).toEqual([
      `GET ${getPushKey.path}`,
      `POST ${postPushSubscription.path}`,
    ]);
    localStorage.clear();

    const left = pushBrowser();
    const late = expect(enablePush(MY_ID)).rejects.toThrow(/abort/i);
    abortCalls();
    left.grant();
    await late;
    expect([left.calls, localStorage.getItem(STORAGE_KEYS.push)]).toEqual([[], null]);
  });
});

describe('notification settings', () => {
  it('switch each kind for each channel', async () => {
    const { saved } = settings();
    expect(await isOn('Messages: Email')).toBe(false);
    await userEvent.click(await toggle('Messages: Email'));
    expect(await isOn('Messages: Email')).toBe(true);
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]).toEqual({ kinds: { message: { mail: true } } });
    expect(screen.getAllByRole('switch', { name: /: (In the app|Push|Email)$/ })).toHaveLength(
      3 * NOTIFICATION_KIND_IDS.length,
    );
  });

  it('say whether this device gets push notifications', async () => {
    const none = settings();
    expect(await screen.findByText(/^This browser cannot show push notifications: “Push” below/)).toBeInTheDocument();
    none.unmount();
    pushBrowser();
    settings();
    expect(await isOn('Notifications on this device')).toBe(false);
    expect(screen.getByText(/^This device gets none: “Push” below/)).toBeInTheDocument();
  });

  it('say which emails are always sent, and what an unsubscribe leaves on', async () => {
    settings();
    await toggle('Messages: Email');
    expect(screen.getByText(/^Receipts, .* always reach you/)).toHaveTextContent(
      /unsubscribe link .* except for Subscription, Safety and Account/,
    );
  });

  it('show what changed elsewhere, such as by the link in an email, and leave it', async () => {
    const { saved, changeElsewhere } = settings();
    await toggle('Messages: Email');
    changeElsewhere({ kinds: { like: { push: false } } });
    await userEvent.click(await toggle('Messages: Email'));
    await waitFor(async () => expect(await isOn('Likes that people show you: Push')).toBe(false));
    expect(saved()).toEqual([{ kinds: { message: { mail: true } } }]);
  });

  it('are reverted if the server refuses them', async () => {
    const error = vi.spyOn(toast, 'retry');
    settings(SETTINGS, true);
    await userEvent.click(await toggle('Messages: Push'));
    await waitFor(() => expect(error).toHaveBeenCalled());
    expect(await isOn('Messages: Push')).toBe(true);
  });

  it('show what is saved when two changes in a row are refused', async () => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    settings(SETTINGS, true);
    const answer = globalThis.fetch;
    let sent = 0;
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (args[1]?.method === 'PUT') await answers[sent++]?.promise;
      return answer(...args);
    });
    await userEvent.click(await toggle('Messages: Push'));
    await userEvent.click(await toggle('Messages: Email'));
    for (const { resolve } of answers) resolve();
    await waitFor(() => expect(sent).toBe(2));
    await waitFor(async () => expect(await isOn('Messages: Email')).toBe(false));
    await waitFor(async () => expect(await isOn('Messages: Push')).toBe(true));
  });

  it('have quiet hours, from evening to morning by default', async () => {
    const { saved } = settings();
    await userEvent.click(await toggle('Quiet hours'));
    await waitFor(() => expect(saved()[0]?.quiet_hours).toEqual({ from: '22:00', to: '08:00' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '21:30' } });
    await waitFor(() => expect(saved()[1]?.quiet_hours).toEqual({ from: '21:30', to: '08:00' }));
    await userEvent.click(await toggle('Quiet hours'));
    await waitFor(() => expect(saved()[2]?.quiet_hours).toBeNull());
  });
});
