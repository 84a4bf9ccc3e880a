import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildSession } from '../../testing/build-user.ts';
import { renderApp } from '../../testing/render-app.tsx';

const CALL = 'POST /api/contact';
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a visitor writes to the team, and reads where the answer goes', async () => {
  const { server } = renderApp('/contact', { answers: { [CALL]: { body: { ok: true } } } });
  await userEvent.selectOptions(await screen.findByLabelText('About'), 'Press');
  await userEvent.type(screen.getByLabelText('Your email'), 'pia@press.example');
  await userEvent.type(screen.getByLabelText('Your message'), 'May we film?');
  await press('Send');
  expect(await screen.findByText(/a person will answer you at pia@press\.example/)).toBeVisible();
  expect(server.called(CALL)[0]?.body).toEqual({ topic: 'press', email: 'pia@press.example', text: 'May we film?' });
});

it('keeps the message when it is refused, and says at the field what is wrong', async () => {
  const fields = { email: 'Please enter a valid email address' };
  const refusal = { status: 400, body: { code: 'validation_failed', detail: 'Please check.', fields } };
  renderApp('/contact', { answers: { [CALL]: refusal } });
  await userEvent.type(await screen.findByLabelText('Your message'), 'May we film?');
  await press('Send');
  expect(await screen.findByText(fields.email)).toBeVisible();
  expect(screen.getByLabelText('Your email')).toBeInvalid();
  expect(screen.getByLabelText('Your email')).toHaveFocus();
  expect(screen.getByLabelText('Your message')).toHaveValue('May we film?');
});

it("knows a signed-in user's address, and offers to try again when the server fails", async () => {
  const { server } = renderApp('/contact', {
    session: buildSession({ email: 'nora@people.example' }),
    answers: { [CALL]: { status: 503, body: { code: 'unavailable', detail: 'Please try again.' } } },
  });
  expect(await screen.findByLabelText('Your email')).toHaveValue('nora@people.example');
  await userEvent.type(screen.getByLabelText('Your message'), 'How do I pause?');
  await press('Send');
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(server.called(CALL)).toHaveLength(2);
});
