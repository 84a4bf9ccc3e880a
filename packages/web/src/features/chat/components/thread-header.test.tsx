import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ConnectionContext } from '../../../lib/realtime/connection.ts';
import { buildConversation } from '../../../testing/build-match.ts';
import { createTestProviders, renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { ThreadHeader } from './thread-header.tsx';

it('says that somebody is here only while there is a connection to know it by', () => {
  const around = createTestProviders();
  renderWithProviders(
    <ConnectionContext value={around.realtime.client}>
      <ThreadHeader conversation={buildConversation({ online: true })} reveal={null} actions={null} />
    </ConnectionContext>,
    around,
  );
  expect(screen.queryByText('Here now')).not.toBeInTheDocument();
  act(() => void around.realtime.connect());
  expect(screen.getByText('Here now')).toBeDefined();
  act(() => around.realtime.lastSocket().serverCloses(1006));
  expect(screen.queryByText('Here now')).not.toBeInTheDocument();
});
