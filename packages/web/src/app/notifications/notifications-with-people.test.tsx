import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildMatches } from '../../testing/build-match.ts';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import type { FakeAnswer } from '../../testing/fake-server.ts';
import { MATCH_ID, testUuid } from '../../testing/ids.ts';
import { renderApp } from '../../testing/render-app.tsx';

const MATCHES = {
  body: buildMatches(),
};

/** Opens the page; the matches are answered last. */
async function openWith(matches: FakeAnswer) {
  const loaded = Promise.withResolvers<FakeAnswer>();
  const notification = {
    id: testUuid(1),
    kind: 'reveal',
    title: 'Someone wants to reveal more',
    body: 'Have a look.',
    href: `/reveal/${MATCH_ID}`,
    created_at: new Date().toISOString(),
    read: false,
  };
  const { server } = renderApp('/notifications', {
    session: buildSession(),
    me: buildMe(),
    answers: {
      'GET /api/notifications': { body: { notifications: [notification], unread: 1, next_cursor: null } },
      'GET /api/match': () => loaded.promise,
    },
  });
  expect(await screen.findByRole('status', { name: 'Loading notifications' })).toBeInTheDocument();
  await vi.waitFor(() => expect(server.called('GET /api/match')).toHaveLength(1), { timeout: 20_000 });
  await act(async () => {});
  expect(screen.queryByText(notification.title)).not.toBeInTheDocument();
  loaded.resolve(matches);
  const row = await screen.findByRole('link', { name: new RegExp(notification.title) });
  return row.closest('ul')?.parentElement as HTMLElement;
}

it('shows a notification once its person has loaded, so that no icon becomes an aura', async () => {
  expect((await openWith(MATCHES)).querySelector('[data-stage]')).not.toBeNull();
});

it('shows a notification without its person if the people cannot be loaded', async () => {
  expect((await openWith({ status: 500, body: {} })).querySelector('[data-stage]')).toBeNull();
});
