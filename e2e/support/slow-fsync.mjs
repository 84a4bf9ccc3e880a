import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a server with `--import`: while the file SLOW_FSYNC_FILE exists, each fsync takes 200 ms longer, as on a busy disk, and adds a
 * byte to SLOW_FSYNC_FILE.waits.
 */
const DELAY_MS = 200;
const never = new Int32Array(new SharedArrayBuffer(4));
const slow = process.env.SLOW_FSYNC_FILE;
const { fsyncSync } = fs;

fs.fsyncSync = (file) => {
  if (fs.existsSync(slow)) {
    Atomics.wait(never, 0, 0, DELAY_MS);
    fs.appendFileSync(`${slow}.waits`, '.');
  }
  fsyncSync(file);
};
syncBuiltinESMExports();
