import { NEWSLETTER_DELAY_MS, NEWSLETTER_RESET_MS } from '@soulsight/contract/limits';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { ToastArea } from '../../ui/toast-area.tsx';
import { Footer } from './footer.tsx';

const INVALID = 'Please enter a valid email address';
const DONE = 'Welcome to the soul network! Check your email.';

function footer() {
  render(
    <MemoryRouter>
      <Footer />
      <ToastArea />
    </MemoryRouter>,
  );
}

describe('the footer', () => {
  beforeEach(footer);

  it.each([
    ['Experience', ['Discover', 'Messages', 'Reveal', 'Premium']],
    ['Community', ['Blog', 'Guidelines', 'Support']],
    ['Company', ['About', 'Careers', 'Press', 'Contact']],
    ['Developers', ['API', 'Status', 'Changelog']],
    ['Legal', ['Privacy', 'Terms', 'Cookie Policy', 'Safety Center']],
  ])('[2.33] has the group %s with its links in order, whatever else it lists', (name, links) => {
    const group = within(screen.getByRole('navigation', { name })).getAllByRole('link');
    const labels = group.map((link) => link.textContent ?? '');
    expect(labels.filter((label) => links.includes(label))).toEqual(links);
  });

  it('[2.33] has social links, app-store links, trust badges', () => {
    const social = within(screen.getByRole('list', { name: 'Share' })).getAllByRole('link');
    expect(social.length).toBeGreaterThan(2);
    for (const link of social) expect(link.getAttribute('href')).toMatch(/^https:\/\/.+localhost/);
    expect(screen.getByRole('link', { name: /App Store/ })).toHaveAttribute('href', '/support#iphone');
    expect(screen.getByRole('link', { name: /Google Play/ })).toHaveAttribute('href', '/support#android');
    expect(within(screen.getByRole('list', { name: 'What you can rely on' })).getAllByRole('listitem')).toHaveLength(3);
  });

  it('[2.33] has a language selector that changes nothing', async () => {
    const before = document.documentElement.lang;
    const select = screen.getByRole('combobox', { name: 'Language' }) as HTMLSelectElement;
    expect([...select.options].map((option) => option.text)).toEqual([
      'English (US)',
      'Spanish',
      'French',
      'German',
      'Japanese',
    ]);
    await userEvent.selectOptions(select, 'French');
    expect(select).toHaveValue('French');
    expect(document.documentElement.lang).toBe(before);
    expect(screen.getByRole('link', { name: 'Privacy' })).toBeInTheDocument();
  });
});

describe('the newsletter box', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    footer();
  });
  afterEach(() => vi.useRealTimers());

  const box = () => screen.getByRole('textbox', { name: 'Email for the newsletter' });
  const form = () => box().closest('form') as HTMLFormElement;
  const state = () => form().dataset.state;

  function submit(email: string) {
    fireEvent.change(box(), { target: { value: email } });
    fireEvent.submit(form());
  }

  it.each(['', 'ada', 'ada@', 'ada@example', 'a da@example.com', 'ada@exam ple.com', '@example.com'])(
    '[5.1] [4.26] refuses "%s" inline and by a toast',
    async (email) => {
      submit(email);
      expect(state()).toBe('error');
      expect(screen.getByRole('alert').textContent).toBe(INVALID);
      // What draws toasts is loaded for the first one.
      await vi.waitFor(async () => {
        await act(() => vi.advanceTimersByTimeAsync(50));
        expect(screen.getAllByText(INVALID).length).toBeGreaterThan(1);
      }, 30_000);
    },
  );

  it('[4.26] [5.1] idle, loading for 1.5 s, success for 3 s, idle; nothing is sent', () => {
    const server = fakeServer({});
    expect(state()).toBe('idle');
    submit('ada@example.com');
    expect(state()).toBe('loading');
    act(() => vi.advanceTimersByTime(NEWSLETTER_DELAY_MS - 1));
    expect(state()).toBe('loading');
    act(() => vi.advanceTimersByTime(1));
    expect(state()).toBe('success');
    expect(screen.getAllByText(DONE).length).toBeGreaterThan(0);
    act(() => vi.advanceTimersByTime(NEWSLETTER_RESET_MS - 1));
    expect(state()).toBe('success');
    act(() => vi.advanceTimersByTime(1));
    expect(state()).toBe('idle');
    expect(server.calls).toHaveLength(0);
    expect([NEWSLETTER_DELAY_MS, NEWSLETTER_RESET_MS]).toEqual([1_500, 3_000]);
  });

  it('[4.26] typing again clears the error', () => {
    submit('ada');
    fireEvent.change(box(), { target: { value: 'ada@' } });
    expect(state()).toBe('idle');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
