import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, withChunkTimeout } from '../../lib/errors/chunk-load.ts';
import { lateScript } from '../../ui/late-script.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { ConnectionLostScreen, OopsScreen, UnableToConnectScreen } from './crash-screens.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.useRealTimers());

function Broken({ error }: { error: Error }): never {
  throw error;
}

describe('crash screens', () => {
  it("[2.36] 'Oops! Something went wrong' has Try Again", async () => {
    const onRetry = vi.fn();
    render(<OopsScreen onRetry={onRetry} />);
    expect(screen.getByRole('heading').textContent).toBe('Oops! Something went wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("[2.36] 'Connection Lost' has Reconnect, which goes to /", async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    render(<ConnectionLostScreen />);
    expect(screen.getByRole('heading').textContent).toBe('Connection Lost');
    await userEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
    expect(assign).toHaveBeenCalledWith('/');
  });

  it("[2.35] 'Unable to Connect' has Try Again, which reloads", async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    render(<UnableToConnectScreen message="Later." />);
    expect(screen.getByRole('heading').textContent).toBe('Unable to Connect');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  function crashing(error: Error) {
    render(
      <CrashBoundary resetKey="here">
        <Broken error={error} />
      </CrashBoundary>,
    );
  }

  it('[2.36] a screen that throws is replaced by Oops', async () => {
    crashing(new Error('broken'));
    expect(await screen.findByText('Oops! Something went wrong')).toBeInTheDocument();
  });

  it('[2.36] a crashed screen leaves the frame its only main element', () => {
    render(
      <main>
        <CrashBoundary resetKey="here" inFrame>
          <Broken error={new Error('broken')} />
        </CrashBoundary>
      </main>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Oops! Something went wrong');
    expect(document.querySelectorAll('main')).toHaveLength(1);
  });

  it('[2.36] a screen that failed to load is replaced by Connection Lost', async () => {
    crashing(new ChunkLoadError(new Error('no network')));
    expect(await screen.findByText('Connection Lost')).toBeInTheDocument();
  });
});

describe('loading a screen', () => {
  it('[9.12] gives up after 120 s', async () => {
    vi.useFakeTimers();
    const load = withChunkTimeout(new Promise(() => {}));
    const failed = vi.fn();
    load.catch(failed);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed.mock.lastCall?.[0]).toBeInstanceOf(ChunkLoadError);
  });

  it('shows Connection Lost when the script fails, until the user goes to another page', async () => {
    const load = vi.fn(
      () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')) as Promise<{ X: () => null }>,
    );
    const Screen = lateScript(load, 'X').find();
    const at = (place: string, page: ReactNode) => (
      <CrashBoundary resetKey={place}>
        <Suspense fallback="...">{page}</Suspense>
      </CrashBoundary>
    );
    const { rerender } = render(at('here', <Screen />));
    expect(await screen.findByText('Connection Lost')).toBeInTheDocument();
    expect(load).toHaveBeenCalledOnce();
    rerender(at('elsewhere', <p>another page</p>));
    expect(screen.getByText('another page')).toBeInTheDocument();
  });
});
