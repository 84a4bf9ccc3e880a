import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ConnectionContext, type ConnectionSnapshot, type ConnectionStatus } from '../../lib/realtime/connection.ts';
import { ConnectionPill } from './connection-pill.tsx';

async function pill(overrides: Partial<ConnectionSnapshot>) {
  const snapshot = {
    status: 'connected',
    quality: 'good',
    latencyMs: 230.4,
    error: null,
    queued: 0,
    ...overrides,
  } as ConnectionSnapshot;
  render(
    <ConnectionContext value={{ subscribe: () => () => {}, snapshot: () => snapshot }}>
      <ConnectionPill />
    </ConnectionContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Connection: / }));
  return within(await screen.findByRole('dialog'));
}

describe('the status pill', () => {
  it('[4.18] has one label per state', async () => {
    const states: ConnectionStatus[] = [
      'connecting',
      'authenticating',
      'connected',
      'disconnected',
      'reconnecting',
      'error',
    ];
    const labels = states.map((status) => {
      const snapshot: ConnectionSnapshot = { status, quality: 'unknown', latencyMs: null, error: null, queued: 0 };
      const { unmount } = render(
        <ConnectionContext value={{ subscribe: () => () => {}, snapshot: () => snapshot }}>
          <ConnectionPill />
        </ConnectionContext>,
      );
      const label = screen.getByRole('button').textContent;
      unmount();
      return label;
    });
    expect(new Set(labels).size).toBe(6);
  });

  it.each([
    ['excellent', 4],
    ['good', 3],
    ['fair', 2],
    ['poor', 1],
    ['unknown', 0],
  ] as const)('[4.18] the detail shows latency and, for %s quality, %i of 4 bars', async (quality, full) => {
    const detail = await pill({ quality });
    expect(detail.getByText('230 ms')).toBeInTheDocument();
    const bars = document.querySelectorAll('[data-bar]');
    expect(bars).toHaveLength(4);
    expect(document.querySelectorAll('[data-bar="full"]')).toHaveLength(full);
    expect(detail.queryByRole('button', { name: 'Refresh Page' })).not.toBeInTheDocument();
  });

  it.each(['disconnected', 'error'] as const)('[4.18] shows tips and Refresh Page when %s', async (status) => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const detail = await pill({ status, latencyMs: null, quality: 'unknown' });
    expect(detail.getByText('Unknown', { selector: 'dd.tabular-nums' })).toBeInTheDocument();
    expect(detail.getAllByRole('listitem').length).toBeGreaterThan(1);
    await userEvent.click(detail.getByRole('button', { name: 'Refresh Page' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
