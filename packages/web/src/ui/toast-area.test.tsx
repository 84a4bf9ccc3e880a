import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';

/** Loads the area again; the first `failures` attempts to load the script of the toasts fail. */
async function loadArea(failures: number) {
  vi.resetModules();
  const script = vi.fn(async () => {
    if (script.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return vi.importActual<object>('sonner');
  });
  vi.doMock('sonner', script);
  const { ToastArea } = await import('./toast-area.tsx');
  return { script, ToastArea, ...(await import('../lib/toast.ts')) };
}

afterEach(() => vi.useRealTimers());

it('[2.36] [4.18] while the script of the toasts cannot load, the page works; the toasts appear once it has loaded', async () => {
  const { ToastArea, toast } = await loadArea(1);
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

it('when the script of the toasts keeps failing, a bar asks the user to refresh the page', async () => {
  fakeServer({ 'GET /health': { body: { status: 'ok' } } });
  const { script, ToastArea, wantToasts } = await loadArea(Number.POSITIVE_INFINITY);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<ToastArea />);
  act(wantToasts);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please refresh the page.');
  expect(reload).not.toHaveBeenCalled();
  const refresh = screen.getByRole('button', { name: 'Refresh' });
  refresh.click();
  expect(reload).toHaveBeenCalledOnce();
  // A further failed attempt neither repeats the bar nor takes the focus.
  refresh.focus();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(script).toHaveBeenCalledTimes(3);
  expect(screen.getByRole('button', { name: 'Refresh' })).toBe(refresh);
  expect(refresh).toHaveFocus();
  act(() => screen.getByRole('button', { name: 'Close' }).click());
  expect(screen.queryByRole('alert')).toBeNull();
  // The next attempt fails too, and a bar that was closed does not come back.
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(reload).toHaveBeenCalledOnce();
});

it('the focus returns to the page after Retry and after a toast closes, also while another toast stands', async () => {
  const { ToastArea, toast } = await loadArea(0);
  const onRetry = vi.fn();
  render(
    <>
      <main id="main" tabIndex={-1}>
        <button type="button">Save</button>
      </main>
      <ToastArea />
    </>,
  );
  toast.info('Another one', { duration: 600_000 });
  toast.retry('Not saved', onRetry);
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  retry.focus();
  act(() => retry.click());
  expect(onRetry).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(save).toHaveFocus(), 20_000);
  expect(screen.getByText('Another one')).toBeInTheDocument();
  // The button that had the focus before is gone, so the focus goes to the page.
  toast.retry('Not sent', onRetry, { label: 'Send again' });
  const again = await screen.findByRole('button', { name: 'Send again' });
  again.focus();
  save.remove();
  act(() => again.click());
  await vi.waitFor(() => expect(screen.getByRole('main')).toHaveFocus(), 20_000);
  // Toasts are removed once they have faded.
  await vi.waitFor(() => expect(screen.queryByText(/^Not/)).toBeNull(), 20_000);
});
