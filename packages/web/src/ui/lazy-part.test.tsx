import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, Suspense, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CrashBoundary } from '../app/crash/crash-boundary.tsx';
import { fakeServer } from '../testing/fake-server.ts';
import { ErrorState } from './error-state.tsx';
import { lazyPart } from './lazy-part.tsx';
import { ToastArea } from './toast-area.tsx';

const HEALTHY = { 'GET /health': { body: { status: 'ok' } } };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeServer(HEALTHY);
});

interface PanelProps {
  open?: boolean;
  onClose?: () => void;
}

/** The script of a panel, which fails this many times. */
function panelAfter(failures: number) {
  let left = failures;
  return async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { Panel };
  };
}

function Opener({ Part, stays }: { Part: ComponentType<PanelProps>; stays: boolean }) {
  const [open, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const show = () => {
    setOpen(true);
    setWanted(true);
  };
  return (
    <>
      <button type="button" onClick={show}>
        Report
      </button>
      <Suspense>{(open || (stays && isWanted)) && <Part open={open} onClose={() => setOpen(false)} />}</Suspense>
      <ToastArea />
    </>
  );
}

function Panel({ open = true }: PanelProps) {
  return open && <p>the panel</p>;
}

function BrokenPanel(_: PanelProps): never {
  throw new Error('broken');
}

function page(Part: ComponentType<PanelProps>) {
  return (
    <CrashBoundary resetKey="here">
      <h1>the page</h1>
      <Suspense>
        <Part />
      </Suspense>
      <ToastArea />
    </CrashBoundary>
  );
}

describe('a part whose script cannot be loaded', () => {
  it('[2.36] leaves the page as it is, and a toast offers to try again', async () => {
    render(page(lazyPart(panelAfter(1), 'Panel')));
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('the panel')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'the page' })).toBeInTheDocument();
  });

  it.each([
    ['in the page', true],
    ['only while it is open', false],
  ])('is tried again when its button is pressed again (a part that is %s)', async (_, stays) => {
    render(<Opener Part={lazyPart(panelAfter(1), 'Panel')} stays={stays} />);
    const button = screen.getByRole('button', { name: 'Report' });
    fireEvent.click(button);
    await screen.findByRole('button', { name: 'Retry' });
    fireEvent.click(button);
    expect(await screen.findByText('the panel')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  });

  it('that cannot be loaded twice offers to refresh the page, and says what that costs', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    render(page(lazyPart(panelAfter(9), 'Panel')));
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    const refresh = await screen.findByRole('button', { name: 'Refresh' });
    expect(screen.getByText(/Anything you typed here and didn't save will be lost/)).toBeInTheDocument();
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(refresh);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('that cannot be loaded while the server does not answer is only tried again', async () => {
    fakeServer({ 'GET /health': 'network failure' });
    render(page(lazyPart(panelAfter(2), 'Panel')));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
      for (const button of screen.queryAllByRole('button', { name: 'Retry' })) fireEvent.click(button);
      expect(screen.getByText('the panel')).toBeInTheDocument();
    });
  });

  it.each([
    ['was not opened by the user stays', {}, 0],
    ['the user has opened closes', { open: true }, 1],
  ])('that %s when the user presses something else', async (_, opened, closed) => {
    const Part = lazyPart(panelAfter(1), 'Panel');
    const onClose = vi.fn();
    render(
      <Suspense>
        <Part onClose={onClose} {...opened} />
        <ToastArea />
      </Suspense>,
    );
    await screen.findByRole('button', { name: 'Retry' });
    fireEvent.click(document.body);
    expect(onClose).toHaveBeenCalledTimes(closed);
  });

  it('says so in its place where the page needs it', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    render(page(lazyPart(panelAfter(2), 'Panel', ErrorState)));
    expect(await screen.findByText(/Unable to reach the server/)).toBeInTheDocument();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try Again' })));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' })));
    expect(reload).toHaveBeenCalledOnce();
  });
});

it('leaves the other errors of a part to the screen', async () => {
  const Broken = lazyPart(async () => ({ BrokenPanel }), 'BrokenPanel');
  render(page(Broken));
  expect(await screen.findByText('Oops! Something went wrong')).toBeInTheDocument();
});
