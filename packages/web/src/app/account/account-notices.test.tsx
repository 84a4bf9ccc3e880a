import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { renderApp } from '../../testing/render-app.tsx';

const AT = '2026-11-01T10:00:00Z';
const SANCTION = {
  id: '5b5f1c0e-7f5b-4a57-9d0e-3e1f0a2b4c6d',
  action: 'ban',
  reason: 'You asked for money.',
  at: AT,
  until: null,
  appeal: null,
};

describe('after signing in', () => {
  it('a user whose account is being deleted may come back, and sees nothing else', async () => {
    let isRestored = false;
    renderApp('/dashboard', {
      session: buildSession(),
      answers: {
        'GET /api/user': () => ({ body: buildMe({ deletion_at: isRestored ? null : '2026-12-21T10:00:00Z' }) }),
        'POST /api/user/restore': () => {
          isRestored = true;
          return { body: { ok: true } };
        },
      },
    });
    expect(await screen.findByRole('heading', { name: 'Would you like to come back?' })).toBeInTheDocument();
    expect(screen.getByText(/December/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Messages' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(screen.queryByText('Would you like to come back?')).not.toBeInTheDocument());
  });

  it('a locked user reads why, and can appeal at once', async () => {
    renderApp('/dashboard', {
      session: buildSession(),
      me: buildMe({ is_locked: true }),
      answers: { 'GET /api/user/sanctions': { body: { sanctions: [SANCTION] } } },
    });
    expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeInTheDocument();
    expect(await screen.findByText('You asked for money.')).toBeInTheDocument();
    expect(screen.getByLabelText('Appeal')).toBeInTheDocument();
  });
});
