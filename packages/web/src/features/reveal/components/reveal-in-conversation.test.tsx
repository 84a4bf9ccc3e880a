import type { RevealState } from '@soulsight/contract/reveal';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPerson, buildReveal } from '../../../testing/build-match.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { MATCH_ID, MY_ID } from '../../../testing/ids.ts';
import { renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { RevealInConversation } from './reveal-in-conversation.tsx';

function show(state: RevealState) {
  fakeServer({ [`GET /api/reveal/${MATCH_ID}/status`]: { body: state } });
  return renderWithProviders(<RevealInConversation matchId={MATCH_ID} stage={state.stage} me={MY_ID} hasPhoto />);
}

const VOICE = { stage: 1, status: 'voice', needs_trust_level: 40, opens_at: null, ready: false } as const;
const LATER = '2026-03-04T10:00:00Z';

it.each<[string, Partial<RevealState>]>([
  ['You two are ready to unlock Voice', {}],
  ['Voice unlocks at 40% trust, you two are at 31%', { trust_level: 31.2, next: VOICE }],
  ['Voice needs a little more time', { trust_level: 45, next: { ...VOICE, opens_at: LATER } }],
  ['Zoe would like a little more time', { may_ask_again_at: LATER, ask_wait: 'declined' }],
])('says in one line how far the next stage is, and leads to it: %s', async (line, change) => {
  show(buildReveal({ person: buildPerson({ first_name: 'Zoe' }), ...change }));
  expect(await screen.findByRole('link', { name: line })).toHaveAttribute('href', `/reveal/${MATCH_ID}`);
});

it('says nothing once everything is open', async () => {
  const { queries, container } = show(buildReveal({ stage: 4, next: null }));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(container).toBeEmptyDOMElement();
});
