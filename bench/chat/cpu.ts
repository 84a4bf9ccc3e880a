import { readdirSync, readFileSync } from 'node:fs';

/** The unit of CPU time in /proc. */
export const TICKS_PER_SECOND = 100;

interface Process {
  parent: number;
  ticks: number;
}

function listProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name in parentheses may contain anything. The fields after it: state, ppid, ...; utime is the twelfth.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const own = Number(fields[11]) + Number(fields[12]);
      const ended = Number(fields[13]) + Number(fields[14]);
      found.set(Number(name), { parent: Number(fields[1]), ticks: own + ended });
    } catch {
      // The process has ended.
    }
  }
  return found;
}

/** CPU seconds (user and system) of these processes and all their descendants since they started. */
export function cpuSeconds(roots: readonly number[]): number {
  const all = listProcesses();
  let ticks = 0;
  for (const [pid, { ticks: own }] of all) if (isDescendant(pid, roots, all)) ticks += own;
  return ticks / TICKS_PER_SECOND;
}

function isDescendant(pid: number, roots: readonly number[], all: Map<number, Process>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent) {
    if (roots.includes(at)) return true;
  }
  return false;
}
