import type { Me, MeUpdate, Preferences } from '@soulsight/contract/profile';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as files from '../../lib/browser/save-file.ts';
import { MODEL_CONSENT } from '../../lib/model-consent.ts';
import { toast } from '../../lib/toast.ts';
import { buildMe } from '../../testing/build-user.ts';
import { type FakeAnswer, type FakeAnswers, fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { DeleteAccount, ExportData, PrivacySettings } from './components/privacy-settings.tsx';
import { useMe } from './profile.hooks.ts';

const PREFERENCES: Preferences = {
  read_receipts: true,
  show_online: true,
  ai_processing: false,
  open_likes: false,
  undo_hint_seen: false,
};

function Shown() {
  const me = useMe().data;
  return me ? <PrivacySettings me={me} /> : null;
}

function privacy(start: Partial<Me> = {}, extra: FakeAnswers = {}) {
  let me = buildMe(start);
  let preferences = PREFERENCES;
  const fake = fakeServer({
    'GET /api/user': () => ({ body: me }),
    'PATCH /api/user': (body) => {
      const { consents, paused } = body as MeUpdate;
      me = {
        ...me,
        paused: paused ?? me.paused,
        consents: { ...me.consents, ...(consents as Partial<Me['consents']>) },
      };
      return { body: me };
    },
    'GET /api/user/preferences': () => ({ body: preferences }),
    'PUT /api/user/preferences': (body) => {
      preferences = { ...preferences, ...(body as Partial<Preferences>) };
      return { body: preferences };
    },
    ...extra,
  });
  renderWithProviders(<Shown />);
  return fake;
}

const toggle = <T extends HTMLElement>(name: string) => screen.findByRole<T>('switch', { name });
const isOn = async (name: string) => (await toggle<HTMLInputElement>(name)).checked;

describe('privacy', () => {
  it('a switch moves at once, and back when its change is not saved', async () => {
    vi.spyOn(toast, 'retry').mockReturnValue(0);
    const [saved, paused] = [Promise.withResolvers<FakeAnswer>(), Promise.withResolvers<FakeAnswer>()];
    privacy({}, { 'PUT /api/user/preferences': () => saved.promise, 'PATCH /api/user': () => paused.promise });
    await userEvent.click(await toggle('Read receipts'));
    await userEvent.click(await toggle('Pause my profile'));
    expect([await isOn('Read receipts'), await isOn('Pause my profile')]).toEqual([false, true]);
    await act(async () => [saved, paused].map(({ resolve }) => resolve({ status: 503, body: {} })));
    await waitFor(async () =>
      expect([await isOn('Read receipts'), await isOn('Pause my profile')]).toEqual([true, false]),
    );
  });

  it.each([
    ['Read receipts', { read_receipts: false }],
    ["Show when I'm online", { show_online: false }],
    ['Language model', { ai_processing: true }],
    ['Let people know when I say yes', { open_likes: true }],
  ])('%s is saved immediately', async (name, change) => {
    const fake = privacy();
    const before = await isOn(name);
    await userEvent.click(await toggle(name));
    await waitFor(async () => expect(await isOn(name)).toBe(!before));
    expect(fake.called('PUT /api/user/preferences').map(({ body }) => body)).toEqual([change]);
  });

  it('says of the language model what its consent says everywhere', async () => {
    privacy();
    expect(await screen.findByText(MODEL_CONSENT)).toBeVisible();
  });

  it('the profile can be paused', async () => {
    const fake = privacy();
    await userEvent.click(await toggle('Pause my profile'));
    await waitFor(async () => expect(await isOn('Pause my profile')).toBe(true));
    expect(fake.called('PATCH /api/user')[0]?.body).toEqual({ paused: true });
  });

  it('consent to analysis is withdrawn only after a warning', async () => {
    const fake = privacy();
    await userEvent.click(await toggle('Behavioural analysis'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/erase everything learned from your behaviour/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(fake.called('PATCH /api/user')).toHaveLength(0);
    await userEvent.click(await toggle('Behavioural analysis'));
    const again = within(await screen.findByRole('alertdialog'));
    await userEvent.click(again.getByRole('button', { name: 'Withdraw and erase' }));
    await waitFor(async () => expect(await isOn('Behavioural analysis')).toBe(false));
    expect(fake.called('PATCH /api/user')[0]?.body).toEqual({ consents: { behavioural_analysis: false } });
  });

  it('consent can be given again without a dialog', async () => {
    privacy({ consents: { terms_version: '2026-11-01', behavioural_analysis: false } });
    await userEvent.click(await toggle('Behavioural analysis'));
    await waitFor(async () => expect(await isOn('Behavioural analysis')).toBe(true));
  });

  it('says that it could not be loaded, and offers a retry', async () => {
    privacy({}, { 'GET /api/user/preferences': { status: 500, body: {} } });
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });
});

describe('the user’s data', () => {
  it('downloads as one archive', async () => {
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
    fakeServer({ 'GET /api/user/export': { body: 'zip' } });
    renderWithProviders(<ExportData />);
    await userEvent.click(screen.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith(expect.any(Blob), 'soulsight-export.zip'));
  });

  it('is deleted with a word about Premium to who has it', async () => {
    renderWithProviders(<DeleteAccount premium />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Your Premium isn't renewed/)).toBeVisible();
  });

  it('is deleted only after typing DELETE', async () => {
    const fake = fakeServer({ 'POST /api/user/delete': { body: { deletion_at: '2026-12-21T10:00:00Z' } } });
    renderWithProviders(<DeleteAccount premium={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.queryByText(/Premium/)).not.toBeInTheDocument();
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), 'delete');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await dialog.findByText('Please type DELETE, in capital letters.')).toBeInTheDocument();
    expect(fake.called('POST /api/user/delete')).toHaveLength(0);
    await userEvent.clear(dialog.getByLabelText('Type DELETE to confirm'));
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await userEvent.type(dialog.getByLabelText('Your password'), 'my password');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() =>
      expect(fake.called('POST /api/user/delete')[0]?.body).toEqual({ confirm: 'DELETE', password: 'my password' }),
    );
  });
});
