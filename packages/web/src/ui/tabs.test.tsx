import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

const NAMES = ['Reports', 'Messages', 'Selfies'] as const;

function Example() {
  const [value, setValue] = useState<string>('Selfies');
  const tabs = NAMES.map((name) => ({ value: name, label: name, content: `${name} panel` }));
  return <Tabs label="Queues" value={value} onChange={setValue} tabs={tabs} />;
}

const tab = (name: (typeof NAMES)[number]) => screen.getByRole('tab', { name });

it('the arrow keys wrap around', async () => {
  render(<Example />);
  await userEvent.tab();
  expect(tab('Selfies')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(tab('Reports')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(tab('Selfies')).toHaveFocus();
});

it('Tab goes from the focused tab to the panel, and back to the open tab', async () => {
  render(<Example />);
  await userEvent.tab();
  await userEvent.keyboard('{Home}');
  expect(tab('Reports')).toHaveFocus();
  expect(tab('Selfies')).toHaveAttribute('aria-selected', 'true');
  await userEvent.tab();
  expect(screen.getByRole('tabpanel')).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(tab('Selfies')).toHaveFocus();
});
