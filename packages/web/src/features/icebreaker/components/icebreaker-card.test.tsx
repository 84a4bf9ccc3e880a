import type { Icebreaker } from '@soulsight/contract/icebreaker';
import { HOUR_MS } from '@soulsight/contract/time';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { formatWeekdayTime } from '../../../lib/format.ts';
import { type FakeAnswers, fakeServer } from '../../../testing/fake-server.ts';
import { MATCH_ID } from '../../../testing/ids.ts';
import { renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { IcebreakerCard } from './icebreaker-card.tsx';
import { IcebreakerTurn } from './icebreaker-turn.tsx';

const PATH = `/api/icebreakers/${MATCH_ID}`;
const OPEN: Icebreaker = {
  question: { id: 'water', text: 'Where do you breathe out?', options: ['By the sea', 'In the mountains'] },
  mine: null,
  theirs: null,
  they_answered: false,
  next_at: null,
};

function open(state: Partial<Icebreaker>, answers: FakeAnswers = {}) {
  const server = fakeServer({ [`GET ${PATH}`]: { body: { ...OPEN, ...state } }, ...answers });
  renderWithProviders(<IcebreakerCard matchId={MATCH_ID} name="Quiet Ember" />);
  return server;
}
const option = (name: RegExp) => screen.findByRole('button', { name });

it('takes an answer at once, and says that the other has not answered yet', async () => {
  const server = open({}, { [`POST ${PATH}`]: { body: { ...OPEN, mine: 1 } } });
  expect(await screen.findByRole('group', { name: 'Where do you breathe out?' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent("You see Quiet Ember's answer once you have both answered.");
  await userEvent.click(await option(/mountains/));
  expect(server.bodies(`POST ${PATH}`)).toEqual([{ question: 'water', choice: 1 }]);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent("Quiet Ember hasn't answered yet."));
  expect(await option(/mountains/)).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(await option(/sea/));
  expect(server.called(`POST ${PATH}`)).toHaveLength(1);
});

it('shows who said what once both have answered', async () => {
  open({ mine: 1, theirs: 0, they_answered: true, next_at: '2026-01-02T18:00:00.000Z' });
  expect(await option(/mountains/)).toHaveTextContent('In the mountainsYou');
  expect(await option(/sea/)).toHaveTextContent('By the seaQuiet Ember');
  expect(screen.getByRole('status')).toHaveTextContent(
    `The next question comes on ${formatWeekdayTime('2026-01-02T18:00:00.000Z')}.`,
  );
});

it('says so when both chose the same', async () => {
  open({ mine: 0, theirs: 0, they_answered: true, next_at: '2026-01-02T00:00:00.000Z' });
  expect(await option(/sea/)).toHaveTextContent('By the seaYou · Quiet Ember');
  expect(screen.getByRole('status')).toHaveTextContent('You both said "By the sea".');
});

it('asks for the next question when it comes', async () => {
  vi.useFakeTimers({ now: new Date('2026-01-01T18:00:00.000Z'), shouldAdvanceTime: true });
  try {
    const done: Icebreaker = { ...OPEN, mine: 1, theirs: 0, they_answered: true, next_at: '2026-01-02T18:00:00.000Z' };
    const next = {
      ...OPEN,
      question: { id: 'tea', text: 'Tea or coffee?', options: ['Tea', 'Coffee'] as [string, string] },
    };
    const isNext = () => Date.now() >= Date.parse(done.next_at as string);
    const server = open({}, { [`GET ${PATH}`]: () => ({ body: isNext() ? next : done }) });
    expect(await option(/sea/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(23 * HOUR_MS);
    expect(server.called(`GET ${PATH}`)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(await option(/Tea/)).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

it('a refused answer leaves the question open and looks for a new one', async () => {
  const refusal = { status: 409, body: { code: 'conflict', detail: 'There is already a new question for you two.' } };
  const server = open({}, { [`POST ${PATH}`]: refusal });
  await userEvent.click(await option(/sea/));
  await waitFor(() => expect(server.called(`GET ${PATH}`)).toHaveLength(2));
  expect(await option(/sea/)).toHaveAttribute('aria-pressed', 'false');
});

it('the conversation says when only the answer of the user is missing', async () => {
  fakeServer({ [`GET ${PATH}`]: { body: { ...OPEN, they_answered: true } } });
  const onOpen = vi.fn();
  renderWithProviders(<IcebreakerTurn matchId={MATCH_ID} name="Quiet Ember" onOpen={onOpen} />);
  await userEvent.click(await screen.findByRole('button', { name: /Quiet Ember has answered. Your turn./ }));
  expect(onOpen).toHaveBeenCalledOnce();
});
