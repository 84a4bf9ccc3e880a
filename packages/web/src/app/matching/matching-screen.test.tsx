import { ERRORS } from '@soulsight/contract/errors';
import { PASS_UNDO_MS } from '@soulsight/contract/limits';
import type { Match } from '@soulsight/contract/match';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MATCH_COPY } from '../../features/match/match.copy.ts';
import type { Matches } from '../../features/match/match.rules.ts';
import { toast } from '../../lib/toast.ts';
import { buildBgp } from '../../testing/build-bgp.ts';
import { buildConversation, buildLimits, buildMatch, buildMatches } from '../../testing/build-match.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { CONVERSATION_ID, MATCH_ID, testUuid } from '../../testing/ids.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { MatchingScreen } from './matching-screen.tsx';

/** Testing Library's `waitFor` does not advance fake timers; a busy machine needs more than one second. */
const WITHIN = { timeout: 30_000 };

/** Longer than a card takes to leave. */
const LEFT_MS = 1_000;
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function matches(overrides: Partial<Matches> = {}): Matches {
  return buildMatches({ matches: [], ...overrides });
}

/** A fake server that updates its list of matches after each decision. */
function server(start: Matches, extra: Parameters<typeof fakeServer>[0] = {}) {
  let now = start;
  const fake = fakeServer({
    'GET /api/match': () => ({ body: now }),
    [`POST /api/match/${MATCH_ID}/accept`]: () => {
      now = { ...now, matches: now.matches.map((m) => (m.id === MATCH_ID ? { ...m, status: 'liked' } : m)) };
      return { body: { mutual_match: false, match: now.matches.find((m) => m.id === MATCH_ID) } };
    },
    [`POST /api/match/${MATCH_ID}/reject`]: () => {
      now = { ...now, matches: now.matches.filter((m) => m.id !== MATCH_ID) };
      return { body: { ok: true } };
    },
    ...extra,
  });
  return fake;
}

// Otherwise a test with timers of its own waits for it, unless an earlier one has loaded it.
beforeAll(() => import('../../features/match/components/last-decision.tsx'));
afterEach(() => vi.useRealTimers());

describe('/matching', () => {
  it('[1.3] shows one suggestion with three ratings, reasons and two talking points', async () => {
    server(matches({ matches: [buildMatch()] }));
    renderWithProviders(<MatchingScreen />);
    expect(await screen.findByRole('heading', { name: 'Quiet Ember' })).toBeInTheDocument();
    expect(screen.getByText('Compatibility').closest('div')?.textContent).toContain('81%');
    expect(screen.getByText('Trust').closest('div')?.textContent).toContain('85%');
    expect(screen.getByText('Emotional connection').closest('div')?.textContent).toContain(
      'Emotional connection(expected)64%',
    );
    expect(screen.getByText('You are both curious.')).toBeInTheDocument();
    expect(screen.getByText('Which place feels like home?')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Who you want to meet' })).toHaveAttribute('href', '/profile/wishes');
  });

  it('says nothing about the connection of strangers, rather than a percentage', async () => {
    server(matches({ matches: [buildMatch({ emotional_connection_expected: null })] }));
    renderWithProviders(<MatchingScreen />);
    const connection = (await screen.findByText('Emotional connection')).closest('div')?.textContent;
    expect(connection).toContain('Once you talk');
    expect(connection).not.toContain('%');
  });

  it('[4.24] says that we choose more freely only while the profile is not ready for matching', async () => {
    for (const ready of [false, true]) {
      server(matches({ matches: [buildMatch()] }), {
        'GET /api/bgp/profile': { body: buildBgp({ ready_for_matching: ready }) },
      });
      const { unmount } = renderWithProviders(<MatchingScreen />);
      await screen.findByRole('heading', { name: 'Quiet Ember' });
      expect(screen.queryAllByText(MATCH_COPY.widerGuess)).toHaveLength(ready ? 0 : 1);
      unmount();
    }
  });

  it('[7.9] accepts with the right arrow, and sends the decision time', async () => {
    const fake = server(matches({ matches: [buildMatch()] }));
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(fake.called(`POST /api/match/${MATCH_ID}/accept`)).toHaveLength(1));
    expect(fake.called(`POST /api/match/${MATCH_ID}/accept`)[0]?.body).toEqual({ decision_time: expect.any(Number) });
    expect(await screen.findByText('Waiting for their answer')).toBeInTheDocument();
  });

  it('decides on a long enough swipe, and ignores small movements and scrolling', async () => {
    // happy-dom has no pointer capture.
    Object.assign(Element.prototype, {
      setPointerCapture() {},
      releasePointerCapture() {},
      hasPointerCapture: () => false,
    });
    const fake = server(matches({ matches: [buildMatch()] }));
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    const aura = within(screen.getByRole('article')).getByRole('img', { name: 'Quiet Ember' });
    await waitFor(() => expect(aura.closest('[data-swipes]')).not.toBeNull());
    const swipe = (...to: [x: number, y: number][]) => {
      const pointer = { isPrimary: true, pointerId: 1, pointerType: 'touch', button: 0, buttons: 1 };
      fireEvent.pointerDown(aura, { ...pointer, clientX: 100, clientY: 100 });
      for (const [clientX, clientY] of to) fireEvent.pointerMove(aura, { ...pointer, clientX, clientY });
      fireEvent.pointerUp(aura, { ...pointer, buttons: 0, clientX: to.at(-1)?.[0], clientY: to.at(-1)?.[1] });
    };
    swipe([104, 100]);
    swipe([140, 300], [260, 600]);
    swipe([150, 100], [190, 100]);
    expect(fake.called(`POST /api/match/${MATCH_ID}/accept`)).toHaveLength(0);
    swipe([150, 104], [230, 108]);
    await waitFor(() => expect(fake.called(`POST /api/match/${MATCH_ID}/accept`)).toHaveLength(1));
  });

  it('[7.10] passes with the left arrow; the pass can be undone', async () => {
    const fake = server(matches({ matches: [buildMatch()] }), {
      [`POST /api/match/${MATCH_ID}/undo`]: { body: buildMatch() },
    });
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowLeft}');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(fake.called(`POST /api/match/${MATCH_ID}/undo`)).toHaveLength(1));
  });

  it('[7.9] a yes is shown at once and once, however long its answer takes, and the person is back if it fails', async () => {
    const answer = Promise.withResolvers<'network failure'>();
    vi.spyOn(toast, 'retry').mockReturnValue(0);
    server(matches({ matches: [buildMatch()] }), { [`POST /api/match/${MATCH_ID}/accept`]: () => answer.promise });
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull(), WITHIN);
    expect(screen.getByText('Waiting for their answer')).toBeInTheDocument();
    await act(async () => answer.resolve('network failure'));
    expect(await screen.findByRole('article', { name: 'Quiet Ember' })).toBeInTheDocument();
  });

  it('[7.10] no letter alone undoes a pass, only with Control; a zoomed view is moved by the arrows', async () => {
    const undo = `POST /api/match/${MATCH_ID}/undo`;
    const fake = server(matches({ matches: [buildMatch()] }), { [undo]: { body: buildMatch() } });
    vi.stubGlobal('visualViewport', { scale: 2 });
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
    vi.stubGlobal('visualViewport', { scale: 1 });
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByRole('button', { name: 'Undo' });
    expect(fake.called(`POST /api/match/${MATCH_ID}/accept`)).toHaveLength(0);
    await userEvent.keyboard('z');
    expect(fake.called(undo)).toHaveLength(0);
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(fake.called(undo)).toHaveLength(1));
  });

  it('the bar after a pass keeps its place and the focus when a search ends', async () => {
    const [first, next] = [40, 41].map((n) => buildMatch({ id: testUuid(n) }));
    const found = Promise.withResolvers<{ body: unknown }>();
    let now = [first];
    fakeServer({
      'GET /api/match': () => ({
        body: matches({ matches: now as Match[], usage_limits: buildLimits({ daily_matches_limit: null }) }),
      }),
      [`POST /api/match/${first?.id}/reject`]: () => {
        now = [];
        return { body: { ok: true } };
      },
      'POST /api/match/find': async () => {
        const answer = await found.promise;
        now = [next];
        return answer;
      },
    });
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowLeft}');
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull(), WITHIN);
    undo.focus();
    await act(async () => found.resolve({ body: next }));
    expect(await screen.findByRole('article')).toBeInTheDocument();
    expect(undo).toHaveFocus();
  });

  it('[7.10] the undo of the last pass is offered as long as the server accepts it, whatever happens meanwhile', async () => {
    const [first, second, third] = [40, 41, 42].map((n) => buildMatch({ id: testUuid(n) }));
    const decided = new Set<string | undefined>();
    const left = () => [first, second, third].flatMap((match) => (match && !decided.has(match.id) ? [match] : []));
    const decide = (match: Match | undefined, body: unknown) => () => {
      decided.add(match?.id);
      return { body };
    };
    let undone = 0;
    fakeServer({
      'GET /api/match': () => ({ body: matches({ matches: left() }) }),
      [`POST /api/match/${first?.id}/reject`]: decide(first, { ok: true }),
      [`POST /api/match/${second?.id}/reject`]: decide(second, { ok: true }),
      [`POST /api/match/${third?.id}/accept`]: decide(third, { mutual_match: false, match: third }),
      [`POST /api/match/${second?.id}/undo`]: () => (++undone === 1 ? 'network failure' : { body: second }),
    });
    vi.spyOn(toast, 'retry').mockReturnValue(0);
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const press = async (key: string) => {
      fireEvent.keyDown(document.body, { key });
      await advance(LEFT_MS);
    };
    const undo = () => screen.getByRole('button', { name: 'Undo' });
    await press('ArrowLeft');
    await advance(PASS_UNDO_MS - 2 * LEFT_MS);
    expect(undo()).toBeInTheDocument();
    // A second pass has its own time.
    await press('ArrowLeft');
    fireEvent.click(screen.getByRole('button', { name: 'Just a feeling' }));
    await press('ArrowRight');
    expect(screen.getByText('Thank you, noted.')).toBeInTheDocument();
    fireEvent.click(undo());
    await advance(PASS_UNDO_MS - 3 * LEFT_MS);
    expect(toast.retry).toHaveBeenCalledOnce();
    fireEvent.click(undo());
    await advance(LEFT_MS / 2);
    expect(undone).toBe(2);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('the next person is met from the top, wherever the last one was left', async () => {
    const next = buildMatch({ id: testUuid(77) });
    server(matches({ matches: [buildMatch(), next] }));
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => {});
    const place = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
    place.mockReturnValue(new DOMRect(0, -300, 390, 900));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
    await advance(LEFT_MS);
    expect(scrolled.mock.contexts).toContain(screen.getByRole('region', { name: 'Discover' }));
    place.mockRestore();
    scrolled.mockRestore();
  });

  it('[7.10] [6.3] the offer to undo ends with its time; with premium the list of passes follows', async () => {
    const passed = buildMatch();
    server(matches({ matches: [passed], usage_limits: buildLimits({ daily_matches_limit: null }) }), {
      'GET /api/match/passed': { body: { matches: [passed] } },
      'POST /api/match/find': { status: 404, body: { detail: 'Nobody.', code: 'nobody_left' } },
    });
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
    await advance(PASS_UNDO_MS - 1);
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Bring back Quiet Ember' })).toBeNull();
    await advance(1);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Bring back Quiet Ember' })).toBeInTheDocument();
  });

  it('[6.3] with premium, people passed in the last day are listed and can be brought back', async () => {
    let passed = [buildMatch()];
    const fake = server(matches({ usage_limits: buildLimits({ daily_matches_limit: null }) }), {
      'GET /api/match/passed': () => ({ body: { matches: passed } }),
      [`POST /api/match/${MATCH_ID}/undo`]: () => {
        passed = [];
        return { body: buildMatch() };
      },
    });
    renderWithProviders(<MatchingScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Bring back Quiet Ember' }));
    await waitFor(() => expect(screen.queryByText('Passed in the last day')).not.toBeInTheDocument());
    expect(fake.called(`POST /api/match/${MATCH_ID}/undo`)).toHaveLength(1);
  });

  describe('[6.3] the day that premium gives for taking back a pass', () => {
    const PREFERENCES = { read_receipts: true, show_online: true, ai_processing: false, open_likes: false };

    /** One device that passes somebody. The account is on the server. */
    async function pass(account: { undo_hint_seen: boolean }) {
      const fake = server(matches({ matches: [buildMatch()] }), {
        'GET /api/user/preferences': () => ({ body: { ...PREFERENCES, ...account } }),
        'PUT /api/user/preferences': () => {
          account.undo_hint_seen = true;
          return { body: { ...PREFERENCES, ...account } };
        },
      });
      const { unmount } = renderWithProviders(<MatchingScreen />);
      await screen.findByRole('heading', { name: 'Quiet Ember' });
      expect(fake.called('GET /api/user/preferences')).toHaveLength(0);
      await userEvent.keyboard('{ArrowLeft}');
      await screen.findByRole('button', { name: 'Undo' });
      return { fake, unmount };
    }

    it('is mentioned to a free user with their first pass, once, on whichever device', async () => {
      const account = { undo_hint_seen: false };
      const first = await pass(account);
      expect(await screen.findByRole('link', { name: 'See Premium' })).toBeInTheDocument();
      await waitFor(() => expect(first.fake.bodies('PUT /api/user/preferences')).toEqual([{ undo_hint_seen: true }]));
      expect(first.fake.called('GET /api/match/passed')).toHaveLength(0);
      first.unmount();
      localStorage.clear();
      const second = await pass(account);
      await waitFor(() => expect(second.fake.called('GET /api/user/preferences')).toHaveLength(1));
      expect(screen.queryByRole('link', { name: 'See Premium' })).not.toBeInTheDocument();
      expect(second.fake.called('PUT /api/user/preferences')).toHaveLength(0);
    });
  });

  it('[7.10] a pass sends how long the decision took, and the reason if the user gives one', async () => {
    const fake = server(matches({ matches: [buildMatch()] }));
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowLeft}');
    await userEvent.click(await screen.findByRole('button', { name: 'Too far away' }));
    const reject = `POST /api/match/${MATCH_ID}/reject`;
    await waitFor(() => expect(fake.called(reject)).toHaveLength(2));
    expect(fake.called(reject).map(({ body }) => body)).toEqual([
      { decision_time: expect.any(Number) },
      { reason: 'Too far away', explains: true },
    ]);
  });

  it('[7.10] an undo waits for the answer of its pass, and does not overtake it', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const fake = server(matches({ matches: [buildMatch()] }), {
      [`POST /api/match/${MATCH_ID}/reject`]: async () => {
        await answered;
        return { body: { ok: true } };
      },
      [`POST /api/match/${MATCH_ID}/undo`]: { body: buildMatch() },
    });
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowLeft}');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(fake.called(`POST /api/match/${MATCH_ID}/undo`)).toHaveLength(0);
    answer();
    await waitFor(() => expect(fake.called(`POST /api/match/${MATCH_ID}/undo`)).toHaveLength(1));
  });

  it('[7.10] the next decision waits for the answer to a pass or an undo, not for a list that is slow to come', async () => {
    const second = buildMatch({ id: testUuid(77) });
    const both = { body: matches({ matches: [buildMatch(), second] }) };
    let lists = 0;
    const fake = server(matches(), {
      'GET /api/match': () => (lists++ === 0 ? both : new Promise(() => {})),
      [`POST /api/match/${MATCH_ID}/undo`]: { body: buildMatch() },
      [`POST /api/match/${second.id}/accept`]: { body: { mutual_match: false, match: second } },
    });
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowLeft}');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(fake.called(`POST /api/match/${MATCH_ID}/undo`)).toHaveLength(1), WITHIN);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull(), WITHIN);
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(fake.called(`POST /api/match/${MATCH_ID}/reject`)).toHaveLength(2), WITHIN);
    await waitFor(async () => {
      await userEvent.keyboard('{ArrowRight}');
      expect(fake.called(`POST /api/match/${second.id}/accept`)).toHaveLength(1);
    }, WITHIN);
  });

  it('[7.9] a decision on a page that stayed open for hours sends no time: nobody looked for so long', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const fake = server(matches({ matches: [buildMatch()] }));
    renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    vi.advanceTimersByTime(25 * HOUR_MS);
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(fake.called(`POST /api/match/${MATCH_ID}/accept`)).toHaveLength(1));
    expect(fake.called(`POST /api/match/${MATCH_ID}/accept`)[0]?.body).toEqual({});
  });

  it('[5.2] asks for the end of the daily limit once a minute at most, and waits for the answer', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const next = new Date(Date.now() + MINUTE_MS).toISOString();
    const used = matches({ usage_limits: buildLimits({ daily_matches_used: 1, next_match_available: next }) });
    let isOver = false;
    let answer = () => {};
    const asked = () => fake.called('GET /api/match').length - 1;
    const fake = server(used, {
      'GET /api/match': async () => {
        if (asked() === 0) return { body: used };
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return { body: isOver ? matches() : used };
      },
    });
    renderWithProviders(<MatchingScreen />);
    await vi.waitFor(() => screen.getByRole('timer'), WITHIN);
    await advance(50_000);
    expect(asked()).toBe(0);
    await advance(30_000);
    expect(asked()).toBe(1);
    expect(fake.called('GET /api/match')[1]?.init?.signal?.aborted).toBe(false);
    // The device's clock is ahead of the server's, which still says that nobody is left for today.
    await act(async () => answer());
    isOver = true;
    await advance(60_000);
    expect(asked()).toBe(2);
    await act(async () => answer());
    await vi.waitFor(() => screen.getByRole('button', { name: 'Meet someone' }), WITHIN);
  });

  it('[5.2] shows a free user at the daily limit a countdown and an upgrade link, and sends no search', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const next = new Date(Date.now() + 2 * HOUR_MS).toISOString();
    const limits = buildLimits({ daily_matches_used: 1, next_match_available: next });
    const fake = server(matches({ usage_limits: limits }));
    renderWithProviders(<MatchingScreen />);
    expect(
      await screen.findByText('Daily match limit reached. Upgrade to Premium for unlimited matches.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('timer').textContent).toBe('Your next match in 2 h 00 min');
    expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/subscription');
    expect(fake.called('POST /api/match/find')).toHaveLength(0);
  });

  it('says what to widen when nobody is left', async () => {
    server(matches(), {
      'POST /api/match/find': {
        status: 404,
        body: { detail: 'To meet more people, allow a greater distance in your wishes.', code: 'nobody_left' },
      },
    });
    renderWithProviders(<MatchingScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Meet someone' }));
    expect(await screen.findByText(/allow a greater distance/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Widen your preferences' })).toHaveAttribute('href', '/profile/wishes');
  });

  it('silently retries a search that timed out, when the server says so', async () => {
    let tries = 0;
    const fake = server(matches(), {
      'GET /api/match': () => ({ body: matches(tries > 1 ? { matches: [buildMatch()] } : {}) }),
      'POST /api/match/find': () => {
        if (++tries > 1) return { body: buildMatch() };
        const body = { detail: 'Our servers are busy right now.', code: 'unavailable' };
        return { status: 503, body, headers: { 'retry-after': '0.01' } };
      },
    });
    const [error, retry] = [vi.spyOn(toast, 'error'), vi.spyOn(toast, 'retry')];
    renderWithProviders(<MatchingScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Meet someone' }));
    expect(await screen.findByRole('heading', { name: 'Quiet Ember' })).toBeInTheDocument();
    expect(fake.called('POST /api/match/find')).toHaveLength(2);
    expect(error).not.toHaveBeenCalled();
    expect(retry).not.toHaveBeenCalled();
  });

  it('[8.14] each action has its own message for a network failure', async () => {
    const retry = vi.spyOn(toast, 'retry').mockReturnValue(0);
    const offered = (sentence: string) =>
      waitFor(() => expect(retry).toHaveBeenLastCalledWith(sentence, expect.anything(), expect.anything()));
    server(matches({ matches: [buildMatch()] }), {
      [`POST /api/match/${MATCH_ID}/accept`]: 'network failure',
      [`POST /api/match/${MATCH_ID}/reject`]: 'network failure',
    });
    const first = renderWithProviders(<MatchingScreen />);
    await screen.findByRole('heading', { name: 'Quiet Ember' });
    await userEvent.keyboard('{ArrowRight}');
    await offered('Network error liking match');
    await waitFor(() => expect(first.container.querySelector('[data-leaving]')).toBeNull());
    await userEvent.keyboard('{ArrowLeft}');
    await offered('Network error passing match');
    first.unmount();

    server(matches(), { 'POST /api/match/find': 'network failure' });
    renderWithProviders(<MatchingScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Meet someone' }));
    await offered('Network error finding matches');
  });

  it('[8.14] starting a conversation has its own message for a network failure', async () => {
    const retry = vi.spyOn(toast, 'retry').mockReturnValue(0);
    const mutual = buildMatch({ status: 'liked', mutual_match: true });
    server(matches({ matches: [mutual] }), { 'POST /api/conversations/start': 'network failure' });
    renderWithProviders(<MatchingScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Say hello to Quiet Ember' }));
    await waitFor(() =>
      expect(retry).toHaveBeenLastCalledWith(
        'Network error starting conversation',
        expect.anything(),
        expect.anything(),
      ),
    );
  });

  it('[7.7][9.2] silently refetches the matches every five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const fake = server(matches({ matches: [buildMatch()] }));
      renderWithProviders(<MatchingScreen />);
      await vi.waitFor(() => screen.getByRole('heading', { name: 'Quiet Ember' }), WITHIN);
      vi.advanceTimersByTime(4.5 * MINUTE_MS);
      expect(fake.called('GET /api/match')).toHaveLength(1);
      vi.advanceTimersByTime(0.5 * MINUTE_MS);
      await vi.waitFor(() => expect(fake.called('GET /api/match')).toHaveLength(2), WITHIN);
      expect(screen.getByRole('heading', { name: 'Quiet Ember' })).toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });

  it('[8.14] says that the matches could not be loaded', async () => {
    fakeServer({ 'GET /api/match': 'network failure' });
    const first = renderWithProviders(<MatchingScreen />);
    expect(await screen.findByText('Network error fetching matches')).toBeInTheDocument();
    first.unmount();
    fakeServer({ 'GET /api/match': { status: 400 } });
    renderWithProviders(<MatchingScreen />);
    expect(await screen.findByText('Failed to fetch matches')).toBeInTheDocument();
  });

  it('[7.11] starts the conversation of a mutual match and opens it', async () => {
    const mutual = buildMatch({ status: 'liked', mutual_match: true });
    const fake = server(matches({ matches: [mutual] }), {
      'POST /api/conversations/start': { body: { id: CONVERSATION_ID, conversation: buildConversation() } },
    });
    renderWithProviders(<MatchingScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Say hello to Quiet Ember' }));
    await waitFor(() => expect(fake.called('POST /api/conversations/start')[0]?.body).toEqual({ match_id: mutual.id }));
  });

  it('[5.3] tells a free user with too many conversations, and sends no request', async () => {
    const warning = vi.spyOn(toast, 'warning').mockReturnValue(0);
    const limits = buildLimits({ active_conversations: 3 });
    const mutual = buildMatch({ id: testUuid(5), status: 'liked', mutual_match: true });
    const fake = server(matches({ matches: [mutual], usage_limits: limits }));
    renderWithProviders(<MatchingScreen />);
    await userEvent.click(await screen.findByRole('button', { name: /Say hello/ }));
    expect(warning).toHaveBeenCalledWith(
      'Active conversation limit reached. Upgrade to Premium for unlimited conversations.',
      expect.anything(),
    );
    expect(fake.called('POST /api/conversations/start')).toHaveLength(0);
  });

  it('[6.3] says calmly that the other person has no room for a conversation now', async () => {
    const { detail, status } = ERRORS.conversation_limit_other;
    server(matches({ matches: [buildMatch({ status: 'liked', mutual_match: true })] }), {
      'POST /api/conversations/start': { status, body: { detail, code: 'conversation_limit_other' } },
    });
    const info = vi.spyOn(toast, 'info');
    const error = vi.spyOn(toast, 'error');
    renderWithProviders(<MatchingScreen />);
    await userEvent.click(await screen.findByRole('button', { name: /Say hello/ }));
    await waitFor(() => expect(info).toHaveBeenCalledWith(detail, expect.anything()));
    expect(error).not.toHaveBeenCalled();
  });
});
