import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import {
  buildConversation,
  buildLimits,
  buildMatch,
  buildMatches,
  buildMessage,
  buildPerson,
  buildReveal,
} from '../../testing/build-match.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { CONVERSATION_ID, MATCH_ID, OTHER_ID, testUuid } from '../../testing/ids.ts';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import { ChatScreen } from '../chat/chat-screen.tsx';
import { MatchingScreen } from '../matching/matching-screen.tsx';
import { RevealScreen } from '../reveal/reveal-screen.tsx';

const REPORT = `POST /api/user/report/${OTHER_ID}`;
const person = buildPerson({ id: OTHER_ID });
const NAME = 'Quiet Ember';

function server(match: ReturnType<typeof buildMatch> | null, extra: Parameters<typeof fakeServer>[0] = {}) {
  const matches = match ? [match] : [];
  return fakeServer({
    'GET /api/match': {
      body: buildMatches({ matches }),
    },
    [`GET /api/reveal/${MATCH_ID}/status`]: { body: buildReveal({ person }) },
    [REPORT]: { body: { id: testUuid(9), status: 'open', created_at: '2026-03-01T10:00:00.000Z' } },
    ...extra,
  });
}

const openMenu = async () =>
  userEvent.click((await screen.findAllByRole('button', { name: `Options for ${NAME}` }))[0] as HTMLElement);
const items = async () => (await screen.findAllByRole('menuitem')).map((item) => item.textContent);

async function reportAndBlock() {
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Scam or money' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Report and block' }));
}

describe('[7.26] report, block and unmatch', () => {
  it.each([
    ['a suggestion', buildMatch({ person }), ['Block', 'Report']],
    ['an unanswered like', buildMatch({ person, status: 'liked' }), ['Take back your like', 'Block', 'Report']],
    [
      'a mutual match without a conversation',
      buildMatch({ person, status: 'liked', mutual_match: true }),
      ['Unmatch', 'Block', 'Report'],
    ],
  ])('are offered at %s, and a report blocks in the same step', async (_place, match, expected) => {
    const fake = server(match);
    renderWithProviders(<MatchingScreen />);
    await openMenu();
    expect(await items()).toEqual(expected);
    await reportAndBlock();
    await waitFor(() => expect(fake.called(REPORT)[0]?.body).toMatchObject({ category: 'scam', block: true }));
  });

  it('are offered at somebody who was passed', async () => {
    server(null, {
      'GET /api/match': { body: buildMatches({ usage_limits: buildLimits({ daily_matches_limit: null }) }) },
      'GET /api/match/passed': { body: { matches: [buildMatch({ person })] } },
    });
    renderWithProviders(<MatchingScreen />);
    await openMenu();
    expect(await items()).toEqual(['Block', 'Report']);
  });

  it('are offered at the reveal', async () => {
    server(null);
    renderWithProviders(
      <Routes>
        <Route path="/reveal/:matchId?" element={<RevealScreen />} />
      </Routes>,
      createTestProviders(`/reveal/${MATCH_ID}`),
    );
    await openMenu();
    expect(await items()).toEqual(['Unmatch', 'Block', 'Report']);
  });

  it('are offered under a message about money, which becomes the evidence', async () => {
    const message = buildMessage(1, {
      content: 'Could you send me 200 dollars?',
      caution: 'money',
    });
    const conversation = buildConversation({ person, last_message: message });
    const fake = server(null, {
      'GET /api/chat/conversations': { body: { conversations: [conversation], next_cursor: null } },
      [`GET /api/chat/conversations/${CONVERSATION_ID}`]: { body: conversation },
      [`GET /api/chat/conversations/${CONVERSATION_ID}/messages`]: { body: { messages: [message], has_more: false } },
    });
    renderWithProviders(
      <Routes>
        <Route path="/chat/:conversationId?" element={<ChatScreen />} />
      </Routes>,
      createTestProviders(`/chat/${CONVERSATION_ID}`),
    );
    const warning = await screen.findByRole('note');
    expect(warning).toHaveTextContent('Never send money');
    expect(within(warning).getByRole('button', { name: 'Block' })).toBeVisible();
    await userEvent.click(within(warning).getByRole('button', { name: 'Report' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Scam or money' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Also block/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send report' }));
    await waitFor(() =>
      expect(fake.called(REPORT)[0]?.body).toMatchObject({ message_ids: [message.id], block: false }),
    );
  });
});
