import { getPriority, setPriority } from 'node:os';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

/** Below the rest of the process, but above background work of the machine. */
const NICER_BY = 5;
const NICENESS_MAX = 19;

/** On Linux a priority belongs to a thread; elsewhere it would change the whole process. */
function lowerPriority(): void {
  try {
    if (process.platform === 'linux') setPriority(Math.min(NICENESS_MAX, getPriority() + NICER_BY));
  } catch {
    // The system may forbid it: then hashing competes with the event loop.
  }
}

lowerPriority();

export function hash({ password, options }: { password: string; options: Options }): string {
  return hashSync(password, options);
}

export function verify({ password, stored }: { password: string; stored: string }): boolean {
  return verifySync(stored, password);
}
