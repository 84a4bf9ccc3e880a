import { MINUTE_MS } from '@soulsight/contract/time';
import { TRAITS } from '@soulsight/contract/traits';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { buildBgp } from '../../testing/build-bgp.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { useBgpProfile, useInsights, useReportView } from './bgp.hooks.ts';
import { AnalysisCard } from './components/analysis-card.tsx';
import { TraitChart } from './components/trait-chart.tsx';

function Shown({ consented = true }: { consented?: boolean }) {
  const known = useBgpProfile();
  return (
    <>
      <p>{known.profile ? `${known.profile.analysis_status} ${known.profile.overall_score}` : 'asking'}</p>
      <AnalysisCard known={known} consented={consented} />
    </>
  );
}

function Insights() {
  return <p>{useInsights()[0]?.text ?? 'none'}</p>;
}

function Looking() {
  useReportView('44444444-4444-4444-8444-444444444444');
  return null;
}

const FALLBACK = buildBgp({ analysis_status: 'fallback', needs_analysis: true, fallback_reason: 'Still being drawn.' });
const analyseButton = () => screen.findByRole('button', { name: 'Analyse my profile' });

afterEach(() => vi.useRealTimers());

describe('the behavioural profile', () => {
  it('[7.1] is fetched after sign-in', async () => {
    const fake = fakeServer({ 'GET /api/bgp/profile': { body: buildBgp() } });
    renderWithProviders(<Shown />);
    expect(await screen.findByText('complete 53')).toBeInTheDocument();
    expect(fake.called('GET /api/bgp/profile')).toHaveLength(1);
  });

  it('[4.23] [8.14] a failed fetch shows the fallback with a note, and a retry removes both', async () => {
    let up = false;
    fakeServer({ 'GET /api/bgp/profile': () => (up ? { body: buildBgp() } : 'network failure') });
    renderWithProviders(<Shown />);
    expect(await screen.findByText('fallback 64')).toBeInTheDocument();
    expect(screen.getByRole('alert').textContent).toBe('Network error fetching BGP data');
    up = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('complete 53')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each<[string, FakeAnswer]>([
    ['Failed to fetch BGP data', { status: 500, body: {} }],
    ['The archive is closed.', { status: 500, body: { detail: 'The archive is closed.', code: 'internal' } }],
  ])('[4.23] [8.14] shows the note "%s" if the server refuses', async (note, answer) => {
    fakeServer({ 'GET /api/bgp/profile': answer });
    renderWithProviders(<Shown />);
    expect((await screen.findByRole('alert')).textContent).toBe(note);
  });

  it('keeps the old profile if a refetch fails, with the note', async () => {
    let up = true;
    fakeServer({ 'GET /api/bgp/profile': () => (up ? { body: buildBgp() } : 'network failure') });
    const { queries } = renderWithProviders(<Shown />);
    await screen.findByText('complete 53');
    up = false;
    await act(() => queries.invalidateQueries({ queryKey: ['bgp'] }));
    expect((await screen.findByRole('alert')).textContent).toBe('Network error fetching BGP data');
    expect(screen.getByRole('heading', { name: "Your profile couldn't be updated" })).toBeInTheDocument();
    expect(screen.getByText('complete 53')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Analyse my profile' })).not.toBeInTheDocument();
  });
});

describe('analysing it', () => {
  it('[4.23] [7.4] a fallback can be analysed again; success completes it', async () => {
    const success = vi.spyOn(toast, 'success');
    const fake = fakeServer({
      'GET /api/bgp/profile': { body: FALLBACK },
      'POST /api/bgp/analyze': { body: buildBgp() },
    });
    renderWithProviders(<Shown />);
    expect(await screen.findByText('Still being drawn.')).toBeInTheDocument();
    await userEvent.click(await analyseButton());
    expect(await screen.findByText('complete 53')).toBeInTheDocument();
    expect(fake.called('POST /api/bgp/analyze')[0]?.body).toEqual({
      user_id: expect.any(String),
      retry_fallback: true,
    });
    expect(success).toHaveBeenCalledWith('Your profile is up to date.');
    expect(screen.queryByRole('button', { name: 'Analyse my profile' })).not.toBeInTheDocument();
  });

  it('[7.4] a complete profile is updated, not retried as a fallback', async () => {
    const fake = fakeServer({
      'GET /api/bgp/profile': { body: buildBgp({ needs_analysis: true }) },
      'POST /api/bgp/analyze': { body: buildBgp() },
    });
    renderWithProviders(<Shown />);
    await userEvent.click(await analyseButton());
    await waitFor(() => expect(fake.called('POST /api/bgp/analyze')[0]?.body).toMatchObject({ retry_fallback: false }));
  });

  it('[4.23] what replaces a profile that could not be fetched is not taken for one that the server has', async () => {
    const fake = fakeServer({
      'GET /api/bgp/profile': { status: 400, body: {} },
      'POST /api/bgp/analyze': { body: buildBgp() },
    });
    renderWithProviders(<Shown />);
    await userEvent.click(await analyseButton());
    await waitFor(() => expect(fake.called('POST /api/bgp/analyze')[0]?.body).toMatchObject({ retry_fallback: false }));
  });

  it.each<[string, FakeAnswer]>([
    ['Analysis service still unavailable', { status: 503, body: {} }],
    [
      'Analysis service still unavailable',
      {
        status: 503,
        body: { detail: 'Analysis service still unavailable', code: 'analysis_unavailable' },
      },
    ],
    ['Failed to retry BGP analysis', 'network failure'],
    [
      'No fallback profile to retry',
      {
        status: 409,
        body: { detail: 'No fallback profile to retry', code: 'no_fallback_profile' },
      },
    ],
  ])('[8.14] [5.5] says "%s"', async (sentence, answer) => {
    const error = vi.spyOn(toast, 'error');
    fakeServer({ 'GET /api/bgp/profile': { body: FALLBACK }, 'POST /api/bgp/analyze': answer });
    renderWithProviders(<Shown />);
    await userEvent.click(await analyseButton());
    await waitFor(() => expect(error).toHaveBeenCalledWith(sentence));
    expect(screen.getByText('fallback 53')).toBeInTheDocument();
  });

  it('links to the consent it needs', async () => {
    fakeServer({ 'GET /api/bgp/profile': { body: FALLBACK } });
    renderWithProviders(<Shown consented={false} />);
    const link = await screen.findByRole('link', { name: 'Give consent in Settings' });
    expect(link).toHaveAttribute('href', '/settings#privacy');
    expect(screen.queryByRole('button', { name: 'Analyse my profile' })).not.toBeInTheDocument();
  });
});

describe('insights', () => {
  it('[7.2] [9.2] are fetched for 30 days, and refetched every half hour', async () => {
    vi.useFakeTimers();
    const fake = fakeServer({
      'GET /api/bgp/profile': { body: buildBgp() },
      'POST /api/bgp/insights': { body: { insights: [{ id: 'x', title: 'New', text: 'Fresh.', traits: [] }] } },
    });
    renderWithProviders(<Insights />);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText('Fresh.')).toBeInTheDocument();
    expect(fake.called('POST /api/bgp/insights')[0]?.body).toEqual({ bgp_id: buildBgp().id, timeframe: '30d' });
    await act(() => vi.advanceTimersByTimeAsync(29 * MINUTE_MS));
    expect(fake.called('POST /api/bgp/insights')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    expect(fake.called('POST /api/bgp/insights')).toHaveLength(2);
  });

  it('are those in the profile if the fetch fails', async () => {
    fakeServer({ 'GET /api/bgp/profile': { body: buildBgp() }, 'POST /api/bgp/insights': 'network failure' });
    renderWithProviders(<Insights />);
    expect(await screen.findByText('You come alive in company.')).toBeInTheDocument();
  });
});

describe('events', () => {
  it.each<FakeAnswer>([{ body: { ok: true } }, 'network failure', { status: 500, body: {} }])(
    '[7.3] are reported to the server, and failures are ignored: %j',
    async (answer) => {
      const error = vi.spyOn(toast, 'error');
      const fake = fakeServer({ 'POST /api/bgp/event': answer });
      renderWithProviders(<Looking />).unmount();
      await waitFor(() => expect(fake.called('POST /api/bgp/event')).toHaveLength(1));
      expect(fake.called('POST /api/bgp/event')[0]?.body).toMatchObject({
        type: 'profile_viewed',
        source: 'matching',
        category: 'social',
        subject: 'engagement_pattern',
        timestamp: expect.stringMatching(/^\d{4}-/),
      });
      expect(error).not.toHaveBeenCalled();
    },
  );
});

describe('the trait chart', () => {
  it('has a list with each trait, its value and its certainty as text, or that it is not known', () => {
    const profile = buildBgp();
    renderWithProviders(<TraitChart readings={profile.readings} aura={profile.aura} />);
    const items = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toHaveLength(TRAITS.length);
    expect(items).toContain('OpennessNot known yet');
    expect(items).toContain('Conscientiousness41, a first estimate');
    expect(items).toContain('Growing66, clear');
    expect(screen.getByRole('img', { name: /the list beside it names each/ })).toBeInTheDocument();
    for (const group of ['Nature', 'Feeling', 'Talking', 'Living'])
      expect(screen.getByRole('region', { name: group })).toBeInTheDocument();
  });
});
