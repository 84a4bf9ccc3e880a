import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPhotoCache } from './photo-cache.ts';
import { usePhoto } from './use-photo.ts';

const PHOTO = '1f6b8f4e-54a3-4c2e-9f0e-0a1b2c3d4e5f';

type Load = () => Promise<{ photos: { id: string; url: string }[] }>;

function Shown({ load }: { load: Load }) {
  const photo = useQuery({ queryKey: ['list'], queryFn: load }).data?.photos[0];
  const address = usePhoto(photo, 4);
  return <p>{address ?? 'none'}</p>;
}

/** A list that returns a fresh link each time it is loaded; only some of them work. */
function page(works: (link: string) => boolean) {
  let asked = 0;
  const load = vi.fn(async () => ({ photos: [{ id: PHOTO, url: `/photos/link-${++asked}` }] }));
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
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') });
    const load = page((link) => link === '/photos/link-2');
    expect(await screen.findByText('blob:picture')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('refetches its list at most once in 30 s when no link works', async () => {
    vi.useFakeTimers({ now: new Date('2031-01-01') });
    const load = page(() => false);
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(load).toHaveBeenCalledTimes(2);
    expect(screen.getByText('none')).toBeInTheDocument();
    vi.useRealTimers();
  });
});
