/** Downloaded photos as blob URLs: a signed link expires within a minute, a photo on the screen must not. */
interface CachedPhoto {
  /** Null when the link no longer works. */
  address: Promise<string | null>;
  /** How many components show it. */
  users: number;
}

/** How many are kept; more only while they are all on the screen. */
const MAX_PHOTOS = 60;
/** The oldest first. */
const cache = new Map<string, CachedPhoto>();

/** A photo that stays valid until it is released. */
export interface HeldPhoto {
  /** Its blob URL; null when its link no longer works. */
  address: Promise<string | null>;
  release: () => void;
}

/** Downloads a photo, unless it is there. `key` identifies the photo and its reveal stage. */
export function holdPhoto(key: string, url: string): HeldPhoto {
  const photo = cache.get(key) ?? add(key, url);
  photo.users += 1;
  const release = () => {
    photo.users -= 1;
    evictSoon();
  };
  return { address: photo.address, release };
}

function add(key: string, url: string): CachedPhoto {
  const photo = { address: load(url).catch(() => null), users: 0 };
  cache.set(key, photo);
  void photo.address.then((address) => {
    // Try again with the next link.
    if (address === null && cache.get(key) === photo) cache.delete(key);
  });
  evictSoon();
  return photo;
}

async function load(url: string): Promise<string | null> {
  const response = await fetch(url);
  return response.ok ? URL.createObjectURL(await response.blob()) : null;
}

/** A page that renders again releases its photos, and holds the same ones right after. */
function evictSoon(): void {
  queueMicrotask(() => {
    if (cache.size <= MAX_PHOTOS) return;
    const unused = [...cache].filter(([, { users }]) => users === 0).slice(0, cache.size - MAX_PHOTOS);
    for (const [key, photo] of unused) {
      cache.delete(key);
      void revoke(photo);
    }
  });
}

async function revoke({ address: loading }: CachedPhoto): Promise<void> {
  const address = await loading;
  if (address) URL.revokeObjectURL(address);
}

/** Releases all photos, such as when another user signs in or a reveal is taken back. */
export function clearPhotoCache(): void {
  for (const photo of cache.values()) void revoke(photo);
  cache.clear();
}
