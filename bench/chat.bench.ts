import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureIdle } from './chat/idle.ts';
import { describeMachine } from './chat/machine.ts';
import { startPostgres } from './chat/postgres.ts';
import { SERVER_CORE } from './chat/process.ts';
import { measureRates } from './chat/rates.ts';
import { idleTable, ratesTable, report, throughputTable } from './chat/report.ts';
import { listSubjects, PAIRS } from './chat/subjects.ts';
import { MESSAGE_BYTES } from './chat/texts.ts';
import { measureThroughput } from './chat/throughput.ts';
import { startContenders } from './chat/turns.ts';

/**
 * Messages that are stored durably and received: Soulsight, two other chat servers, and relays as lower bounds.
 * `npm run bench -- chat [throughput] [rates] [idle] [subjects]`; without a part all three, of about three minutes each.
 * Server and database share one core, and the CPU time of both is counted; the load runs on the other core.
 */
const PARTS = ['throughput', 'rates', 'idle'] as const;
type Part = (typeof PARTS)[number];

const args = process.argv.slice(2);
const parts = PARTS.filter((part) => args.includes(part));
const only = args.filter((arg) => !PARTS.includes(arg as Part));
const runs = (part: Part) => parts.length === 0 || parts.includes(part);

const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-bench-chat-'));
console.log(`${describeMachine(dir)}; ${PAIRS} pairs, messages of ${MESSAGE_BYTES} bytes`);
const postgres = await startPostgres(dir, SERVER_CORE);
try {
  const subjects = listSubjects({ dir, postgres }).filter(
    ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
  );
  const throughput = runs('throughput') ? await inTurns('throughput') : [];
  if (throughput.length > 0) console.log(`\n${throughputTable(throughput)}\n`);
  const rates = runs('rates') ? await inTurnsAtRates() : [];
  if (rates.length > 0) console.log(`\n${ratesTable(rates)}\n`);
  const idle = runs('idle') && only.length === 0 ? await measureIdle(dir) : null;
  if (idle) console.log(`${idleTable(idle)}\n`);
  process.exitCode = report({ throughput, rates, idle }) ? 0 : 1;

  async function inTurns(label: string) {
    const contenders = await startContenders(subjects, label);
    try {
      return await measureThroughput(contenders);
    } finally {
      await contenders.stop();
    }
  }

  /** The bare relay stores nothing, so its latency says little. */
  async function inTurnsAtRates() {
    const contenders = await startContenders(
      subjects.filter(({ stores }) => stores),
      'rates',
    );
    try {
      return await measureRates(contenders);
    } finally {
      await contenders.stop();
    }
  }
} finally {
  await postgres?.stop();
  rmSync(dir, { recursive: true, force: true });
}
