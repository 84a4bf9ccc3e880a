import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { buildMe } from '../../testing/build-user.ts';
import { type FakeAnswers, fakeServer } from '../../testing/fake-server.ts';
import { testUuid } from '../../testing/ids.ts';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import { OperationsScreen } from './operations-screen.tsx';

const AT = '2026-11-01T10:00:00Z';
const JOB = { id: testUuid(1), queue: 'push-send', attempts: 9, created_at: AT, failed_at: AT, error: 'It broke' };
const LIST = 'GET /api/operations/jobs';

function operations(answers: FakeAnswers = {}, is_operator = true) {
  const fake = fakeServer({
    'GET /api/user': { body: buildMe({ is_operator, is_moderator: true }) },
    [LIST]: { body: { jobs: [JOB], total: 1 } },
    ...answers,
  });
  renderWithProviders(<OperationsScreen />, { ...createTestProviders(), queries: createQueryClient() });
  return fake;
}

it('is not found for moderators who are no operators, and requests nothing', async () => {
  const fake = operations({}, false);
  expect(await screen.findByText(/Page Not Found/)).toBeInTheDocument();
  expect(fake.called(LIST)).toEqual([]);
});

it('shows queue, error and attempts of each failed job, and runs one again', async () => {
  const retry = `POST /api/operations/jobs/${JOB.id}/retry`;
  let isFailed = true;
  const fake = operations({
    [LIST]: () => ({ body: isFailed ? { jobs: [JOB], total: 130 } : { jobs: [], total: 0 } }),
    [retry]: () => {
      isFailed = false;
      return { body: { ok: true } };
    },
  });
  expect(await screen.findByText('It broke')).toBeInTheDocument();
  expect(screen.getByText(/^9 attempts/)).toBeInTheDocument();
  expect(screen.getByText('130 jobs; these are the newest 1.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Run again: push-send' }));
  expect(await screen.findByText('No failed jobs')).toBeInTheDocument();
  expect(fake.called(retry)).toHaveLength(1);
});

it('asks before it discards a job', async () => {
  const discard = `DELETE /api/operations/jobs/${JOB.id}`;
  const fake = operations({ [discard]: { body: { ok: true } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Discard push-send' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard this job?' }));
  expect(fake.called(discard)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(fake.called(discard)).toHaveLength(1));
});

it('says when the list cannot be loaded', async () => {
  operations({ [LIST]: { status: 500, body: { detail: 'It broke.', code: 'internal' } } });
  expect(await screen.findByRole('button', { name: /try again/i })).toBeInTheDocument();
});

it('is not found any more once the server says that the role is gone', async () => {
  let isOperator = true;
  operations({
    'GET /api/user': () => ({ body: buildMe({ is_operator: isOperator }) }),
    [`POST /api/operations/jobs/${JOB.id}/retry`]: () => {
      isOperator = false;
      return { status: 403, body: { detail: 'You do not have access to this.', code: 'forbidden' } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Run again: push-send' }));
  expect(await screen.findByText(/Page Not Found/)).toBeInTheDocument();
});
