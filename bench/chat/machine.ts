import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { median } from '../percentile.ts';
import { TICKS_PER_SECOND } from './cpu.ts';
import { isPinned } from './process.ts';

const SYNCS = 50;
const PAGE_BYTES = 8_192;

/** CPU seconds of the whole machine since its start: in use by programs, and taken by the hypervisor for others. */
export interface MachineTime {
  busy: number;
  stolen: number;
}

/** Zero where there is no /proc. */
export function readMachineTime(): MachineTime {
  try {
    const fields = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields;
    return { busy: (user + nice + system + irq + softirq) / TICKS_PER_SECOND, stolen: steal / TICKS_PER_SECOND };
  } catch {
    return { busy: 0, stolen: 0 };
  }
}

/** What a commit waits for: the median time in ms until a page is on the disk. */
function measureSync(dir: string): number {
  const file = openSync(path.join(dir, 'sync'), 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const times = Array.from({ length: SYNCS }, () => {
    const startedAt = performance.now();
    writeSync(file, page, 0, PAGE_BYTES, 0);
    fsyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  return median(times);
}

/** Cores, load and disk, for the first line of a benchmark. `dir` is on the disk that it uses. */
export function describeMachine(dir: string): string {
  const pins = isPinned() ? 'server and database pinned to one, the load generator to another' : 'no process is pinned';
  return `${availableParallelism()} cores, ${pins}; load ${loadavg()[0]?.toFixed(1)}, a synced write takes ${measureSync(dir).toFixed(2)} ms`;
}
