import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildBgp } from '../../testing/build-bgp.ts';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { renderApp } from '../../testing/render-app.tsx';

const me = buildMe({ prompts: [{ key: 'sunday', answer: 'Nowhere to be.' }], intent: 'long_term' });

function profile(path: string, answers = {}) {
  return renderApp(path, {
    session: buildSession(),
    me,
    answers: { 'GET /api/bgp/profile': { body: buildBgp() }, ...answers },
  });
}

describe('/profile/{section?}', () => {
  it('[2.7] opens the overview if the path names no section', async () => {
    profile('/profile');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada' })).toBeInTheDocument();
    expect(await screen.findByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByText('You come alive in company.')).toBeInTheDocument();
  });

  it('shows the profile as others see it at each stage, and nothing that the stage hides', async () => {
    profile('/profile');
    await userEvent.click(await screen.findByRole('radio', { name: 'Aura' }));
    expect(screen.getByText(/A name like/)).toBeVisible();
    expect(screen.queryByText('Nowhere to be.')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Voice' }));
    expect(screen.getByText('Nowhere to be.')).toBeVisible();
    expect(screen.queryByText(/A name like/)).toBeNull();
  });

  it('shows what the user wrote beside each part that can be edited', async () => {
    profile('/profile/edit');
    expect(await screen.findByRole('button', { name: /In your words.*Nowhere to be\./ })).toBeVisible();
  });

  it('calls photos optional only until there are some', async () => {
    const photos = [{ id: crypto.randomUUID(), url: '/api/photos/1', width: 900, height: 1200, position: 0 }];
    renderApp('/profile/photos', { session: buildSession(), me: { ...me, photos } });
    expect(await screen.findByRole('heading', { name: 'Your photos' })).toBeVisible();
    expect(screen.queryByText(/Optional for now/)).toBeNull();
  });

  it('[2.7] opens the section that the path names', async () => {
    profile('/profile/traits');
    expect(await screen.findByRole('img', { name: /Your traits as a flower/ })).toBeInTheDocument();
    expect(screen.getByText('Attachment style').nextSibling?.textContent).toBe('secure');
    expect(screen.getByText('Overall score').nextSibling?.textContent).toBe('53');
  });

  it('[4.23] shows the fallback as what every profile starts with, not as facts about the user, with the note and a retry', async () => {
    profile('/profile/traits', { 'GET /api/bgp/profile': 'network failure' });
    expect((await screen.findByRole('alert')).textContent).toBe('Network error fetching BGP data');
    expect((await screen.findByText('Openness')).parentElement?.textContent).toContain('65');
    expect(screen.getByRole('heading', { name: 'What every profile starts with' })).toBeVisible();
    expect(screen.getByText(/the same for everyone and say nothing about you/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /Your traits as a flower/ })).toBeNull();
    for (const fact of ['Attachment style', 'Overall score', 'Matching']) expect(screen.queryByText(fact)).toBeNull();
  });

  it('shows the estimates of an early profile as such, after what they are', async () => {
    const early = buildBgp({ analysis_status: 'fallback', needs_analysis: true });
    profile('/profile/traits', { 'GET /api/bgp/profile': { body: early } });
    const chart = await screen.findByRole('img', { name: /Your traits as a flower/ });
    const title = screen.getByRole('heading', { name: 'Still getting to know you' });
    expect(title.compareDocumentPosition(chart) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('Overall score').nextSibling?.textContent).toBe('53 (a first estimate)');
  });

  it('shows no number where nothing is known', async () => {
    const readings = buildBgp().readings.map((reading) => ({ ...reading, confidence: 0 }));
    profile('/profile/traits', { 'GET /api/bgp/profile': { body: buildBgp({ readings }) } });
    expect((await screen.findByText('Growing')).parentElement).toHaveTextContent('GrowingNot known yet');
    for (const fact of ['Attachment style', 'Overall score'])
      expect(screen.getByText(fact).nextSibling?.textContent).toBe('Not known yet');
  });

  it('[4.23] says nothing about the user where the profile could not be fetched', async () => {
    profile('/profile', { 'GET /api/bgp/profile': 'network failure' });
    expect(await screen.findAllByText("This couldn't be loaded.")).toHaveLength(2);
    expect(screen.queryByText(/your first conversation|No changes yet/)).not.toBeInTheDocument();
  });

  it('[8.9] each part of the overview that could not be fetched can be fetched again', async () => {
    let up = false;
    profile('/profile', { 'GET /api/bgp/profile': () => (up ? { body: buildBgp() } : 'network failure') });
    for (const name of ['What changed', 'What we see']) {
      const part = (await screen.findByRole('heading', { name })).closest<HTMLElement>('.card') ?? document.body;
      expect(await within(part).findByRole('button', { name: 'Try Again' })).toBeVisible();
    }
    up = true;
    await userEvent.click(screen.getAllByRole('button', { name: 'Try Again' })[0] ?? document.body);
    expect(await screen.findByText('You come alive in company.')).toBeVisible();
    expect(screen.queryByText("This couldn't be loaded.")).not.toBeInTheDocument();
  });

  it('a part is closed without saving it', async () => {
    const { path } = profile('/profile/place');
    await userEvent.click(await screen.findByRole('link', { name: 'Close' }));
    await waitFor(() => expect(path()).toBe('/profile/edit'));
  });

  it('leads from the form of a part to every other part, and marks the open one', async () => {
    const { path } = profile('/profile/place');
    const parts = within(await screen.findByRole('navigation', { name: 'Parts of your profile' }));
    expect(parts.getAllByRole('link')).toHaveLength(6);
    expect(parts.getByRole('link', { name: 'Where you are' })).toHaveAttribute('aria-current', 'page');
    await userEvent.click(parts.getByRole('link', { name: 'In your words' }));
    await waitFor(() => expect(path()).toBe('/profile/prompts'));
    expect(parts.getByRole('link', { name: 'In your words' })).toHaveAttribute('aria-current', 'page');
  });

  it('asks before another part is opened while something is not saved', async () => {
    const { path } = profile('/profile/prompts');
    await userEvent.type((await screen.findAllByRole('textbox'))[0] as HTMLElement, ' and more');
    const parts = within(screen.getByRole('navigation', { name: 'Parts of your profile' }));
    await userEvent.click(parts.getByRole('link', { name: 'Where you are' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(path()).toBe('/profile/prompts');
    await userEvent.click(parts.getByRole('link', { name: 'Where you are' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(path()).toBe('/profile/place'));
    await userEvent.click(parts.getByRole('link', { name: 'In your words' }));
    await waitFor(() => expect(path()).toBe('/profile/prompts'));
  });

  it('changes the URL with each tab, so that the back button works', async () => {
    const { path } = profile('/profile');
    await userEvent.click(await screen.findByRole('tab', { name: 'About you' }));
    await waitFor(() => expect(path()).toBe('/profile/edit'));
    await userEvent.click(await screen.findByRole('button', { name: /In your words/ }));
    await waitFor(() => expect(path()).toBe('/profile/prompts'));
    expect(await screen.findByDisplayValue('Nowhere to be.')).toBeInTheDocument();
  });

  it('is not found for an unknown section', async () => {
    profile('/profile/nonsense');
    expect(await screen.findByText('Page Not Found')).toBeInTheDocument();
  });
});
