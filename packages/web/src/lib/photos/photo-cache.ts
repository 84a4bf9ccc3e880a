/** Photos that were fetched, as addresses inside this page: a signed link dies within a minute, a photo that stands must not. */
const MAX_PHOTOS = 60;
const cache = new Map<string, Promise<string | null>>();

/** The address of a photo inside this page; null when its link no longer works. `key` names the photo and what it shows. */
export function fetchPhoto(key: string, url: string): Promise<string | null> {
  const known = cache.get(key);
  if (known) return known;
  const loading = load(url).catch(() => null);
  cache.set(key, loading);
  void loading.then((address) => {
    // A dead link is asked anew with the next one.
    if (address === null && cache.get(key) === loading) cache.delete(key);
  });
  if (cache.size > MAX_PHOTOS) evictOldest();
  return loading;
}

async function load(url: string): Promise<string | null> {
  const response = await fetch(url);
  return response.ok ? URL.createObjectURL(await response.blob()) : null;
}

function evictOldest(): void {
  const [oldest] = cache;
  if (!oldest) return;
  cache.delete(oldest[0]);
  void revoke(oldest[1]);
}

async function revoke(loading: Promise<string | null>): Promise<void> {
  const address = await loading;
  if (address) URL.revokeObjectURL(address);
}

/** Lets go of all photos: another person sits here now, or a reveal was taken back. */
export function clearPhotoCache(): void {
  for (const loading of cache.values()) void revoke(loading);
  cache.clear();
}
