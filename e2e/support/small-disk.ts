import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILL_BYTES = 1024 * 1024;

/** A folder on a file system of its own, in memory. Needs root. */
export function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  const filler = path.join(folder, 'filler');
  return {
    folder,
    /** Uses up all space, down to this many bytes at a time. */
    fill() {
      for (let size = FILL_BYTES; size >= 1; size /= 1024) appendUntilFull(filler, Buffer.alloc(size));
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => execFileSync('umount', ['--lazy', folder]),
  };
}

function appendUntilFull(file: string, piece: Buffer): void {
  try {
    for (;;) writeFileSync(file, piece, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
