import { expect, it, vi } from 'vitest';
import { forgetUser } from './forget-user.ts';

it('takes away what the system shows of the user who has left: the notifications, and the number on the app', async () => {
  const close = vi.fn();
  const clearAppBadge = vi.fn(async () => {});
  const serviceWorker = { getRegistration: async () => ({ getNotifications: async () => [{ close }, { close }] }) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker, clearAppBadge }));
  forgetUser();
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2));
  expect(clearAppBadge).toHaveBeenCalledOnce();
});
