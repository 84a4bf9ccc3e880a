import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showMutualMatch } from '../features/match/mutual-match.store.ts';
import { buildMatch, buildMatches } from '../testing/build-match.ts';
import { buildMe, buildSession } from '../testing/build-user.ts';
import { testUuid } from '../testing/ids.ts';
import { renderApp } from '../testing/render-app.tsx';

const LINE = 'You and Quiet Ember both said yes.';

function renderWithMutual(path: string, id: string) {
  const matches = [buildMatch({ id, mutual_match: true })];
  const body = buildMatches({ matches });
  return renderApp(path, { session: buildSession(), me: buildMe(), answers: { 'GET /api/match': { body } } });
}

it('a mutual match is celebrated on the page where it happened', async () => {
  renderWithMutual('/matching', testUuid(1));
  act(() => showMutualMatch(testUuid(1)));
  expect(await screen.findByText(LINE)).toBeInTheDocument();
});

it('the celebration closes when the user moves to another page', async () => {
  const { router, path } = renderWithMutual('/matching', testUuid(2));
  act(() => showMutualMatch(testUuid(2)));
  await screen.findByText(LINE);
  await act(() => router.navigate('/about'));
  await waitFor(() => expect(screen.queryByText(LINE)).not.toBeInTheDocument());
  await act(() => router.navigate('/matching'));
  await waitFor(() => expect(path()).toBe('/matching'));
  expect(screen.queryByText(LINE)).not.toBeInTheDocument();
});
