import type { AnswerNotice } from '@soulsight/contract/bgp';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { buildQuestions } from '../../testing/build-bgp.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { Questionnaire } from './components/questionnaire.tsx';

async function ask(questions = buildQuestions(3), onDone = vi.fn(), notice: AnswerNotice | null = null) {
  const fake = fakeServer({
    'GET /api/bgp/questions': { body: { questions, answered: 0, total: questions.length, notice: null } },
    'POST /api/bgp/questions': { body: { answered: 1, total: questions.length, notice } },
  });
  renderWithProviders(<Questionnaire onDone={onDone} doneLabel="Continue" />);
  await screen.findByRole('progressbar');
  const kept = () => fake.called('POST /api/bgp/questions').map(({ body }) => body);
  return { kept, onDone };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the questionnaire', () => {
  it('shows one statement at a time and saves each answer immediately', async () => {
    const { kept } = await ask();
    expect(screen.getByText('Statement 1.')).toBeInTheDocument();
    await press('Agree');
    expect(await screen.findByText('Statement 2.')).toBeInTheDocument();
    expect(screen.queryByText('Statement 1.')).not.toBeInTheDocument();
    await waitFor(() => expect(kept()).toEqual([{ answers: [{ id: 'q1', answer: 4 }] }]));
    expect(screen.getByText('1 of 3')).toBeInTheDocument();
  });

  it('resumes at the first unanswered statement', async () => {
    await ask(buildQuestions(4, 2));
    expect(screen.getByText('Statement 3.')).toBeInTheDocument();
    expect(screen.getByText('2 of 4')).toBeInTheDocument();
  });

  it('lets a statement be skipped', async () => {
    const { kept } = await ask();
    await press('Skip this one');
    expect(await screen.findByText('Statement 2.')).toBeInTheDocument();
    await waitFor(() => expect(kept()).toEqual([{ answers: [{ id: 'q1', answer: null }] }]));
  });

  it('shows what is saved when an answer is refused while the next one is on its way', async () => {
    await ask();
    const [first, next] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let sent = 0;
    let saved = buildQuestions(3);
    vi.stubGlobal('fetch', async (_url: unknown, { method }: RequestInit) => {
      if (method !== 'POST') return Response.json({ questions: saved, answered: 0, total: 3, notice: null });
      sent += 1;
      await (sent === 1 ? first : next).promise;
      if (sent === 1) return Response.json({ detail: 'Not now.', code: 'internal' }, { status: 500 });
      saved = saved.map((q) => (q.id === 'q2' ? { ...q, answer: 4 } : q));
      return Response.json({ answered: 1, total: 3, notice: null });
    });
    await press('Agree');
    await screen.findByText('Statement 2.');
    await press('Agree');
    expect(await screen.findByText('2 of 3')).toBeInTheDocument();
    first.resolve();
    await waitFor(() => expect(sent).toBe(2));
    next.resolve();
    expect(await screen.findByText('1 of 3')).toBeInTheDocument();
  });

  it('goes back to an answer, shows it, and changes it', async () => {
    const { kept } = await ask();
    await press('Disagree');
    await press('Back');
    expect(await screen.findByText('Statement 1.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Disagree' })).toHaveAttribute('aria-pressed', 'true');
    await press('Strongly agree');
    await waitFor(() => expect(kept().at(-1)).toEqual({ answers: [{ id: 'q1', answer: 5 }] }));
  });

  it('says kindly when answers look alike, and leads back to the first of them', async () => {
    await ask(buildQuestions(14, 11), vi.fn(), { kind: 'alike', question_id: 'q2' });
    expect(screen.queryByText(/look alike/)).not.toBeInTheDocument();
    await press('Agree');
    expect(await screen.findByText(/Some answers look alike/)).toBeVisible();
    await press('Look again');
    expect(await screen.findByText('Statement 2.')).toBeInTheDocument();
  });

  it('can be left at any statement', async () => {
    const { onDone } = await ask();
    await press('Enough for now');
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('says from the twelfth answer on that this is enough', async () => {
    await ask(buildQuestions(20, 11));
    expect(screen.queryByText(/That's plenty/)).not.toBeInTheDocument();
    await press('Agree');
    expect(await screen.findByText(/That's plenty to start with/)).toBeInTheDocument();
  });

  it('thanks the user after the last statement', async () => {
    const { onDone } = await ask(buildQuestions(1));
    await press('Neither');
    expect(await screen.findByText(/how you talk says more/)).toBeInTheDocument();
    await press('Continue');
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('accepts the keys 1 to 5 while the focus is on an answer: elsewhere they may be dictated words', async () => {
    const { kept } = await ask();
    await userEvent.keyboard('5');
    screen.getByRole('button', { name: 'Skip this one' }).focus();
    await userEvent.keyboard('5');
    const agree = screen.getByRole('button', { name: 'Agree' });
    agree.focus();
    await userEvent.keyboard('2');
    expect(await screen.findByText('Statement 2.')).toBeInTheDocument();
    await userEvent.keyboard('7');
    // A key that is held down answers once.
    fireEvent.keyDown(agree, { key: '2', repeat: true });
    expect(screen.getByText('Statement 2.')).toBeInTheDocument();
    await waitFor(() => expect(kept()).toEqual([{ answers: [{ id: 'q1', answer: 2 }] }]));
  });
});
