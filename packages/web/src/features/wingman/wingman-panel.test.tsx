import type { WingmanCare } from '@soulsight/contract/wingman';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { MODEL_CONSENT } from '../../lib/model-consent.ts';
import { toast } from '../../lib/toast.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { CONVERSATION_ID, MATCH_ID, testUuid } from '../../testing/ids.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { WingmanPanel } from './components/wingman-panel.tsx';

const GATE = 'AI Wingman is a Premium feature. Upgrade to access personalized conversation starters.';
const LIST = `GET /api/ai-wingman/${MATCH_ID}`;
const USE = `POST /api/ai-wingman/${MATCH_ID}/use`;
const ADVICE = { care: null, silence: null, language: 'de', open_question: null, source: 'local', pending: false };
const NO_LINE = 'The wingman has no line for this moment.';
const onMessage = vi.fn();
const onReport = vi.fn();
const onBlock = vi.fn();
const MODEL = `GET /api/ai-wingman/${MATCH_ID}/model`;
const suggestions = {
  ...ADVICE,
  suggestions: [{ id: testUuid(1), kind: 'opener', text: 'What made you smile?', because: 'They like small joys.' }],
};

function panel(premium: boolean, onText = vi.fn(), help: WingmanCare | null = null) {
  renderWithProviders(
    <WingmanPanel
      matchId={MATCH_ID}
      conversationId={CONVERSATION_ID}
      premium={premium}
      moment={3}
      help={help}
      onText={onText}
      onMessage={onMessage}
      onReport={onReport}
      onBlock={onBlock}
    />,
  );
  return onText;
}

/** Shows the next moment in an open panel. */
let follow: (moment: number) => void = () => {};

function Follows() {
  const [moment, setMoment] = useState(3);
  follow = setMoment;
  const ids = { matchId: MATCH_ID, conversationId: CONVERSATION_ID };
  const actions = { onMessage, onReport, onBlock, onText: vi.fn() };
  return <WingmanPanel {...ids} {...actions} premium help={null} moment={moment} />;
}

describe('the wingman', () => {
  it('[5.4] is premium only: shows the message and an upgrade link, and requests nothing', async () => {
    const server = fakeServer({});
    panel(false);
    expect(screen.getByText(GATE)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/subscription');
    expect(server.calls).toEqual([]);
  });

  it('[5.4] says the same when the server refuses', async () => {
    fakeServer({ [LIST]: { status: 403, body: { detail: GATE, code: 'wingman_premium' } } });
    panel(true);
    expect(await screen.findByText(GATE)).toBeInTheDocument();
  });

  it('[1.7][7.16] a suggestion goes into the box and is not sent', async () => {
    const server = fakeServer({ [LIST]: { body: suggestions }, [USE]: { body: { message: 'What made you smile?' } } });
    const onText = panel(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Use', description: 'What made you smile?' }));
    await waitFor(() => expect(onText).toHaveBeenCalledWith('What made you smile?'));
    const used = server.calls.filter(({ request }) => request !== MODEL);
    expect(used.map((c) => [c.request, c.body])).toEqual([
      [LIST, undefined],
      [USE, { suggestion_id: testUuid(1) }],
    ]);
  });

  it('a line is marked with its language, for screen readers; more suggestions are others', async () => {
    const server = fakeServer({ [LIST]: { body: suggestions } });
    panel(true);
    expect(await screen.findByText('What made you smile?')).toHaveAttribute('lang', 'de');
    await userEvent.click(screen.getByRole('button', { name: 'More suggestions' }));
    await waitFor(() => expect(server.called(LIST)).toHaveLength(2));
    const queries = server.called(LIST).map(({ url }) => url.searchParams.get('again'));
    expect(queries).toEqual([null, 'true']);
  });

  it('asks once more with the same request where the answer was lost, and with another one after an answer', async () => {
    const [more, lost] = [{ body: suggestions }, { status: 503, body: { detail: 'Away', code: 'unavailable' } }];
    const server = fakeServer({ [LIST]: () => (server.called(LIST).length === 2 ? lost : more) });
    panel(true);
    for (const calls of [2, 3, 4]) {
      await userEvent.click(await screen.findByRole('button', { name: 'More suggestions' }));
      await waitFor(() => expect(server.called(LIST)).toHaveLength(calls));
    }
    const [first, failed, repeated, next] = server.called(LIST).map(({ url }) => url.searchParams.get('request_id'));
    expect(repeated).toBe(failed);
    expect(new Set([first, failed, next])).toHaveProperty('size', 3);
  });

  it('a free user in a hard moment sees help, and no price', async () => {
    const help: WingmanCare = {
      ...{ moment: 'self_harm', mine: true, seq: 3, title: 'You are not alone', text: 'Please talk.', actions: [] },
      help: [{ name: 'Lifeline', contact: '13 11 14' }],
    };
    fakeServer({});
    panel(false, vi.fn(), help);
    expect(screen.getByRole('link', { name: '13 11 14' })).toHaveAttribute('href', 'tel:131114');
    expect(screen.queryByText(GATE)).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Upgrade' })).not.toBeInTheDocument();
  });

  it('shows help at once, and no line that was made without knowing of it', async () => {
    const help: WingmanCare = {
      ...{ moment: 'abuse', mine: false, seq: 3, title: 'They told you', text: 'Believe them.', actions: [] },
      help: [{ name: 'Lifeline', contact: '116 006' }],
    };
    fakeServer({ [LIST]: { body: { ...suggestions, care: { ...help, seq: 1 } } } });
    panel(true, vi.fn(), help);
    expect(screen.getByRole('link', { name: '116 006' })).toBeVisible();
    await screen.findByRole('button', { name: 'Read our conversation' });
    expect(screen.getByRole('link', { name: '116 006' })).toBeVisible();
    expect(screen.queryByText('What made you smile?')).not.toBeInTheDocument();
  });

  it('a new message changes the lines alone: the reading, what was sent and the focus stay, and no loader is announced', async () => {
    const sent = [{ at: '2026-11-20T10:00:00.000Z', status: 'answered', text: 'they: [name] bakes' }];
    const analysis = { care: null, silence: null, summary: 'So far so good.', tone: 'light', findings: [], advice: [] };
    const READ = `GET /api/wingman/conversations/${CONVERSATION_ID}/analysis`;
    let answer = () => {};
    const next = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const server = fakeServer({
      [LIST]: async () => {
        if (server.called(LIST).length > 1) await next;
        return { body: suggestions };
      },
      [READ]: { body: analysis },
      [MODEL]: { body: { available: true, mine: true, theirs: true, sent } },
    });
    renderWithProviders(<Follows />);
    await userEvent.click(await screen.findByRole('button', { name: 'Read our conversation' }));
    const reading = await screen.findByText('So far so good.');
    const details = (await screen.findByText('See what was sent')).closest('details') as HTMLDetailsElement;
    details.open = true;
    const focused = screen.getByRole('button', { name: /^Use/ });
    focused.focus();
    act(() => follow(4));
    expect(focused).not.toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Suggestions' })).toHaveFocus();
    for (const kept of [reading, details]) expect(kept).toBeInTheDocument();
    expect(details.open).toBe(true);
    answer();
    expect(await screen.findByRole('button', { name: /^Use/ })).toBeInTheDocument();
    for (const kept of [reading, details]) expect(kept).toBeInTheDocument();
    // It is made again, but not with each message.
    act(() => follow(5));
    await screen.findByRole('button', { name: /^Use/ });
    expect(server.called(READ)).toHaveLength(2);
  });

  it('[8.14] shows the data layer’s messages for network failures', async () => {
    const retry = vi.spyOn(toast, 'retry').mockReturnValue(0);
    fakeServer({ [LIST]: { body: suggestions }, [USE]: 'network failure' });
    panel(true);
    await userEvent.click(await screen.findByRole('button', { name: /^Use/ }));
    await waitFor(() =>
      expect(retry).toHaveBeenCalledWith('Network error using AI Wingman', expect.anything(), expect.anything()),
    );
    fakeServer({ [LIST]: 'network failure' });
    panel(true);
    expect(await screen.findByText('Network error getting AI Wingman')).toBeInTheDocument();
  });

  it('links to the consent if it is missing', async () => {
    fakeServer({ [LIST]: { status: 403, body: { detail: 'This needs your consent.', code: 'consent_required' } } });
    panel(true);
    expect(await screen.findByRole('link', { name: 'Open Settings' })).toHaveAttribute('href', '/settings');
  });

  it('[1.7] in a crisis shows whom to call and how to report, and no line to send', async () => {
    const care = {
      ...{ moment: 'self_harm', mine: false, seq: 7, title: 'They may be in danger', text: 'Take it seriously.' },
      help: [{ name: 'Samaritans', contact: '116 123', url: 'https://www.samaritans.org' }],
      actions: ['report'],
    };
    fakeServer({ [LIST]: { body: { ...ADVICE, suggestions: [], care, silence: 'crisis' } } });
    panel(true);
    expect(await screen.findByRole('region', { name: 'They may be in danger' })).toBeVisible();
    expect(screen.getByRole('link', { name: '116 123' })).toHaveAttribute('href', 'tel:116123');
    expect(screen.queryByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
    expect(screen.queryByText(NO_LINE)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Block' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    expect(onReport).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Show the message' }));
    expect(onMessage).toHaveBeenCalledWith(7);
  });

  it('is never empty: without help to show it says that it has no line', async () => {
    fakeServer({ [LIST]: { body: { ...ADVICE, suggestions: [], silence: 'crisis' } } });
    panel(true);
    expect(await screen.findByText(NO_LINE)).toBeVisible();
  });

  it('[7.22] says why it is silent, what is still open, and links findings to their messages', async () => {
    const open_question = { text: 'Where was that?', seq: 4 };
    const finding = { kind: 'unanswered', text: 'They asked “Where was that?” and have no answer yet.', seqs: [4] };
    const analysis = { care: null, silence: null, summary: 'So far so good.', tone: 'light', findings: [finding] };
    fakeServer({
      [LIST]: { body: { ...ADVICE, suggestions: [], silence: 'only_you', open_question } },
      [`GET /api/wingman/conversations/${CONVERSATION_ID}/analysis`]: { body: { ...analysis, advice: [] } },
    });
    panel(true);
    expect(await screen.findByText(/Only you know the answer/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Where was that/ }));
    expect(onMessage).toHaveBeenLastCalledWith(4);
    await userEvent.click(screen.getByRole('button', { name: 'Read our conversation' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Show the message: They asked/ }));
    expect(onMessage).toHaveBeenCalledTimes(2);
  });

  it('[1.7] the language model needs both: the panel says what is sent, who agreed, and what was sent', async () => {
    const sent = [{ at: '2026-11-20T10:00:00.000Z', status: 'answered', text: 'they: [name] bakes' }];
    const server = fakeServer({
      [LIST]: { body: suggestions },
      [MODEL]: { body: { available: true, mine: false, theirs: true, sent } },
      'PUT /api/user/preferences': {
        body: { read_receipts: true, show_online: true, ai_processing: true, open_likes: false, undo_hint_seen: false },
      },
    });
    panel(true);
    expect(await screen.findByText("Nothing is sent unless you switch it on. They've agreed.")).toBeVisible();
    expect(screen.getByText(MODEL_CONSENT)).toBeVisible();
    await userEvent.click(screen.getByText('See what was sent'));
    expect(screen.getByText('they: [name] bakes')).toBeVisible();
    await userEvent.click(screen.getByRole('switch', { name: 'Use the language model' }));
    await waitFor(() =>
      expect(server.calls).toContainEqual(
        expect.objectContaining({ request: 'PUT /api/user/preferences', body: { ai_processing: true } }),
      ),
    );
  });
});
