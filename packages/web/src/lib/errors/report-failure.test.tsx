import { useMutation } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { ToastArea } from '../../ui/toast-area.tsx';
import { ApiError } from '../api/api-error.ts';
import { reportFailure } from './report-failure.ts';

function Save({ save, onSaved }: { save: (value: string) => Promise<string>; onSaved: (value: string) => void }) {
  const mutation = useMutation({ mutationFn: save, onError: reportFailure({ context: 'profile' }) });
  return (
    <>
      <button type="button" onClick={() => mutation.mutate('blue', { onSuccess: onSaved })}>
        Save
      </button>
      <ToastArea />
    </>
  );
}

const unavailable = () => new ApiError({ kind: 'http', status: 503, path: '/api/user' });

it('[8.9] a failed action is offered again, with its values and with what follows its success', async () => {
  const save = vi
    .fn()
    .mockRejectedValueOnce(unavailable())
    .mockRejectedValueOnce(unavailable())
    .mockResolvedValue('ok');
  const onSaved = vi.fn();
  renderWithProviders(<Save save={save} onSaved={onSaved} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(save.mock.calls.map(([value]) => value)).toEqual(['blue', 'blue', 'blue']);
});

it('a refusal is not offered again', async () => {
  const save = vi.fn().mockRejectedValue(new ApiError({ kind: 'http', status: 409, path: '/api/user' }));
  renderWithProviders(<Save save={save} onSaved={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const shown = (await screen.findByText('Request Failed')).closest('li') as HTMLElement;
  expect(within(shown).queryByRole('button', { name: 'Retry' })).toBeNull();
});
