import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { renderApp } from '../../testing/render-app.tsx';

const ME = { session: buildSession(), me: buildMe() };
const PLACEHOLDER = 'Quick navigation...';

async function app() {
  const made = renderApp('/about', ME);
  await screen.findByRole('button', { name: 'Quick navigation' });
  return { ...made, user: userEvent.setup() };
}

function setWidth(width: number): void {
  (window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }).happyDOM.setViewport({
    width,
  });
}

describe('quick navigation', () => {
  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('[2.27] opens by %s and closes by Escape', async (keys) => {
    const { user } = await app();
    await user.keyboard(keys);
    expect(await screen.findByPlaceholderText(PLACEHOLDER)).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByPlaceholderText(PLACEHOLDER)).not.toBeInTheDocument());
  });

  it.each([
    ['of its own on a wide screen', 1280, false],
    ['in the header, which floats, too, on a narrow one', 390, true],
  ])('[2.27] opens by the floating button %s', async (_, width, isInHeader) => {
    const before = window.innerWidth;
    setWidth(width);
    const { user } = await app();
    const button = screen.getByRole('button', { name: 'Quick navigation' });
    expect(button.closest('header') !== null).toBe(isInHeader);
    await user.click(button);
    expect(await screen.findByPlaceholderText(PLACEHOLDER)).toBeInTheDocument();
    setWidth(before);
  });

  it('returns the focus when it closes, and forgets what was typed', async () => {
    const { user } = await app();
    const button = screen.getByRole('button', { name: 'Quick navigation' });
    await user.click(button);
    await user.type(await screen.findByPlaceholderText(PLACEHOLDER), 'sett');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByPlaceholderText(PLACEHOLDER)).toHaveValue('');
    expect(await screen.findAllByRole('option')).toHaveLength(6);
  });

  it('[2.28] lists the six places with their keys', async () => {
    const { user } = await app();
    await user.keyboard('{Control>}k{/Control}');
    // The page behind it has options, too.
    await screen.findByPlaceholderText(PLACEHOLDER);
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'DashboardD',
      'Discover MatchesM',
      'MessagesC',
      'My ProfileP',
      'SettingsS',
      'PremiumU',
    ]);
  });

  it("[2.28] says 'No results found' when nothing matches", async () => {
    const { user } = await app();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText(PLACEHOLDER), 'zzz');
    const empty = await screen.findByText('No results found');
    expect(empty).toHaveAttribute('role', 'status');
    expect(screen.getByRole('listbox')).not.toContainElement(empty);
  });

  it('[2.28] filters by text and goes there', async () => {
    const { user, path } = await app();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText(PLACEHOLDER), 'prem{Enter}');
    await waitFor(() => expect(path()).toBe('/subscription'));
  });

  it.each([
    ['c', '/chat'],
    ['s', '/settings'],
    ['u', '/subscription'],
    ['p', '/profile'],
    ['m', '/matching'],
    ['d', '/dashboard'],
  ])('[2.28] the key %s puts its entry first', async (key, place) => {
    const { user, path } = await app();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText(PLACEHOLDER), `${key}{Enter}`);
    await waitFor(() => expect(path()).toBe(place));
  });
});
