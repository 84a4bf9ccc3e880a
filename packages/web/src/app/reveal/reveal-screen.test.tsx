import { REVEAL_STAGE_IDS } from '@soulsight/contract/reveal-stages';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { STAGES } from '../../features/reveal/reveal.copy.ts';
import { calculateTrustProgress, canStepBack, getRevealTurn } from '../../features/reveal/reveal.rules.ts';
import { toast } from '../../lib/toast.ts';
import { buildMatch, buildMatches, buildPerson, buildReveal } from '../../testing/build-match.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { MATCH_ID, MY_ID, OTHER_ID, testUuid } from '../../testing/ids.ts';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import { RevealScreen } from './reveal-screen.tsx';

function request(requester: string) {
  return {
    id: testUuid(1),
    match_id: MATCH_ID,
    requester_id: requester,
    stage: 1,
    status: 'pending' as const,
    created_at: '2026-03-01T10:00:00.000Z',
  };
}

describe('whose turn it is', () => {
  it('is asking if there is enough trust, otherwise growing', () => {
    expect(getRevealTurn(buildReveal(), MY_ID)).toEqual({ kind: 'ask', stage: 1 });
    const next = { stage: 2, status: 'silhouette' as const, needs_trust_level: 40, opens_at: null, ready: false };
    expect(getRevealTurn(buildReveal({ next }), MY_ID)).toEqual({ kind: 'grow', stage: 2, needs: 40 });
    expect(calculateTrustProgress({ next, trust_level: 30 })).toBe(0.75);
  });

  it('is waiting for the other user, or answering them', () => {
    expect(getRevealTurn(buildReveal({ request: request(MY_ID) }), MY_ID).kind).toBe('waiting');
    expect(getRevealTurn(buildReveal({ request: request(OTHER_ID) }), MY_ID).kind).toBe('answer');
  });

  it('is waiting after a decline, and done when all stages are open', () => {
    const until = '2026-03-02T10:00:00.000Z';
    const later = buildReveal({ may_ask_again_at: until, ask_wait: 'stepped_back' });
    expect(getRevealTurn(later, MY_ID)).toEqual({ kind: 'later', until, because: 'stepped_back' });
    expect(getRevealTurn(buildReveal({ next: null, stage: 4 }), MY_ID)).toEqual({ kind: 'all_open' });
  });

  it('is waiting for the day of the last stage when there is enough trust, and growing when there is not', () => {
    const opensAt = '2026-03-02T10:00:00.000Z';
    const next = { stage: 4, status: 'revealed' as const, needs_trust_level: 60, opens_at: opensAt, ready: false };
    const turn = (trust_level: number) => getRevealTurn(buildReveal({ stage: 3, next, trust_level }), MY_ID);
    expect(turn(60)).toEqual({ kind: 'early', stage: 4, opensAt });
    expect(turn(59)).toEqual({ kind: 'grow', stage: 4, needs: 60 });
  });

  it('allows stepping back only if something is open', () => {
    expect(canStepBack(buildReveal(), MY_ID)).toBe(false);
    expect(canStepBack(buildReveal({ request: request(OTHER_ID) }), MY_ID)).toBe(false);
    expect(canStepBack(buildReveal({ request: request(MY_ID) }), MY_ID)).toBe(true);
    expect(canStepBack(buildReveal({ stage: 1 }), MY_ID)).toBe(true);
  });
});

const STATUS = `GET /api/reveal/${MATCH_ID}/status`;
const MATCHES = buildMatches({ matches: [] });

function show(path: string, around = createTestProviders(path)) {
  return renderWithProviders(
    <Routes>
      <Route path="/reveal/:matchId?" element={<RevealScreen />} />
    </Routes>,
    around,
  );
}

describe('/reveal', () => {
  it('[7.14] requests the next stage, then waits', async () => {
    let state = buildReveal();
    const server = fakeServer({
      [STATUS]: () => ({ body: state }),
      'GET /api/match': { body: MATCHES },
      [`POST /api/reveal/${MATCH_ID}`]: () => {
        state = buildReveal({ request: request(MY_ID) });
        return { body: state };
      },
    });
    show(`/reveal/${MATCH_ID}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Ask to unlock Voice' }));
    expect(await screen.findByText('You asked to unlock Voice')).toBeInTheDocument();
    expect(server.called(`POST /api/reveal/${MATCH_ID}`)).toHaveLength(1);
  });

  it("[4.22] a reveal updates the match's reveal status", async () => {
    let status: 'aura' | 'voice' = 'aura';
    fakeServer({
      [STATUS]: { body: buildReveal({ request: request(OTHER_ID) }) },
      'GET /api/match': () => ({ body: { ...MATCHES, matches: [buildMatch({ reveal_status: status })] } }),
      'POST /api/reveal/accept': () => {
        status = 'voice';
        return { body: buildReveal({ stage: 1, reveal_status: 'voice' }) };
      },
    });
    const { queries } = show(`/reveal/${MATCH_ID}`);
    const known = () => queries.getQueryData<{ matches: { reveal_status: string }[] }>(['match', 'all'])?.matches[0];
    await waitFor(() => expect(known()?.reveal_status).toBe('aura'));
    await userEvent.click(await screen.findByRole('button', { name: 'Unlock it together' }));
    await waitFor(() => expect(known()?.reveal_status).toBe('voice'));
  });

  it('[1.5] shows the stages, the trust level percentage, and what would raise it', async () => {
    const next = { stage: 1, status: 'voice' as const, needs_trust_level: 45, opens_at: null, ready: false };
    fakeServer({ [STATUS]: { body: buildReveal({ trust_level: 38, next }) }, 'GET /api/match': { body: MATCHES } });
    show(`/reveal/${MATCH_ID}`);
    expect(await screen.findByText('38%')).toBeInTheDocument();
    const stages = within(screen.getByRole('list', { name: 'Stages of the reveal' })).getAllByRole('listitem');
    expect(stages.map((stage) => stage.textContent?.split(',')[0])).toEqual(
      REVEAL_STAGE_IDS.map((id) => STAGES[id].name),
    );
    expect(screen.getByText('Keep writing to each other.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Ask to unlock/ })).not.toBeInTheDocument();
  });

  it("[7.20] accepts and declines the other user's request", async () => {
    const asked = buildReveal({ request: request(OTHER_ID) });
    const server = fakeServer({
      [STATUS]: { body: asked },
      'GET /api/match': { body: MATCHES },
      'POST /api/reveal/decline': { body: buildReveal({ may_ask_again_at: null }) },
      'POST /api/reveal/accept': {
        body: buildReveal({ stage: 1, person: buildPerson({ stage: 1, first_name: 'Mara' }) }),
      },
    });
    const first = show(`/reveal/${MATCH_ID}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Not yet' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Not yet' }));
    await waitFor(() => expect(server.called('POST /api/reveal/decline')).toHaveLength(1));
    first.unmount();
    show(`/reveal/${MATCH_ID}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Unlock it together' }));
    expect(await screen.findByRole('heading', { name: 'Mara' })).toBeInTheDocument();
  });

  it('a newly opened stage is animated and announced', async () => {
    fakeServer({ [STATUS]: { body: buildReveal() }, 'GET /api/match': { body: MATCHES } });
    const { queries } = show(`/reveal/${MATCH_ID}`);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    expect(screen.queryByText('Now you have names')).not.toBeInTheDocument();
    act(() => queries.setQueryData(['reveal', MATCH_ID], buildReveal({ stage: 1, reveal_status: 'voice' })));
    expect(await screen.findByText('Now you have names')).toBeInTheDocument();
  });

  it("[8.14] shows the data layer's message for a network failure", async () => {
    const retry = vi.spyOn(toast, 'retry').mockReturnValue(0);
    fakeServer({
      [STATUS]: { body: buildReveal() },
      'GET /api/match': { body: MATCHES },
      [`POST /api/reveal/${MATCH_ID}`]: 'network failure',
    });
    show(`/reveal/${MATCH_ID}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Ask to unlock Voice' }));
    await waitFor(() =>
      expect(retry).toHaveBeenCalledWith('Network error requesting reveal', expect.anything(), expect.anything()),
    );
  });

  it('[2.10] without an id lists all reveals, open requests first', async () => {
    const matches = [
      buildMatch({ id: testUuid(1), status: 'chatting', mutual_match: true, person: buildPerson({ alias: 'First' }) }),
      buildMatch({ id: MATCH_ID, status: 'liked', mutual_match: true, person: buildPerson({ alias: 'Second' }) }),
      buildMatch({ id: testUuid(3), status: 'liked', person: buildPerson({ alias: 'Not mutual' }) }),
    ];
    fakeServer({
      'GET /api/match': { body: { ...MATCHES, matches, reveal_requests: [request(OTHER_ID)], reveal_ready: [] } },
    });
    show('/reveal');
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/reveal/${MATCH_ID}`, `/reveal/${testUuid(1)}`]);
  });

  it('lists who may be asked for the next stage before the others, with the stage', async () => {
    const matches = [
      buildMatch({ id: testUuid(1), mutual_match: true, person: buildPerson({ alias: 'Far', stage: 2 }) }),
      buildMatch({ id: MATCH_ID, mutual_match: true, person: buildPerson({ alias: 'Near', stage: 0 }) }),
    ];
    fakeServer({ 'GET /api/match': { body: { ...MATCHES, matches, reveal_ready: [MATCH_ID] } } });
    show('/reveal');
    const [first, second] = await screen.findAllByRole('link');
    expect(first).toHaveAttribute('href', `/reveal/${MATCH_ID}`);
    expect(first).toHaveTextContent('Ready to unlock Voice');
    expect(second).not.toHaveTextContent('Ready');
  });

  it('lists everybody from an answer of the version before, which does not say who is ready', async () => {
    const { reveal_ready: _, ...before } = { ...MATCHES, matches: [buildMatch({ mutual_match: true })] };
    fakeServer({ 'GET /api/match': { body: before } });
    show('/reveal');
    const link = await screen.findByRole('link', { name: /./ });
    expect(link).toHaveAttribute('href', `/reveal/${MATCH_ID}`);
    expect(link).not.toHaveTextContent('Ready');
  });
});
