import { createVersions, isFull } from './versions.ts';

/** A file of the build; `revision` is null if the name contains the content's hash. */
export type BuiltFile = { url: string; revision: string | null };

export interface OfflineFilesOptions {
  files: readonly BuiltFile[];
  caches: CacheStorage;
  fetch: (request: Request | string) => Promise<Response>;
}

const CACHE_PREFIX = 'soulsight-';
/** Stored in a cache that holds the whole application. */
const WHOLE_MARK = '/service-worker/whole';
const INDEX = '/index.html';
/** Paths that the server answers itself; the page /api is the application's. */
const NO_PAGE = /^\/(api|auth|dev|photos|ws)\/|^\/(health|metrics)$/;
/** Files whose names contain their content's hash. */
const HASHED = '/assets/';
const LINKED_FILE = /(?:src|href)[=:]"(\/[^"]+\.[a-z0-9]+)"/g;

/**
 * Keeps the application for use without a network, in one cache per version. A visitor's device keeps the page and the files
 * that it links, and loads every page from the network first. `keepWhole` is for signed-in users: their device keeps
 * every file, starts from the cache, and an update is complete before it is offered.
 */
export function createOfflineFiles({ files, caches, fetch }: OfflineFilesOptions) {
  const paths = new Set(files.map(({ url }) => toPath(url)));
  const name = CACHE_PREFIX + versionFrom(files);
  const versions = createVersions(caches, name);
  const put = async (path: string, response: Response) => (await caches.open(name)).put(path, response);
  /** What this version keeps under a path. Where the device cannot read it, the network answers. */
  const findKept = (path: string) => caches.match(path, { cacheName: name }).catch(() => undefined);

  /** Hashed files of an earlier version are copied instead of loaded again. */
  async function load(path: string): Promise<Response> {
    const isHashed = files.some((file) => toPath(file.url) === path && file.revision === null);
    const known = isHashed ? await caches.match(path) : undefined;
    // The revision is part of the cache's name, so the browser's own cache must not answer with an older file.
    const response = known ?? (await fetch(isHashed ? path : new Request(path, { cache: 'reload' })));
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  }

  async function add(path: string): Promise<void> {
    if (!(await findKept(path))) await put(path, await load(path));
  }

  /** A device without room gets the version too, and needs the network for what does not fit. */
  async function install(): Promise<void> {
    if (await caches.match(WHOLE_MARK)) {
      if (await fits(keepWhole)) return;
      await caches.delete(name);
    }
    await fits(keepLinked);
  }

  /** Whether the device has room, without the versions that no page uses if need be. */
  async function fits(keep: () => Promise<void>): Promise<boolean> {
    for (const makeRoom of [null, versions.deleteUnused]) {
      try {
        await makeRoom?.();
        await keep();
        return true;
      } catch (error) {
        if (!isFull(error)) throw error;
      }
    }
    return false;
  }

  async function keepLinked(): Promise<void> {
    await add(INDEX);
    const page = (await (await findKept(INDEX))?.text()) ?? '';
    for (const [, path = ''] of page.matchAll(LINKED_FILE)) if (paths.has(path)) await add(path);
  }

  async function keepWhole(): Promise<void> {
    if (await findKept(WHOLE_MARK)) return;
    for (const path of paths) await add(path);
    await put(WHOLE_MARK, new Response());
  }

  async function answerPage(request: Request): Promise<Response> {
    const page = await findKept(INDEX);
    if (page && (await findKept(WHOLE_MARK))) return page;
    try {
      return await fetch(request);
    } catch (error) {
      if (page) return page;
      throw error;
    }
  }

  async function answerFile(path: string, request: Request): Promise<Response> {
    const kept = await findKept(path);
    if (kept) return kept;
    const response = await fetch(request);
    // Without room for a copy, the page still gets what has arrived.
    if (response.ok) await put(path, response.clone()).catch(() => {});
    return response;
  }

  /** A tab that still shows the version before asks for files that the server may no longer have. */
  async function answerEarlierFile(path: string, request: Request): Promise<Response> {
    return (await caches.match(path).catch(() => undefined)) ?? fetch(request);
  }

  /** The answer to a request of the page, or null if the browser makes the request as usual. */
  function answer(request: Request, origin: string): Promise<Response> | null {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== origin) return null;
    if (request.mode === 'navigate') return NO_PAGE.test(url.pathname) ? null : answerPage(request);
    if (paths.has(url.pathname)) return answerFile(url.pathname, request);
    return url.pathname.startsWith(HASHED) ? answerEarlierFile(url.pathname, request) : null;
  }

  return { install, keepWhole, activate: versions.activate, answer };
}

function toPath(url: string): string {
  return url.startsWith('/') ? url : `/${url}`;
}

/** FNV-1a of all names and revisions. */
function versionFrom(files: readonly BuiltFile[]): string {
  let hash = 0x811c9dc5;
  for (const char of files.map(({ url, revision }) => `${url} ${revision}`).join('\n'))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16);
}
