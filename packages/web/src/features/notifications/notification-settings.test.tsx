import { NOTIFICATION_KIND_IDS, type NotificationSettings as Settings } from '@soulsight/contract/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { NotificationSettings } from './components/notification-settings.tsx';

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
      now = body as Settings;
      return { body: now };
    },
  });
  renderWithProviders(<NotificationSettings />);
  return { ...fake, saved: () => fake.called('PUT /api/notifications/settings').map(({ body }) => body as Settings) };
}

const toggle = (name: string) => screen.findByRole('switch', { name });
const isOn = async (name: string) => (await toggle(name)).getAttribute('aria-checked') === 'true';

describe('notification settings', () => {
  it('switch each kind for each channel', async () => {
    const { saved } = settings();
    expect(await isOn('Messages: Email')).toBe(false);
    await userEvent.click(await toggle('Messages: Email'));
    expect(await isOn('Messages: Email')).toBe(true);
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]).toEqual({
      ...SETTINGS,
      kinds: { ...SETTINGS.kinds, message: { app: true, push: true, mail: true } },
    });
    expect(screen.getAllByRole('switch', { name: /: (In the app|Push|Email)$/ })).toHaveLength(
      3 * NOTIFICATION_KIND_IDS.length,
    );
  });

  it('are reverted if the server refuses them', async () => {
    const error = vi.spyOn(toast, 'retry');
    settings(SETTINGS, true);
    await userEvent.click(await toggle('Messages: Push'));
    await waitFor(() => expect(error).toHaveBeenCalled());
    expect(await isOn('Messages: Push')).toBe(true);
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
