import type { Me } from '@soulsight/contract/profile';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PATHS } from '../../lib/paths.ts';
import { buildMe } from '../../testing/build-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { PreferencesForm } from './components/preferences-form.tsx';

const WISHES: Me['wishes'] = {
  genders: ['man'],
  age_range: { min: 30, max: 40 },
  max_distance_km: 100,
  intents: ['long_term', 'friendship'],
};

function form(plan: 'free' | 'premium') {
  const me = buildMe({ wishes: WISHES, subscription: { plan } });
  const fake = fakeServer({ 'PATCH /api/user': { body: me } });
  renderWithProviders(<PreferencesForm me={me} onDone={() => {}} submitLabel="Save" />);
  return fake;
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('[6.3] premium filters are saved with the preferences', async () => {
  const fake = form('premium');
  await userEvent.click(screen.getByRole('switch', { name: 'Only people with checked photos' }));
  await save();
  const filters = { photos_checked: true, recently_active: false };
  await waitFor(() => expect(fake.bodies('PATCH /api/user')).toEqual([{ wishes: WISHES, filters }]));
});

it('[6.3] without premium they cannot be turned on, lead to Premium and are not sent', async () => {
  const fake = form('free');
  for (const filter of screen.getAllByRole('switch')) expect(filter).toBeDisabled();
  expect(screen.getByRole('link', { name: 'With Premium' })).toHaveAttribute('href', PATHS.subscription);
  await save();
  await waitFor(() => expect(fake.bodies('PATCH /api/user')).toEqual([{ wishes: WISHES }]));
});
