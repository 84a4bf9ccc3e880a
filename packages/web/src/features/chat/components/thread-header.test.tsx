import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ConnectionContext } from '../../../lib/realtime/connection.ts';
import { buildConversation } from '../../../lib/testing/people.ts';
import { renderIn, surroundings } from '../../../lib/testing/render.tsx';
import { ThreadHeader } from './thread-header.tsx';

it('says that somebody is here only while there is a connection to know it by', () => {
  const around = surroundings();
  renderIn(
    <ConnectionContext value={around.world.client}>
      <ThreadHeader conversation={buildConversation({ online: true })} reveal={null} actions={null} />
    </ConnectionContext>,
    around,
  );
  expect(screen.queryByText('Here now')).toBeNull();
  act(() => void around.world.connect());
  expect(screen.getByText('Here now')).toBeDefined();
  act(() => around.world.last().drops(1006));
  expect(screen.queryByText('Here now')).toBeNull();
});
