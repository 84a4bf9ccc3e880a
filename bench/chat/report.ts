import { median } from '../percentile.ts';
import type { Idle } from './idle.ts';
import { RATES, type Rates } from './rates.ts';
import { NAMES } from './subjects.ts';
import { IN_FLIGHT, type Throughput } from './throughput.ts';
import type { Health } from './turns.ts';

/** The goals, relative to the peers of the same run. */
const TIMES_EJABBERD = 8;
const SHARE_OF_BATCHED = 0.5;
const SHARE_OF_BATCHED_EMBEDDED = 0.4;
const P50_MAX_MS = 4;
const P50_UP_TO_RATE = 2_000;
const TIMES_BARE_MEMORY = 1.5;
const HELD = 10_000;

/** Above these shares of all cores a run says more about the machine than about the subjects. */
const STOLEN_MAX = 0.03;
const OTHERS_MAX = 0.15;
/** Under a closed load a healthy server uses its core; one that does not waits for something, such as the disk. */
const CORE_MIN = 0.5;
/** The fastest window of a subject beside its slowest. */
const SPREAD_MAX = 1.6;

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(rows[0] ?? []), rule, ...rows.slice(1).map(line)].join('\n');
}

/** The median, and the lowest and highest of the windows. */
function spread(values: readonly number[], digits = 0): string {
  if (values.length === 0) return 'not held';
  const show = (value: number) => value.toFixed(digits);
  return `${show(median(values))} (${show(Math.min(...values))} to ${show(Math.max(...values))})`;
}

function pick<W, K extends keyof W>(windows: readonly W[], key: K, fits: (window: W) => boolean): W[K][] {
  return windows.filter(fits).map((window) => window[key]);
}

export function throughputTable(rows: readonly Throughput[]): string {
  const head = ['', ...IN_FLIGHT.flatMap((n) => [`${n} in flight: /s`, `${n}: per CPU s`]), 'of its core'];
  const lines = rows.map(({ name, windows }) => [
    name,
    ...IN_FLIGHT.flatMap((n) => [
      spread(pick(windows, 'perSecond', ({ inFlight }) => inFlight === n)),
      spread(pick(windows, 'perCpuSecond', ({ inFlight }) => inFlight === n)),
    ]),
    median(windows.map(({ core }) => core)).toFixed(2),
  ]);
  return table([head, ...lines]);
}

export function ratesTable(rows: readonly Rates[]): string {
  const head = ['', ...RATES.flatMap((rate) => [`${rate}/s: p50 ms`, 'p99 ms'])];
  const lines = rows.map(({ name, windows }) => [
    name,
    ...RATES.flatMap((rate) => {
      const isHeld = (window: { rate: number; held: boolean }) => window.rate === rate && window.held;
      return [spread(pick(windows, 'p50', isHeld), 1), spread(pick(windows, 'p99', isHeld), 1)];
    }),
  ]);
  return table([head, ...lines]);
}

export function idleTable({ ours, bare, held }: Idle): string {
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  return table([
    ['', 'in use per idle socket', 'resident', 'held at once'],
    ['Soulsight', kib(ours.live), kib(ours.resident), String(held)],
    ['bare ws', kib(bare.live), kib(bare.resident), ''],
  ]);
}

interface Results {
  throughput: readonly Throughput[];
  rates: readonly Rates[];
  idle: Idle | null;
}

/** Prints each goal that was measured, or why it is not judged; returns true when all are judged and reached. */
export function report({ throughput, rates, idle }: Results): boolean {
  const windows: Health[] = [...throughput, ...rates].flatMap((row): Health[] => row.windows);
  const unwell = [...describeUnwellMachine(windows), ...throughput.flatMap(describeUnwellSubject)];
  for (const reason of unwell) console.log(`NOT JUDGED: ${reason}`);
  const results = unwell.length > 0 ? [false] : [...judgeThroughput(throughput), ...judgeRates(rates)];
  if (idle) {
    const times = idle.ours.live / idle.bare.live;
    results.push(
      isAtLeast('share of 10,000 sockets held', idle.held / HELD, 1),
      isAtMost('memory per idle socket, times bare ws', times, TIMES_BARE_MEMORY),
    );
  }
  return results.every(Boolean);
}

function describeUnwellMachine(windows: readonly Health[]): string[] {
  if (windows.length === 0) return [];
  const [stolen, others] = [median(windows.map((w) => w.stolen)), median(windows.map((w) => w.others))];
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  console.log(`The machine: ${percent(stolen)} stolen by the hypervisor, ${percent(others)} used by other programs.`);
  return [
    ...(stolen > STOLEN_MAX ? [`the hypervisor took ${percent(stolen)} of the cores`] : []),
    ...(others > OTHERS_MAX ? [`other programs used ${percent(others)} of the cores`] : []),
  ];
}

function describeUnwellSubject({ name, windows }: Throughput): string[] {
  const core = median(windows.map((window) => window.core));
  const uneven = IN_FLIGHT.filter((n) => {
    const costs = pick(windows, 'perCpuSecond', ({ inFlight }) => inFlight === n);
    return Math.max(...costs) / Math.min(...costs) > SPREAD_MAX;
  });
  return [
    ...(core < CORE_MIN ? [`${name} used ${core.toFixed(2)} of its core: it waits for something else`] : []),
    ...uneven.map((n) => `the windows of ${name}, ${n} in flight, differ by more than ${SPREAD_MAX} times`),
  ];
}

function judgeThroughput(rows: readonly Throughput[]): boolean[] {
  const best = (name: string) => {
    const windows = rows.find((row) => row.name === name)?.windows;
    if (!windows) return null;
    return Math.max(...IN_FLIGHT.map((n) => median(pick(windows, 'perCpuSecond', ({ inFlight }) => inFlight === n))));
  };
  const goals: [string, string, string, number][] = [
    ['per CPU second, times ejabberd', NAMES.oursOnPostgres, NAMES.runEjabberd, TIMES_EJABBERD],
    ['per CPU second, share of the batched relay', NAMES.oursOnPostgres, NAMES.batched, SHARE_OF_BATCHED],
    [
      'embedded, per CPU second, share of the batched relay',
      NAMES.oursEmbedded,
      NAMES.batchedEmbedded,
      SHARE_OF_BATCHED_EMBEDDED,
    ],
  ];
  return goals.map(([what, ours, theirs, goal]) => {
    const [mine, other] = [best(ours), best(theirs)];
    return mine === null || other === null || isAtLeast(what, mine / other, goal);
  });
}

function judgeRates(rows: readonly Rates[]): boolean[] {
  const p50 = (name: string, rate: number) => {
    const held = rows.find((row) => row.name === name)?.windows.filter((w) => w.rate === rate && w.held) ?? [];
    return held.length === 0 ? null : median(held.map((window) => window.p50));
  };
  return RATES.flatMap((rate) => {
    const [ours, theirs] = [p50(NAMES.oursOnPostgres, rate), p50(NAMES.runEjabberd, rate)];
    if (!rows.some(({ name }) => name === NAMES.oursOnPostgres)) return [];
    if (ours === null) return [isAtLeast(`${rate}/s held`, 0, 1)];
    return [
      ...(rate <= P50_UP_TO_RATE ? [isAtMost(`${rate}/s: p50 in ms`, ours, P50_MAX_MS)] : []),
      ...(theirs === null ? [] : [isAtMost(`${rate}/s: p50, times ejabberd`, ours / theirs, 1)]),
    ];
  });
}

function isAtLeast(what: string, value: number, goal: number): boolean {
  return reportGoal(what, value, `at least ${goal}`, value >= goal);
}

function isAtMost(what: string, value: number, goal: number): boolean {
  return reportGoal(what, value, `at most ${goal}`, value <= goal);
}

function reportGoal(what: string, value: number, goal: string, isGood: boolean): boolean {
  console.log(`${isGood ? 'ok  ' : 'MISS'} ${what}: ${value.toFixed(2)} (goal ${goal})`);
  return isGood;
}
