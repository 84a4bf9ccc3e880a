import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { extendNavigator } from '../../testing/extend-navigator.ts';
import { forgetUser } from './forget-user.ts';

it('takes away what the system shows of the user who has left: the notifications, and the number on the app', async () => {
  const close = vi.fn();
  const clearAppBadge = vi.fn(async () => {});
  const serviceWorker = { getRegistration: async () => ({ getNotifications: async () => [{ close }, { close }] }) };
  extendNavigator({ serviceWorker, clearAppBadge });
  forgetUser();
  await waitFor(() => expect(close).toHaveBeenCalledTimes(2));
  expect(clearAppBadge).toHaveBeenCalledOnce();
});
