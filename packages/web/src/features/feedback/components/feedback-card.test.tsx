import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type FakeAnswers, fakeServer } from '../../../testing/fake-server.ts';
import { MATCH_ID } from '../../../testing/ids.ts';
import { renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { FeedbackCard } from './feedback-card.tsx';
import { ImpressionsCard } from './impressions-card.tsx';

const PATH = `/api/feedback/${MATCH_ID}`;
const IMPRESSIONS = 'GET /api/feedback/impressions';

function open(messages = 24, answers: FakeAnswers = {}) {
  const server = fakeServer({
    [`GET ${PATH}`]: { body: { occasion: 'conversation' } },
    [`POST ${PATH}`]: { body: { ok: true } },
    ...answers,
  });
  renderWithProviders(<FeedbackCard matchId={MATCH_ID} name="Quiet Ember" messages={messages} />);
  return server;
}
const heading = () => screen.findByRole('heading', { name: 'How is it to talk with Quiet Ember?' });
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the question how it is to talk', () => {
  it('takes a number and any words, says who sees it, and is gone afterwards', async () => {
    const server = open();
    await heading();
    expect(screen.queryByRole('button', { name: '8' })).not.toBeInTheDocument();
    await click('Answer');
    expect(screen.getByText(/Quiet Ember never sees your answer/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Warm' })).not.toBeInTheDocument();
    await click('8');
    await click('Warm');
    await click('Funny');
    await click('Warm');
    expect(screen.getByRole('button', { name: '8' })).toHaveAttribute('aria-pressed', 'true');
    await click('Send');
    expect(server.bodies(`POST ${PATH}`)).toEqual([
      { occasion: 'conversation', answer: { rating: 8, words: ['funny'] } },
    ]);
    await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
  });

  it('can be skipped with one click', async () => {
    const server = open();
    await heading();
    await click('Skip');
    expect(server.bodies(`POST ${PATH}`)).toEqual([{ occasion: 'conversation', answer: null }]);
    await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
  });

  it('is not there when there is nothing to ask, and not looked for in a new conversation', async () => {
    const server = open(24, { [`GET ${PATH}`]: { body: { occasion: null } } });
    await waitFor(() => expect(server.called(`GET ${PATH}`)).toHaveLength(1));
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    const fresh = open(3);
    expect(fresh.calls).toEqual([]);
  });

  it('is looked for once the page is seen, not in the background', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const server = open();
    expect(server.calls).toEqual([]);
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await heading();
  });

  it('names the reveal after one', async () => {
    open(24, { [`GET ${PATH}`]: { body: { occasion: 'reveal' } } });
    expect(await screen.findByRole('heading', { name: /^Now that you've seen each other/ })).toBeVisible();
  });
});

describe('what people say', () => {
  it('explains itself before enough people have answered', async () => {
    fakeServer({ [IMPRESSIONS]: { body: { enough: false, words: [] } } });
    renderWithProviders(<ImpressionsCard />);
    expect(await screen.findByText(/Once 5 people you talked with have answered/)).toBeVisible();
  });

  it('shows the words and how often they come up, never a number of people', async () => {
    const words = [
      { word: 'warm', heard: 'often' },
      { word: 'shares_my_interests', heard: 'sometimes' },
    ];
    fakeServer({ [IMPRESSIONS]: { body: { enough: true, words } } });
    renderWithProviders(<ImpressionsCard />);
    const items = await screen.findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(['Warmoften', 'Shares their interestssometimes']);
  });
});
