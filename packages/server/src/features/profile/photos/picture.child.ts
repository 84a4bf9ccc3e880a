import { setPriority } from 'node:os';
import { decodePicture } from './decode-picture.ts';

// Decodes the pictures that its parent sends, one at a time, and exits with it. `createPictureProcesses` starts it.

/** Lets the server run first. */
const NICENESS = 5;
const POLL_MS = 20;
const MEGABYTE = 1024 * 1024;
/** The exit code when a picture exceeds its memory or processor time. */
const TOO_MUCH = 9;

const memoryMaxBytes = Number(process.argv[2]) * MEGABYTE;
const cpuMaxUs = Number(process.argv[3]) * 1_000;
let before = process.cpuUsage();
try {
  setPriority(NICENESS);
} catch {
  // The system may forbid it: then decoding competes with the server.
}
// libvips decodes on threads of its own, so this timer runs during a decode.
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
