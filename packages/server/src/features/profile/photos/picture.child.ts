import { setPriority } from 'node:os';
import { decodePicture } from './decode-picture.ts';

/** Decodes the pictures that its parent sends, one at a time, and ends with it. Start it by `createPictureProcesses`. */
const NICENESS = 5;
const POLL_MS = 20;
const MEGABYTE = 1024 * 1024;
/** Its exit code when a picture needs more memory or processor time than it may. */
const TOO_MUCH = 9;

const memoryMaxBytes = Number(process.argv[2]) * MEGABYTE;
const cpuMaxUs = Number(process.argv[3]) * 1_000;
let before = process.cpuUsage();
try {
  setPriority(NICENESS);
} catch {
  // Not permitted here: decoding then competes with the server.
}
// Pictures are decoded on threads of libvips, so this timer runs meanwhile.
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  if (process.memoryUsage.rss() > memoryMaxBytes || user + system > cpuMaxUs) process.exit(TOO_MUCH);
}, POLL_MS);
process.on('message', async (upload: Uint8Array) => {
  before = process.cpuUsage();
  process.send?.(await decodePicture(upload));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
