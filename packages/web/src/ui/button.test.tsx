import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Button } from './button.tsx';

const buttons = (loading: boolean) => (
  <>
    <Button loading={loading}>Save</Button>
    <Button>Other</Button>
  </>
);

it('a button that was busy has the focus again that it lost', async () => {
  const { rerender } = render(buttons(false));
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  rerender(buttons(true));
  expect(save).toBeDisabled();
  // Browsers take the focus from what is disabled.
  save.blur();
  rerender(buttons(false));
  await Promise.resolve();
  expect(save).toHaveFocus();
});

it('a button that was busy leaves the focus where it has gone meanwhile', async () => {
  const { rerender } = render(buttons(false));
  screen.getByRole('button', { name: 'Save' }).focus();
  rerender(buttons(true));
  const other = screen.getByRole('button', { name: 'Other' });
  other.focus();
  rerender(buttons(false));
  await Promise.resolve();
  expect(other).toHaveFocus();
});
