import type { Match } from '@soulsight/contract/match';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PATHS } from '../../lib/paths.ts';
import { buildMatch, buildMatches, buildPerson } from '../../testing/build-match.ts';
import { buildMe } from '../../testing/build-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { MATCH_ID, testUuid } from '../../testing/ids.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { LikesScreen } from './likes-screen.tsx';
import { MatchingScreen } from './matching-screen.tsx';

const LIKER = buildMatch({ person: buildPerson({ alias: 'Amber Fox', photos_checked: true }) });
const all = (matches: Match[]) => ({
  body: buildMatches({ matches }),
});
const likes = (amount: string, open_likes_left = 3) => ({ body: { amount, open_likes_left } });
const me = (plan: 'free' | 'premium') => ({ body: buildMe({ subscription: { plan } }) });

describe('/matching/likes', () => {
  it('[6.3] tells a free user roughly how many, and what Premium adds; nobody is asked for', async () => {
    const fake = fakeServer({ 'GET /api/user': me('free'), 'GET /api/match/likes': likes('few') });
    renderWithProviders(<LikesScreen />);
    expect(await screen.findByRole('heading', { name: 'A few people like you' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See who they are with Premium' })).toHaveAttribute(
      'href',
      PATHS.subscription,
    );
    expect(screen.getByText(/Only people who chose to let you know are here/)).toBeInTheDocument();
    expect(fake.called('POST /api/match/likes')).toEqual([]);
  });

  it('names a score only where one is shown', async () => {
    const early = buildMatch({ id: testUuid(7), compatibility_range: { low: 10, high: 80, too_early: true } });
    fakeServer({
      'GET /api/user': me('premium'),
      'GET /api/match': all([]),
      'GET /api/match/likes': likes('few'),
      'POST /api/match/likes': { body: { matches: [LIKER, early] } },
    });
    renderWithProviders(<LikesScreen />);
    expect(await screen.findAllByText('Why this score, and what to talk about')).toHaveLength(1);
    expect(screen.getAllByText('Why you might click, and what to talk about')).toHaveLength(1);
  });

  it('[6.3] shows a premium user each person as a suggestion does, to accept or pass there', async () => {
    let people = [
      LIKER,
      buildMatch({ id: testUuid(7), person: buildPerson({ alias: 'Still Reed', id: testUuid(8) }) }),
    ];
    const answer = (id: string) => () => {
      people = people.filter((match) => match.id !== id);
      return { body: { mutual_match: false, ok: true, match: { ...LIKER, id, status: 'liked' } } };
    };
    const fake = fakeServer({
      'GET /api/user': me('premium'),
      'GET /api/match': all([]),
      'GET /api/match/likes': likes('few'),
      'POST /api/match/likes': () => ({ body: { matches: people } }),
      [`POST /api/match/${MATCH_ID}/accept`]: answer(MATCH_ID),
      [`POST /api/match/${testUuid(7)}/reject`]: answer(testUuid(7)),
    });
    renderWithProviders(<LikesScreen />);
    expect(await screen.findByRole('heading', { name: 'Amber Fox' })).toBeInTheDocument();
    expect(screen.getAllByText('28 to 32 · in your area')).toHaveLength(2);
    expect(screen.getByText('Photos checked with a selfie')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Say yes to Amber Fox' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Amber Fox' })).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Pass on Still Reed' }));
    expect(await screen.findByRole('heading', { name: 'Nobody has let you know yet' })).toBeInTheDocument();
    expect(fake.called(`POST /api/match/${MATCH_ID}/accept`)).toHaveLength(1);
    expect(fake.called(`POST /api/match/${testUuid(7)}/reject`)).toHaveLength(1);
  });

  it('leads on where nobody let the user know, and offers a retry where that could not be loaded', async () => {
    const answers = { 'GET /api/user': me('free'), 'GET /api/match/likes': likes('none') };
    fakeServer(answers);
    const { unmount } = renderWithProviders(<LikesScreen />);
    expect(await screen.findByRole('link', { name: 'Meet someone' })).toHaveAttribute('href', PATHS.matching);
    unmount();
    fakeServer({ 'GET /api/user': me('free'), 'GET /api/match/likes': { status: 500, body: {} } });
    renderWithProviders(<LikesScreen />);
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });
});

describe('after a like that waits for its answer', () => {
  function answers(left: number) {
    let match = buildMatch();
    const change = (to: Partial<Match>) => () => {
      match = { ...match, ...to };
      return { body: 'open_like' in to ? match : { mutual_match: false, match } };
    };
    return fakeServer({
      'GET /api/match': () => all([match]),
      'GET /api/match/likes': likes('none', left),
      [`POST /api/match/${MATCH_ID}/accept`]: change({ status: 'liked' }),
      [`POST /api/match/${MATCH_ID}/let-know`]: change({ open_like: true }),
    });
  }
  const sayYes = async () =>
    userEvent.click((await screen.findAllByRole('button', { name: 'Say yes' }))[0] as HTMLElement);

  it('the user may let the person know, after reading what that shows', async () => {
    const fake = answers(3);
    renderWithProviders(<MatchingScreen />);
    await sayYes();
    expect(await screen.findByText(/It stays hidden unless they say yes too/)).toBeInTheDocument();
    expect(
      screen.getByText(/You can take your like back, but not what they've seen\.$/, { selector: 'span' }),
    ).toBeVisible();
    expect(fake.called(`POST /api/match/${MATCH_ID}/let-know`)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Let them know' }));
    expect(await screen.findByText('You let them know')).toBeInTheDocument();
    expect(fake.called(`POST /api/match/${MATCH_ID}/let-know`)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /know/ })).not.toBeInTheDocument();
  });

  it('the user may keep it hidden, and be asked no more', async () => {
    const fake = answers(3);
    renderWithProviders(<MatchingScreen />);
    await sayYes();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep it hidden' }));
    expect(screen.queryByText(/It stays hidden unless they say yes too/)).not.toBeInTheDocument();
    expect(fake.called(`POST /api/match/${MATCH_ID}/let-know`)).toEqual([]);
  });

  it('nothing is offered when enough people were told today', async () => {
    answers(0);
    renderWithProviders(<MatchingScreen />);
    await sayYes();
    expect(await screen.findByText(/It stays hidden unless they say yes too/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /know/ })).not.toBeInTheDocument();
  });
});
