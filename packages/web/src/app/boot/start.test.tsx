import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { start } from './start.tsx';

vi.mock('../app.tsx', () => ({ App: () => <p>the application</p> }));

let container: HTMLElement;
beforeEach(() => {
  container = document.createElement('div');
  document.body.append(container);
});
afterEach(() => {
  container.remove();
  vi.doUnmock('../app.tsx');
});

describe('startup', () => {
  it('[4.9] [2.34] loader, theme, health check, application, in this order', async () => {
    const seen: string[] = [];
    const answered = Promise.withResolvers<void>();
    const server = fakeServer({ 'GET /health': { body: { status: 'ok' } } });
    const original = fetch;
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      seen.push(`health while theme is ${document.documentElement.dataset.theme}`);
      await answered.promise;
      return original(...args);
    });
    let starting: Promise<void> = Promise.resolve();
    await act(async () => {
      starting = start(container);
    });
    expect(container.textContent).toBe('Waking Soulsight...');
    expect(seen).toEqual(['health while theme is dark']);
    answered.resolve();
    await act(() => starting);
    await waitFor(() => expect(container.textContent).toBe('the application'));
    expect(server.calls.map((call) => call.request)).toEqual(['GET /health']);
  });

  it.each(['network failure', { status: 503, body: {} }] as const)(
    "[4.9] [2.35] shows 'Unable to Connect' after %j",
    async (answer) => {
      fakeServer({ 'GET /health': answer });
      await act(() => start(container));
      expect(screen.getByRole('heading').textContent).toBe('Unable to Connect');
      expect(container.textContent).toMatch(/servers are currently unavailable.*try again later/);
      expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
    },
  );
});
