import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPhotoCache } from './photo-cache.ts';
import { usePhoto } from './use-photo.ts';

type Load = () => Promise<{ photos: { id: string; url: string }[] }>;

function Shown({ load }: { load: Load }) {
  const photo = useQuery({ queryKey: ['list'], queryFn: load }).data?.photos[0];
  const address = usePhoto(photo, 4);
  return <p>{address ?? 'none'}</p>;
}

function One({ photo }: { photo: { id: string; url: string } }) {
  return <li>{usePhoto(photo, 4)}</li>;
}

/** A list with a photo of its own, which returns a fresh link each time it is loaded; only some of them work. */
function page(works: (link: string) => boolean) {
  const id = crypto.randomUUID();
  let asked = 0;
  const load = vi.fn(async () => ({ photos: [{ id, url: `/photos/link-${++asked}` }] }));
  vi.stubGlobal('fetch', async (link: string) => new Response('picture', { status: works(link) ? 200 : 404 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shown load={load} />
    </QueryClientProvider>,
  );
  return load;
}

beforeEach(() => {
  clearPhotoCache();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
});

describe('a photo behind a link that expires', () => {
  it('is downloaded once and shown from a local address', async () => {
    const load = page(() => true);
    expect(await screen.findByText('blob:picture')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is shown from a fresh link when the first one has expired', async () => {
    const load = page((link) => link === '/photos/link-2');
    expect(await screen.findByText('blob:picture')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('stays valid as long as it is shown, however many others are; those that are not shown make room', async () => {
    const all = Array.from({ length: 70 }, (_, n) => ({ id: `photo ${n}`, url: `/photos/${n}` }));
    const gate = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (link: string) => {
      await gate.promise;
      return new Response(link);
    });
    let made = 0;
    URL.createObjectURL = () => `blob:${++made}`;
    const revoked = vi.fn<(address: string) => void>();
    URL.revokeObjectURL = revoked;
    const list = (from: number, version = '') => (
      <QueryClientProvider client={queries}>
        {all.slice(from).map(({ id, url }) => (
          <One key={id} photo={{ id, url: url + version }} />
        ))}
      </QueryClientProvider>
    );
    const queries = new QueryClient();
    const view = render(list(0));
    await act(async () => gate.resolve());
    expect(await screen.findByText('blob:70')).toBeInTheDocument();
    // With other links, as after a refetch.
    await act(async () => view.rerender(list(0, '?again')));
    expect(revoked).not.toHaveBeenCalled();
    await act(async () => view.rerender(list(5, '?again')));
    expect(revoked.mock.calls.flat().toSorted()).toEqual(['blob:1', 'blob:2', 'blob:3', 'blob:4', 'blob:5']);
    await act(async () => view.rerender(list(40, '?again')));
    expect(revoked).toHaveBeenCalledTimes(10);
  });

  it('refetches its list at most once in 30 s when no link works', async () => {
    vi.useFakeTimers();
    const load = page(() => false);
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(load).toHaveBeenCalledTimes(2);
    expect(screen.getByText('none')).toBeInTheDocument();
    vi.useRealTimers();
  });
});
