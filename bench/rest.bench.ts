import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '@soulsight/contract/time';
import { READY_ACCOUNTS_FILE } from '@soulsight/server/features/demo/ready-accounts';
import { freePort } from '../scripts/lib/free-port.ts';
import { eventually, PRODUCT_ALLOCATOR, PRODUCT_FLAGS, stopProcess } from './chat/process.ts';
import { median } from './percentile.ts';
import { visitDemo } from './rest.visit.ts';

/**
 * What the embedded server with the demo population takes at rest: resident memory, and the time of a second start.
 * The floor is a process that only opens the same database and answers one path. `npm run bench -- rest [minutes at rest]`
 * With `--use 60` two people use it for an hour instead, and its memory is read each minute, and once more when it rests again.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { use: { type: 'string' } } });
const ROUNDS = 3;
const SECOND_MS = 1_000;
/** Seconds on an idle machine. */
const DEMO_MAX_MS = 10 * MINUTE_MS;
const REST_MS = Number(positionals[0] ?? 1) * MINUTE_MS;
const ROOT = path.resolve(import.meta.dirname, '..');
const SERVER = path.join(ROOT, 'packages/server/src/app/main.ts');
const FLOOR = path.join(import.meta.dirname, 'rest.floor.ts');

const dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-bench-'));
const floorDir = `${dataDir}-floor`;
try {
  const first = await start(SERVER, PRODUCT_FLAGS, dataDir);
  console.log(`first start, with the demo population to create: ${first.seconds.toFixed(1)} s`);
  await waitForDemo();
  await pause(REST_MS);
  await stopProcess(first.child);
  if (values.use === undefined) await compareAtRest();
  else await measureUse(Number(values.use));
} finally {
  for (const dir of [dataDir, floorDir]) rmSync(dir, { recursive: true, force: true });
}

/** The demo population is created after the start, and what is not created yet would be created by the starts that are measured. */
async function waitForDemo(): Promise<void> {
  const accounts = path.join(dataDir, READY_ACCOUNTS_FILE);
  await eventually(async () => {
    if (!existsSync(accounts)) throw new Error('The demo population is not created.');
  }, DEMO_MAX_MS);
}

async function compareAtRest(): Promise<void> {
  cpSync(dataDir, floorDir, { recursive: true });
  const server: Sample[] = [];
  const floor: Sample[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    server.push(await measure(SERVER, PRODUCT_FLAGS, dataDir));
    floor.push(await measure(FLOOR, [], floorDir));
  }
  report('server', server);
  report('floor', floor);
  const ratio = middle(server, 'megabytes') / middle(floor, 'megabytes');
  console.log(`memory at rest: ${ratio.toFixed(2)} x the floor`);
}

async function measureUse(minutes: number): Promise<void> {
  const { child, port } = await start(SERVER, PRODUCT_FLAGS, dataDir);
  const visit = visitDemo(port, dataDir);
  for (let minute = 1; minute <= minutes; minute += 1) {
    await pause(MINUTE_MS);
    console.log(`minute ${minute} of use: ${readResident(child.pid as number).toFixed(0)} MB resident`);
  }
  await visit.stop();
  await pause(REST_MS);
  console.log(`at rest again: ${readResident(child.pid as number).toFixed(0)} MB resident`);
  const answers = [...visit.statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  console.log(`answers: ${answers}`);
  await stopProcess(child);
}

interface Sample {
  seconds: number;
  megabytes: number;
}

async function measure(file: string, flags: readonly string[], dir: string): Promise<Sample> {
  const { child, seconds } = await start(file, flags, dir);
  await pause(REST_MS);
  const megabytes = readResident(child.pid as number);
  await stopProcess(child);
  return { seconds, megabytes };
}

async function start(file: string, flags: readonly string[], dir: string) {
  const port = await freePort();
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, [...flags, file], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      ...PRODUCT_ALLOCATOR,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: path.join(ROOT, '.cache/node'),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await eventually(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    if (!response.ok) throw new Error(`/health answers ${response.status}`);
  });
  return { child, port, seconds: (performance.now() - startedAt) / SECOND_MS };
}

function readResident(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) throw new Error('Resident memory is read from /proc, which only Linux has.');
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1_024;
}

function report(name: string, samples: readonly Sample[]): void {
  const all = samples.map(({ megabytes }) => megabytes.toFixed(0)).join(', ');
  console.log(
    `${name}: ${middle(samples, 'megabytes').toFixed(0)} MB resident (${all}), starts in ${middle(samples, 'seconds').toFixed(1)} s`,
  );
}

function middle(samples: readonly Sample[], key: keyof Sample): number {
  return median(samples.map((sample) => sample[key]));
}
