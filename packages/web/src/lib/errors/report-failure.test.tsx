import { MutationObserver, useMutation } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { ToastArea } from '../../ui/toast-area.tsx';
import { ApiError } from '../api/api-error.ts';
import { createQueryClient } from '../api/query-client.ts';
import { reportFailure, retryMutation } from './report-failure.ts';

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

describe('a choice that failed, after another one', () => {
  type Change = Record<string, unknown> | string[];

  /** Saves two choices, of which the first fails, and tries the first one again. @returns what the server got */
  async function saveTwiceAndRetry(first: Change, second: Change): Promise<Change[]> {
    const client = createQueryClient();
    const sent: Change[] = [];
    const save = async (change: Change) => {
      sent.push(change);
      if (sent.length === 1) throw unavailable();
    };
    const choose = (change: Change) =>
      new MutationObserver(client, { scope: { id: 'choice' }, mutationFn: save }).mutate(change);
    const error = await choose(first).catch((reason: unknown) => reason);
    await choose(second);
    retryMutation(client, error)();
    await waitFor(() => expect(client.isMutating()).toBe(0));
    return sent.slice(2);
  }

  it.each<[string, Change, Change, Change[]]>([
    ['is not sent over it', { theme: 'dark' }, { theme: 'light' }, []],
    ['is not sent over it, as an order', ['a', 'b'], ['b', 'a'], []],
    ['is sent without what was chosen again', { theme: 'dark', name: 'Ada' }, { theme: 'light' }, [{ name: 'Ada' }]],
    [
      'is sent where another field of the same group was chosen since',
      { kinds: { likes: { push: false } } },
      { kinds: { likes: { email: true }, news: { push: true } } },
      [{ kinds: { likes: { push: false } } }],
    ],
    ['is sent whole when it names its subject', { id: 'ada', ms: 5 }, { id: 'ben', ms: 6 }, [{ id: 'ada', ms: 5 }]],
    ['is not sent over one about the same subject', { id: 'ada', ms: 5 }, { id: 'ada' }, []],
    [
      'is sent whole where the later one only adds to it',
      { id: 'ada' },
      { matchId: 'ada', reason: 'far' },
      [{ id: 'ada' }],
    ],
    ['is sent whole when it is about something else', { name: 'Ada' }, { theme: 'light' }, [{ name: 'Ada' }]],
  ])('%s', async (_, first, second, expected) => {
    expect(await saveTwiceAndRetry(first, second)).toEqual(expected);
  });
});

it('of two choices the older one is never sent last, also while it waits for its next attempt', async () => {
  const client = createQueryClient();
  const sent: string[] = [];
  const choose = (value: string) =>
    new MutationObserver(client, {
      scope: { id: 'choice' },
      retryDelay: 1,
      mutationFn: async (choice: string) => {
        sent.push(choice);
        if (sent.length === 1) throw new ApiError({ kind: 'http', status: 503, code: 'overloaded', path: '/' });
      },
    }).mutate(value);
  await Promise.all([choose('old'), choose('new')]);
  expect(sent).toEqual(['old', 'old', 'new']);
});
