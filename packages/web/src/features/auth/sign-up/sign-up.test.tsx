import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeAnswers } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildWireSession, buildWireUser, wireError } from '../../../testing/wire-session.ts';
import { authClient } from '../auth-client.ts';

const ADA = { first: 'Ada', email: 'ada@example.com', password: 'violet lantern harbour', birth: '1992-03-04' };

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => authClient.signOut({ scope: 'local' }));

async function registerPage(answers: FakeAnswers = {}) {
  const app = renderApp('/register', { answers });
  await screen.findByRole('heading', { name: 'Begin unseen' });
  return app;
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true });
const terms = () => screen.getByRole('checkbox', { name: /18 or older/ });
const analysis = () => screen.getByRole('checkbox', { name: /Let Soulsight learn/ });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }));

async function fill(over: Partial<typeof ADA> = {}) {
  const values = { ...ADA, ...over };
  await userEvent.type(field('First name'), values.first);
  await userEvent.type(field('Email'), values.email);
  await userEvent.type(field('Password'), values.password);
  await userEvent.type(field('Date of birth'), values.birth);
}

/** The last date of birth, in UTC, of somebody of at least this age, plus the given number of days. */
function bornYearsAgo(years: number, days = 0): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate()));
  // 29 February, of a year that has none.
  if (day.getUTCMonth() !== now.getUTCMonth()) day.setUTCDate(0);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

describe('/register', () => {
  it('[5.8] shows at each field what is missing, and sends nothing', async () => {
    const { server } = await registerPage();
    await submit();
    expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument();
    expect(screen.getByText('Use at least 8 characters.')).toBeInTheDocument();
    expect(screen.getByText('Please enter your date of birth.')).toBeInTheDocument();
    expect(screen.getByText('Please accept the terms to create an account.')).toBeInTheDocument();
    expect(field('Email')).toHaveAttribute('aria-invalid', 'true');
    expect(server.bodies('POST /auth/v1/signup')).toEqual([]);
  });

  it.each(['ada', 'ada@', '@example.com', 'ada @example.com'])('[5.8] refuses the email %s inline', async (email) => {
    await registerPage();
    await userEvent.type(field('Email'), email);
    await userEvent.tab();
    expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument();
  });

  it('says nothing about an empty field that is passed with Tab until the form is sent', async () => {
    await registerPage();
    await userEvent.click(field('Email'));
    await userEvent.tab();
    await userEvent.type(field('Password'), 'seven77');
    await userEvent.tab();
    expect(await screen.findByText('Use at least 8 characters.')).toBeInTheDocument();
    expect(screen.queryByText('Please enter a valid email address')).not.toBeInTheDocument();
    await submit();
    expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument();
  });

  it('[5.8] refuses a short password inline, and shows at the same field that the service finds it too easy', async () => {
    const { server } = await registerPage({
      'POST /auth/v1/signup': wireError(422, 'weak_password', { weak_password: { reasons: ['length'] } }),
    });
    await userEvent.type(field('Password'), 'seven77');
    await userEvent.tab();
    expect(await screen.findByText('Use at least 8 characters.')).toBeInTheDocument();
    await userEvent.clear(field('Password'));
    await fill();
    await userEvent.click(terms());
    await submit();
    const note = await screen.findByText('That password is too easy to guess. Please choose another.');
    expect(field('Password')).toHaveAttribute('aria-describedby', note.id);
    expect(server.bodies('POST /auth/v1/signup')).toHaveLength(1);
  });

  it('refuses someone who turns 18 tomorrow, and accepts someone who turns 18 today', async () => {
    await registerPage();
    await userEvent.type(field('Date of birth'), bornYearsAgo(18, 1));
    await userEvent.tab();
    expect(await screen.findByText('You must be 18 or older to use Soulsight.')).toBeInTheDocument();
    await userEvent.clear(field('Date of birth'));
    await userEvent.type(field('Date of birth'), bornYearsAgo(18));
    await waitFor(() =>
      expect(screen.queryByText('You must be 18 or older to use Soulsight.')).not.toBeInTheDocument(),
    );
  });

  it('has two separate consents, neither checked in advance', async () => {
    await registerPage();
    expect(terms()).not.toBeChecked();
    expect(analysis()).not.toBeChecked();
  });

  it.each([true, false])(
    '[1.1] signs up with the version of the terms and analysis consent %s, then signs in',
    async (yes) => {
      const { server, path } = await registerPage({
        'POST /auth/v1/signup': { body: buildWireUser({ email_confirmed_at: undefined }) },
        'POST /auth/v1/token': { body: buildWireSession() },
      });
      await fill();
      await userEvent.click(terms());
      if (yes) await userEvent.click(analysis());
      await submit();
      await waitFor(() => expect(server.bodies('POST /auth/v1/token')).toHaveLength(1));
      expect(server.bodies('POST /auth/v1/signup')[0]).toMatchObject({
        email: ADA.email,
        password: ADA.password,
        data: {
          first_name: 'Ada',
          birth_date: '1992-03-04',
          terms_version: '2026-11-01',
          behavioural_analysis: yes,
          timezone: expect.any(String),
        },
      });
      // There is no session provider here; this checks only where the page leads.
      expect(path()).toBe('/register');
    },
  );

  it('opens the verify page if there is no session, so that a registered address looks like any other', async () => {
    const { path } = await registerPage({
      'POST /auth/v1/signup': { body: buildWireUser({ identities: [] }) },
      'POST /auth/v1/token': wireError(400, 'invalid_credentials'),
    });
    await fill();
    await userEvent.click(terms());
    await submit();
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument();
    expect(path()).toBe('/verify-email');
    expect(screen.getByDisplayValue(ADA.email)).toBeInTheDocument();
  });

  it.each([
    [400, '', 'Please fill in all required fields correctly.'],
    [409, '', 'An account with this email already exists. Try logging in instead.'],
    [422, '', 'Please check your email format and the password requirements.'],
    [422, 'signup_disabled', 'Sign-up is closed at the moment.'],
  ])('[8.10] explains the refusal %i %s', async (status, code, sentence) => {
    await registerPage({ 'POST /auth/v1/signup': wireError(status, code) });
    await fill();
    await userEvent.click(terms());
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  });

  it('says so if sign-up is closed', async () => {
    renderApp('/register', { answers: { 'GET /auth/v1/settings': { body: { external: {}, disable_signup: true } } } });
    expect(await screen.findByRole('heading', { name: 'Sign-up is closed' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create account' })).not.toBeInTheDocument();
  });
});
