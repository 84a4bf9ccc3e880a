import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FittedName } from './fitted-name.tsx';

it.each([
  ['Zoe', '3'],
  ['Maximiliana-Alexandrina de la Cruz', '12'],
  ['Wołodymyrówna', '13'],
])('the size of %s follows its longest word, which a hyphen ends', (name, longest) => {
  render(<FittedName as="h2">{name}</FittedName>);
  expect(screen.getByRole('heading', { name }).style.getPropertyValue('--longest')).toBe(longest);
});
