import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { abortCalls } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast.ts';
import { buildMe } from '../../../testing/build-user.ts';
import { renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { PhotosForm } from './photos-form.tsx';

const files = (count: number) =>
  Array.from({ length: count }, (_, n) => new File(['x'], `${n + 1}.jpg`, { type: 'image/jpeg' }));

/** A server whose answer to an upload has this status. */
function uploads(answer: (name: string) => number): void {
  vi.stubGlobal('fetch', async (_: unknown, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json(buildMe({ photos: [] }));
    const photo = [...(body as FormData).values()].find((value) => value instanceof File);
    const photoId = '1f6b8f4e-54a3-4c2e-9f0e-0a1b2c3d4e5f';
    const status = answer(photo?.name ?? '');
    return Response.json({ id: photoId, url: '/photos/x', width: 10, height: 10, position: 0 }, { status });
  });
}

it('photos that wait for their turn are not uploaded once their user has left: they would become the next user’s', async () => {
  let uploads = 0;
  vi.stubGlobal('fetch', (_: unknown, { method, signal }: RequestInit) => {
    if (method === 'POST') uploads += 1;
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  renderWithProviders(<PhotosForm me={buildMe({ photos: [] })} onDone={() => {}} submitLabel="Save" />);
  await userEvent.upload(screen.getByLabelText('Choose photos'), files(3));
  await screen.findByText('Sending photo 1 of 3…');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await act(async () => abortCalls());
  await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
  expect(uploads).toBe(1);
});

it('all photos that could not be sent are sent by one Retry, and the form is ready again afterwards', async () => {
  const sent: string[] = [];
  const down = new Set(['2.jpg', '3.jpg']);
  uploads((name) => {
    sent.push(name);
    return down.has(name) ? 503 : 200;
  });
  const retry = vi.spyOn(toast, 'retry').mockReturnValue(0);
  renderWithProviders(<PhotosForm me={buildMe({ photos: [] })} onDone={() => {}} submitLabel="Save" />);
  await userEvent.upload(screen.getByLabelText('Choose photos'), files(3));
  await waitFor(() => expect(retry).toHaveBeenCalledOnce());
  down.clear();
  await act(async () => retry.mock.calls[0]?.[1]());
  await waitFor(() => expect(sent).toEqual(['1.jpg', '2.jpg', '3.jpg', '2.jpg', '3.jpg']));
  await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Add a photo' })).toHaveAttribute('aria-disabled', 'false');
});

it('says that there is no room for all photos, of which an unverified user has two', async () => {
  const sent: string[] = [];
  uploads((name) => {
    sent.push(name);
    return 200;
  });
  const info = vi.spyOn(toast, 'info').mockReturnValue(0);
  renderWithProviders(
    <PhotosForm me={buildMe({ photos: [], isVerified: false })} onDone={() => {}} submitLabel="Save" />,
  );
  await userEvent.upload(screen.getByLabelText('Choose photos'), files(3));
  await waitFor(() => expect(sent).toEqual(['1.jpg', '2.jpg']));
  expect(info).toHaveBeenCalledWith('You can have 2 photos, so only the first 2 will be added.');
  expect(screen.getByText(/Up to 2 photos until you have confirmed your email/)).toBeInTheDocument();
});
