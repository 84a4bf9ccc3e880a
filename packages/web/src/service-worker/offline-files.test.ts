import { describe, expect, it } from 'vitest';
import { type BuiltFile, createOfflineFiles } from './offline-files.ts';

const ORIGIN = 'https://soulsight.example';

/** Caches in memory, keyed by path. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  let room = Number.POSITIVE_INFINITY;
  let isBroken = false;
  const size = () => [...all.values()].reduce((sum, entries) => sum + entries.size, 0);
  const assertWorks = () => {
    if (isBroken) throw new DOMException('The storage cannot be read', 'UnknownError');
  };
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      put: async (path: string, response: Response) => {
        if (size() >= room) throw new DOMException('The disk is full', 'QuotaExceededError');
        entries.set(path, response);
      },
      delete: async (path: string) => entries.delete(path),
    };
  };
  const caches = {
    open: async (name: string) => {
      assertWorks();
      return open(name);
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (path: string, { cacheName }: MultiCacheQueryOptions = {}) => {
      assertWorks();
      for (const [name, entries] of all)
        if (entries.has(path) && name === (cacheName ?? name)) return entries.get(path)?.clone();
      return undefined;
    },
  };
  const kept = () => [...all.values()].flatMap((entries) => [...entries.keys()]).sort();
  return {
    caches: caches as unknown as CacheStorage,
    kept,
    count: () => all.size,
    /** Leaves room for `free` more files. */
    fill: (free: number) => {
      room = size() + free;
    },
    breakDown: () => {
      isBroken = true;
    },
  };
}

/** A version of the application: a page that links two files, and a screen that is loaded on demand. */
function version(name: string, store = fakeCaches()) {
  const files: BuiltFile[] = [
    { url: 'index.html', revision: name },
    { url: 'theme.js', revision: 'same' },
    { url: `assets/main-${name}.js`, revision: null },
    { url: 'assets/screen-1.js', revision: null },
  ];
  const loaded: string[] = [];
  let online = true;
  const fetch = async (request: Request | string) => {
    if (!online) throw new TypeError('Failed to fetch');
    const path = new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;
    loaded.push(path);
    return new Response(
      path.includes('.') && !path.endsWith('.html')
        ? `file ${path}`
        : `page ${name} <link href="/theme.js"><script>load({src:"/assets/main-${name}.js"})</script><a href="/elsewhere.pdf">`,
    );
  };
  const offline = createOfflineFiles({ files, caches: store.caches, fetch });
  const get = async (path: string, mode: RequestMode = 'no-cors', method = 'GET') => {
    const answer = offline.answer({ url: ORIGIN + path, method, mode } as Request, ORIGIN);
    return answer === null ? null : (await answer).text();
  };
  return {
    offline,
    store,
    loaded,
    get,
    visit: (path: string) => get(path, 'navigate'),
    disconnect: () => {
      online = false;
    },
  };
}

describe('a device without a sign-in', () => {
  it('keeps the page and the files that it links, and no more', async () => {
    const { offline, store } = version('a');
    await offline.install();
    expect(store.kept()).toEqual(['/assets/main-a.js', '/index.html', '/theme.js']);
  });

  it('loads pages from the network, and starts from the cache without one', async () => {
    const { offline, visit, loaded, disconnect } = version('a');
    await offline.install();
    expect(await visit('/login')).toContain('page a');
    expect(loaded).toContain('/login');
    disconnect();
    expect(await visit('/login')).toContain('page a');
  });

  it('keeps what it used', async () => {
    const { offline, store, get, disconnect } = version('a');
    await offline.install();
    expect(await get('/assets/screen-1.js')).toBe('file /assets/screen-1.js');
    disconnect();
    expect(await get('/assets/screen-1.js')).toBe('file /assets/screen-1.js');
    expect(store.kept()).toContain('/assets/screen-1.js');
  });
});

describe('a device of a signed-in user', () => {
  it('keeps everything, and starts from the cache', async () => {
    const { offline, visit, get, disconnect, loaded } = version('a');
    await offline.install();
    await offline.keepWhole();
    loaded.length = 0;
    disconnect();
    expect(await visit('/chat/1')).toContain('page a');
    expect(await get('/assets/screen-1.js')).toBe('file /assets/screen-1.js');
    expect(loaded).toEqual([]);
  });

  it('has a new version complete before it is used, and loads only what changed', async () => {
    const before = version('a');
    await before.offline.install();
    await before.offline.keepWhole();
    const after = version('b', before.store);
    await after.offline.install();
    expect(after.loaded.sort()).toEqual(['/assets/main-b.js', '/index.html', '/theme.js']);
    expect(await before.visit('/chat')).toContain('page a');
    await after.offline.activate();
    after.disconnect();
    expect(await after.visit('/chat')).toContain('page b');
    expect(await after.get('/assets/screen-1.js')).toBe('file /assets/screen-1.js');
  });

  it('[4.10] serves tabs that still show the version before, and forgets older ones', async () => {
    const first = version('a');
    await first.offline.install();
    await first.offline.keepWhole();
    let latest = first;
    for (const name of ['b', 'c']) {
      latest = version(name, first.store);
      await latest.offline.install();
      await latest.offline.activate();
      expect(first.store.count()).toBe(2);
    }
    latest.disconnect();
    expect(await latest.get('/assets/main-b.js')).toBe('file /assets/main-b.js');
    await expect(latest.get('/assets/main-a.js')).rejects.toThrow('Failed to fetch');
  });

  it('holds no page or file where one could not be loaded', async () => {
    const { offline, disconnect, store } = version('a');
    disconnect();
    await expect(offline.install()).rejects.toThrow('Failed to fetch');
    expect(store.kept()).toEqual([]);
  });
});

describe('a device without room', () => {
  it('gets a file that it cannot keep, and a page and a file where it cannot even read what it keeps', async () => {
    const { offline, store, get, visit } = version('a');
    await offline.install();
    store.fill(0);
    expect(await get('/assets/screen-1.js')).toBe('file /assets/screen-1.js');
    expect(store.kept()).not.toContain('/assets/screen-1.js');
    store.breakDown();
    expect(await get('/theme.js')).toBe('file /theme.js');
    expect(await get('/assets/earlier.js')).toBe('file /assets/earlier.js');
    expect(await visit('/chat')).toContain('page a');
  });

  it.each([
    ['before the one in use', 'b', 'a'],
    ['that waits to follow the one in use', 'a', 'b'],
  ])('removes a version %s to make room for an update', async (_, inUse, removed) => {
    const first = version('a');
    await first.offline.install();
    await first.offline.keepWhole();
    await first.offline.activate();
    const second = version('b', first.store);
    await second.offline.install();
    if (inUse === 'b') await second.offline.activate();
    const latest = version('c', first.store);
    first.store.fill(3);
    await latest.offline.install();
    const versions = { a: first, b: second };
    for (const { disconnect } of [first, second, latest]) disconnect();
    expect(await latest.visit('/chat')).toContain('page c');
    expect(await versions[inUse as 'a'].visit('/chat')).toContain(`page ${inUse}`);
    await expect(versions[removed as 'a'].visit('/chat')).rejects.toThrow('Failed to fetch');
  });

  it('keeps what may be in use where no version is marked as the active one', async () => {
    const first = version('a');
    await first.offline.install();
    await first.offline.keepWhole();
    await version('b', first.store).offline.install();
    first.store.fill(0);
    await version('c', first.store).offline.install();
    first.disconnect();
    expect(await first.visit('/chat')).toContain('page a');
  });

  it('keeps them as well when an update becomes the active one, until the next update', async () => {
    const first = version('a');
    await first.offline.install();
    await first.offline.keepWhole();
    await version('b', first.store).offline.install();
    const third = version('c', first.store);
    await third.offline.install();
    await third.offline.activate();
    first.disconnect();
    expect(await first.get('/assets/main-a.js')).toBe('file /assets/main-a.js');
    const latest = version('d', first.store);
    await latest.offline.install();
    await latest.offline.activate();
    expect(first.store.count()).toBe(2);
  });

  it('[4.10] shows an update that does not fit, from the network', async () => {
    const before = version('a');
    await before.offline.install();
    await before.offline.keepWhole();
    const after = version('b', before.store);
    before.store.fill(2);
    await after.offline.install();
    expect(await after.visit('/chat')).toContain('page b');
    expect(await after.get('/assets/main-b.js')).toBe('file /assets/main-b.js');
    expect(await after.get('/assets/screen-1.js')).toBe('file /assets/screen-1.js');
    before.store.fill(10);
    await after.offline.keepWhole();
    after.disconnect();
    expect(await after.visit('/chat')).toContain('page b');
  });
});

it('calls, photos and other addresses are left to the browser', async () => {
  const { get, visit } = version('a');
  expect(await get('/api/user')).toBeNull();
  expect(await get('/theme.js', 'no-cors', 'POST')).toBeNull();
  expect(await visit('/api/notifications/unsubscribe')).toBeNull();
  expect(await visit('/photos/1')).toBeNull();
  expect(await visit('/api')).toContain('page a');
});
