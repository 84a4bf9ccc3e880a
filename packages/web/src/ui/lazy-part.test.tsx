import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CrashBoundary } from '../app/crash/crash-boundary.tsx';
import { ErrorState } from './error-state.tsx';
import { lazyPart } from './lazy-part.tsx';
import { ToastArea } from './toast-area.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

interface PanelProps {
  open?: boolean;
}

/** The script of a panel, which fails so often. */
function panelAfter(failures: number) {
  let left = failures;
  return async (): Promise<ComponentType<PanelProps>> => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>the panel</p>;
  };
}

function page(Panel: ComponentType<PanelProps>, open = true) {
  return (
    <CrashBoundary resetKey="here">
      <h1>the page</h1>
      <Suspense>
        <Panel open={open} />
      </Suspense>
      <ToastArea />
    </CrashBoundary>
  );
}

describe('a part whose script cannot be loaded', () => {
  it('[2.36] leaves the page as it is, and a toast offers to try again', async () => {
    render(page(lazyPart(panelAfter(1))));
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('the panel')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'the page' })).toBeInTheDocument();
  });

  it('is tried again when it opens again', async () => {
    const Panel = lazyPart(panelAfter(1), () => <p>not here</p>);
    const { rerender } = render(page(Panel, true));
    await screen.findByText('not here');
    rerender(page(Panel, false));
    rerender(page(Panel, true));
    expect(await screen.findByText('the panel')).toBeInTheDocument();
  });

  it('says so in its place where the page needs it', async () => {
    render(page(lazyPart(panelAfter(2), ErrorState)));
    for (const _attempt of [1, 2]) {
      expect(await screen.findByText(/Unable to reach the server/)).toBeInTheDocument();
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try Again' })));
    }
    expect(await screen.findByText('the panel')).toBeInTheDocument();
  });
});

it('leaves the other errors of a part to the screen', async () => {
  const Broken = lazyPart(async () => (): never => {
    throw new Error('broken');
  });
  render(page(Broken));
  expect(await screen.findByText('Oops! Something went wrong')).toBeInTheDocument();
});
