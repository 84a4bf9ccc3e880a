import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toast } from '../lib/toast.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { ToastArea } from './toast-area.tsx';

const failures = vi.hoisted(() => ({ left: 1 }));
vi.mock('sonner', async (load) => {
  if (failures.left-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
  return load();
});

afterEach(() => vi.useRealTimers());

it('[2.36] [4.18] without the script of the toasts the page stays, and the toasts come once it has loaded', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <>
      <h1>the page</h1>
      <ToastArea />
    </>,
  );
  toast.error('Not saved');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole('heading', { name: 'the page' })).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText('Not saved')).toBeInTheDocument();
});

it('without the script of the toasts the page says so itself, and how to get it', async () => {
  fakeServer({ 'GET /health': { body: { status: 'ok' } } });
  vi.resetModules();
  let attempts = 0;
  vi.doMock('sonner', () => {
    attempts += 1;
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { ToastArea: OtherArea } = await import('./toast-area.tsx');
  const { wantToasts } = await import('../lib/toast.ts');
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<OtherArea />);
  act(wantToasts);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please refresh the page.');
  expect(reload).not.toHaveBeenCalled();
  const refresh = screen.getByRole('button', { name: 'Refresh' });
  refresh.click();
  expect(reload).toHaveBeenCalledOnce();
  // An attempt that fails again neither says it again nor takes the focus.
  refresh.focus();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(attempts).toBe(3);
  expect(screen.getByRole('button', { name: 'Refresh' })).toBe(refresh);
  expect(refresh).toHaveFocus();
  act(() => screen.getByRole('button', { name: 'Close' }).click());
  expect(screen.queryByRole('alert')).toBeNull();
  // It is tried again, and a bar that was closed does not come back.
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(reload).toHaveBeenCalledOnce();
});
