import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
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

/** A list whose answer has a fresh link each time, of which only some work. */
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

describe('a photo behind a link that dies', () => {
  it('stands as an address of this page, asked for once', async () => {
    const load = page(() => true);
    expect(await screen.findByText('blob:picture')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('has its list asked anew when the link is dead, and shows with the fresh one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') });
    const load = page((link) => link === '/photos/link-2');
    expect(await screen.findByText('blob:picture')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('does not ask without end for a photo that cannot be had', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-01') });
    const load = page(() => false);
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(load).toHaveBeenCalledTimes(2);
    expect(screen.getByText('none')).toBeTruthy();
    vi.useRealTimers();
  });
});
