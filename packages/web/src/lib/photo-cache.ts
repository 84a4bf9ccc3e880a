/** Photos that were fetched, as addresses inside this page: a signed link dies within a minute, a photo that stands must not. */
const KEPT = 60;
const kept = new Map<string, Promise<string | null>>();

/** The address of a photo inside this page; null when its link no longer works. `key` names the photo and what it shows. */
export function fetchPhoto(key: string, url: string): Promise<string | null> {
  const known = kept.get(key);
  if (known) return known;
  const loading = load(url).catch(() => null);
  kept.set(key, loading);
  void loading.then((address) => {
    // A dead link is asked anew with the next one.
    if (address === null && kept.get(key) === loading) kept.delete(key);
  });
  if (kept.size > KEPT) forgetOldest();
  return loading;
}

async function load(url: string): Promise<string | null> {
  const response = await fetch(url);
  return response.ok ? URL.createObjectURL(await response.blob()) : null;
}

function forgetOldest(): void {
  const [oldest] = kept;
  if (!oldest) return;
  kept.delete(oldest[0]);
  void release(oldest[1]);
}

async function release(loading: Promise<string | null>): Promise<void> {
  const address = await loading;
  if (address) URL.revokeObjectURL(address);
}

/** Lets go of all photos: another person sits here now, or a reveal was taken back. */
export function forgetPhotos(): void {
  for (const loading of kept.values()) void release(loading);
  kept.clear();
}
