import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSession } from '../../../lib/session/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { SessionProvider } from './session-provider.tsx';

vi.mock('./load-auth-client.ts', () => ({ loadAuthClient: async () => Promise.reject(new Error('No such script')) }));

function Status() {
  return <p>{useSession().status}</p>;
}

it.each([
  ['a visitor', ''],
  ['a user who comes back from a provider', '?code=abc'],
])('without the script of the auth client, %s is told that the service cannot be reached', async (_, search) => {
  window.history.replaceState(null, '', `/login${search}`);
  fakeServer({});
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <Status />
      </SessionProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('unreachable')).toBeInTheDocument();
});
