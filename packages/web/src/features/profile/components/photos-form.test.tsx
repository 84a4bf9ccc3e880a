import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { abortCalls } from '../../../lib/api/api.ts';
import { buildMe } from '../../../testing/build-user.ts';
import { renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { PhotosForm } from './photos-form.tsx';

it('photos that wait for their turn are not uploaded once their user has left: they would become the next user’s', async () => {
  let uploads = 0;
  vi.stubGlobal('fetch', (_: unknown, { method, signal }: RequestInit) => {
    if (method === 'POST') uploads += 1;
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  renderWithProviders(<PhotosForm me={buildMe({ photos: [] })} onDone={() => {}} submitLabel="Save" />);
  const photos = [1, 2, 3].map((n) => new File(['x'], `${n}.jpg`, { type: 'image/jpeg' }));
  await userEvent.upload(screen.getByLabelText('Choose photos'), photos);
  await screen.findByText('Sending photo 1 of 3…');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await act(async () => abortCalls());
  await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
  expect(uploads).toBe(1);
});
