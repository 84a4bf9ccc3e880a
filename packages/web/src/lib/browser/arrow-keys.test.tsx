import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { moveWithArrowKeys } from './arrow-keys.ts';

it('a list is one stop for Tab; arrow keys, Home and End move inside it', async () => {
  render(
    <>
      <ul onKeyDownCapture={moveWithArrowKeys('a')}>
        {['One', 'Two', 'Three'].map((name, i) => (
          <li key={name}>
            <a href="/" tabIndex={i === 1 ? 0 : -1}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <button type="button">After</button>
    </>,
  );
  const focused = () => document.activeElement?.textContent;
  await userEvent.tab();
  expect(focused()).toBe('Two');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Three');
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe('One');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('Three');
  await userEvent.tab();
  expect(screen.getByRole('button')).toHaveFocus();
});
