import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ConnectionContext } from '../../../lib/realtime/connection.ts';
import { buildConversation } from '../../../testing/build-match.ts';
import { createTestProviders, renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { ThreadHeader } from './thread-header.tsx';

it('shows the other user as online only while connected', () => {
  const around = createTestProviders();
  renderWithProviders(
    <ConnectionContext value={around.realtime.client}>
      <ThreadHeader conversation={buildConversation({ online: true })} reveal={null} actions={null} />
    </ConnectionContext>,
    around,
  );
  expect(screen.queryByText('Online')).not.toBeInTheDocument();
  act(() => void around.realtime.connect());
  expect(screen.getByText('Online')).toBeInTheDocument();
  act(() => around.realtime.lastSocket().serverCloses(1006));
  expect(screen.queryByText('Online')).not.toBeInTheDocument();
});
