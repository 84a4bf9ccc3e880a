/** Downloaded photos as blob URLs: a signed link expires within a minute, a photo on the screen must not. */
const MAX_PHOTOS = 60;
const cache = new Map<string, Promise<string | null>>();

/** The blob URL of a photo; null when its link no longer works. `key` identifies the photo and its reveal stage. */
export function fetchPhoto(key: string, url: string): Promise<string | null> {
  const known = cache.get(key);
  if (known) return known;
  const loading = load(url).catch(() => null);
  cache.set(key, loading);
  void loading.then((address) => {
    // Try again with the next link.
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

/** Releases all photos, such as when another user signs in or a reveal is taken back. */
export function clearPhotoCache(): void {
  for (const loading of cache.values()) void revoke(loading);
  cache.clear();
}
