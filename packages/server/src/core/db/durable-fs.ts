import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface EmscriptenModule {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } };
}

/**
 * PGlite's files on disk, with the fsync that its own file system leaves out: a commit is on the disk before it is acknowledged,
 * and survives a power loss.
 */
export class DurableFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (module: unknown) => {
      (module as EmscriptenModule).FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** A small installation would fill most of PostgreSQL's 128 MB for pages with files that the operating system caches anyway. */
const PAGE_CACHE = '32MB';

/** PGlite's parameters without `-F` (no fsync), with the sync method that calls the file system's fsync, and with a smaller cache. */
export const DURABLE_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', `shared_buffers=${PAGE_CACHE}`],
];
