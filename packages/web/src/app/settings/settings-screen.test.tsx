import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { renderApp } from '../../testing/render-app.tsx';

const SECTIONS = ['Notifications', 'Privacy', 'Appearance', 'Signing in', 'Your devices', 'Your data'];

describe('/settings', () => {
  it.each(SECTIONS)('[2.9] has a section and a way to it: %s', async (title) => {
    renderApp('/settings', { session: buildSession(), me: buildMe() });
    const heading = await screen.findByRole('heading', { level: 2, name: title });
    const link = within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name: title });
    expect(link.getAttribute('href')).toBe(`#${heading.closest('section')?.id}`);
  });

  it('changes the theme at once, and keeps it', async () => {
    renderApp('/settings', { session: buildSession(), me: buildMe() });
    await userEvent.click(await screen.findByRole('radio', { name: /^Light/ }));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(localStorage.getItem('soulsight.theme')).toBe('light');
  });

  it('stands even where the server refuses each of its parts', async () => {
    renderApp('/settings', { session: buildSession(), answers: { 'GET /api/user': { status: 500, body: {} } } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    expect((await screen.findAllByRole('button', { name: 'Try Again' })).length).toBeGreaterThan(1);
  });
});
