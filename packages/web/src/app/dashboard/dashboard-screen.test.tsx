import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildBgp, buildQuestions } from '../../testing/build-bgp.ts';
import { buildLimits, buildMatch, buildMatches } from '../../testing/build-match.ts';
import { buildMe } from '../../testing/build-user.ts';
import { type FakeAnswers, fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';

function dashboard(me = buildMe(), extra: FakeAnswers = {}) {
  const fake = fakeServer({
    'GET /api/user': { body: me },
    'GET /api/bgp/profile': { body: buildBgp() },
    'POST /api/bgp/insights': 'network failure',
    'GET /api/match': {
      body: buildMatches(),
    },
    ...extra,
  });
  renderWithProviders(<DashboardScreen />);
  return fake;
}

describe('/dashboard', () => {
  it('greets the user and shows the next step, insights and the trust score', async () => {
    dashboard();
    const next = within(await screen.findByRole('region', { name: 'Next step' }));
    expect(screen.getByRole('heading', { level: 1, name: /, Ada$/ })).toBeInTheDocument();
    expect(next.getByRole('link', { name: 'Decide' })).toHaveAttribute('href', '/matching');
    expect(await screen.findByText('You come alive in company.')).toBeInTheDocument();
    expect(screen.getByText('Trust 91 percent')).toBeInTheDocument();
  });

  it('[1.6] marks a trust score without evidence as new', async () => {
    dashboard(buildMe({ trust_score: 85, trust_is_new: true }));
    expect(await screen.findByText('Trust 85 percent, new')).toBeInTheDocument();
  });

  it('says that a payment failed, until it is closed in this tab, and leads to paying it', async () => {
    const me = buildMe({ payment_due_until: '2026-12-08T10:00:00Z' });
    dashboard(me);
    const note = within(await screen.findByRole('region', { name: 'Payment failed' }));
    expect(note.getByText(/until December 8, 2026/)).toBeInTheDocument();
    expect(note.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', '/subscription');
    await userEvent.click(note.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/payment failed/)).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    cleanup();
    dashboard(me);
    await screen.findByRole('region', { name: 'Next step' });
    expect(screen.queryByText(/payment failed/)).not.toBeInTheDocument();
    cleanup();
    dashboard(buildMe({ payment_due_until: '2027-01-08T10:00:00Z' }));
    expect(await screen.findByRole('region', { name: 'Payment failed' })).toBeInTheDocument();
  });

  it('lists conversations, each with a link', async () => {
    const id = '33333333-3333-4333-8333-333333333333';
    const matches = [buildMatch({ status: 'chatting', conversation_id: id })];
    dashboard(buildMe(), {
      'GET /api/match': {
        body: buildMatches({ matches }),
      },
    });
    const people = within(await screen.findByRole('region', { name: 'Your people' }));
    expect(people.getByRole('link', { name: 'Quiet Ember' })).toHaveAttribute('href', `/chat/${id}`);
  });

  it('asks an unverified user to verify their email, and fetches no matches', async () => {
    const fake = dashboard(buildMe({ isVerified: false }));
    expect(await screen.findByRole('link', { name: 'Verify' })).toHaveAttribute('href', '/verify-email');
    expect(fake.called('GET /api/match')).toHaveLength(0);
  });

  it('asks one open question on a day without a new person, and saves the answer', async () => {
    const [question, other] = buildQuestions(2);
    const open = (answer: number | null) => ({
      body: { questions: [{ ...question, answer }, other], answered: 0, total: 2, notice: null },
    });
    const usage_limits = buildLimits({ daily_matches_limit: 1, daily_matches_used: 1 });
    const fake = dashboard(buildMe(), {
      'GET /api/match': {
        body: buildMatches({ matches: [], usage_limits }),
      },
      'GET /api/bgp/questions': open(null),
      'POST /api/bgp/questions': { body: { answered: 1, total: 2, notice: null } },
    });
    expect(await screen.findByRole('group', { name: question?.text ?? '' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Agree' }));
    expect(await screen.findByText('Thank you. It shapes who you meet next.')).toBeInTheDocument();
    expect(fake.bodies('POST /api/bgp/questions')).toEqual([{ answers: [{ id: question?.id, answer: 4 }] }]);
    await userEvent.click(screen.getByRole('button', { name: 'Another one' }));
    expect(screen.getByRole('group', { name: other?.text ?? '' })).toBeInTheDocument();
  });

  it('asks nothing while there is somebody to meet', async () => {
    const fake = dashboard();
    await screen.findByRole('link', { name: 'Decide' });
    expect(fake.called('GET /api/bgp/questions')).toHaveLength(0);
  });

  it('[4.23] says that the profile could not be fetched, and shows the rest', async () => {
    dashboard(buildMe(), { 'GET /api/bgp/profile': 'network failure' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error fetching BGP data');
    expect(await screen.findByRole('link', { name: 'Decide' })).toBeInTheDocument();
    // Nothing that is true of newcomers alone.
    expect(screen.queryByText(/your first conversation/)).not.toBeInTheDocument();
  });
});
