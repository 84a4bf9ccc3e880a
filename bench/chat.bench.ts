import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { cpuSeconds } from './chat/cpu.ts';
import { measureIdle } from './chat/idle.ts';
import type { ClosedAnswer, OpenAnswer } from './chat/load.worker.ts';
import { startPostgres } from './chat/postgres.ts';
import { isPinned, LOAD_CORE, SERVER_CORE, startWorker } from './chat/process.ts';
import { idleTable, messageTable, type Row, report } from './chat/report.ts';
import { listSubjects, type Running } from './chat/subjects.ts';
import { median } from './median.ts';

/**
 * Messages per second that are stored durably and received: Soulsight, two other chat servers, and relays as lower bounds.
 * Server and database share one core, and the CPU time of both is counted; the load runs on the other core.
 */
const IN_FLIGHT = [1, 2, 4];
const WARM_SECONDS = 2;
const WINDOW_SECONDS = 3;
const WINDOWS = 3;
const HALF_LOAD_SECONDS = 5;

async function measure(name: string, running: Running): Promise<Row> {
  const load = startWorker('./load.worker.ts', LOAD_CORE);
  try {
    await load.ask({ kind: 'connect', conversations: running.conversations });
    const cells: Row['cells'] = [];
    for (const inFlight of IN_FLIGHT) {
      const cpu: number[] = [];
      const closed = { kind: 'closed', inFlight, warmSeconds: WARM_SECONDS, seconds: WINDOW_SECONDS, windows: WINDOWS };
      const { done, seconds } = await load.ask<ClosedAnswer>(closed, () => cpu.push(cpuSeconds(running.pids)));
      const counts = done.slice(1).map((count, i) => count - (done[i] ?? 0));
      const perSecond = median(counts.map((count, i) => count / (seconds[i] ?? 1)));
      const perCpuSecond = median(counts.map((count, i) => count / ((cpu[i + 1] ?? 0) - (cpu[i] ?? 0))));
      cells.push({ inFlight, perSecond, perCpuSecond });
      console.log(
        `  ${name}, ${inFlight} in flight: ${perSecond.toFixed(0)}/s, ${perCpuSecond.toFixed(0)} per CPU second`,
      );
    }
    const rate = Math.max(...cells.map((cell) => cell.perSecond)) / 2;
    const half = { kind: 'open', rate, warmSeconds: 1, seconds: HALF_LOAD_SECONDS };
    const { p50, p99, lost } = await load.ask<OpenAnswer>(half);
    if (lost > 0) throw new Error(`${name}: ${lost} messages were not stored and received at half load`);
    await load.ask({ kind: 'disconnect' });
    return { name, cells, p50, p99 };
  } finally {
    await load.stop();
  }
}

const only = process.argv.slice(2);
const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-bench-chat-'));
console.log(
  `${availableParallelism()} cores; ${isPinned() ? 'server and database pinned to one, the load to another' : 'no process is pinned'}; 200 pairs, 120 bytes`,
);
const postgres = await startPostgres(dir, SERVER_CORE);
try {
  const rows: Row[] = [];
  for (const { name, start } of listSubjects({ dir, postgres })) {
    if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
    const running = await start();
    if (typeof running === 'string') {
      console.log(`SKIPPED ${name}: ${running}`);
      continue;
    }
    try {
      rows.push(await measure(name, running));
    } finally {
      await running.stop();
    }
  }
  if (rows.length > 0) console.log(`\n${messageTable(rows)}\n`);
  const idle = only.length > 0 && !only.includes('idle') ? null : await measureIdle(dir);
  if (idle) console.log(`${idleTable(idle)}\n`);
  const isGood = report(rows, idle);
  process.exitCode = isGood ? 0 : 1;
} finally {
  await postgres?.stop();
  rmSync(dir, { recursive: true, force: true });
}
