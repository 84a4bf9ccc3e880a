import type { Idle } from './idle.ts';
import { NAMES } from './subjects.ts';

export interface Row {
  name: string;
  cells: { inFlight: number; perSecond: number; perCpuSecond: number }[];
  /** Milliseconds from send to receipt at half of the best rate. */
  p50: number;
  p99: number;
}

/** The goals, relative to the peers of the same run. */
const TIMES_EJABBERD = 8;
const SHARE_OF_BATCHED = 0.4;
const TIMES_BARE_MEMORY = 1.5;
const HELD = 10_000;

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(rows[0] ?? []), rule, ...rows.slice(1).map(line)].join('\n');
}

export function messageTable(rows: readonly Row[]): string {
  const counts = rows[0]?.cells.map(({ inFlight }) => inFlight) ?? [];
  const head = [
    '',
    ...counts.map((n) => `${n} in flight: /s`),
    ...counts.map((n) => `${n}: per CPU s`),
    'p50 ms',
    'p99 ms',
  ];
  const lines = rows.map(({ name, cells, p50, p99 }) => [
    name,
    ...cells.map((cell) => cell.perSecond.toFixed(0)),
    ...cells.map((cell) => cell.perCpuSecond.toFixed(0)),
    p50.toFixed(1),
    p99.toFixed(1),
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

/** Prints each goal that was measured; returns true when all are reached. */
export function report(rows: readonly Row[], idle: Idle | null): boolean {
  const best = (name: string) => {
    const row = rows.find((candidate) => candidate.name === name);
    return row ? Math.max(...row.cells.map((cell) => cell.perCpuSecond)) : null;
  };
  const goals: [string, number | null, number][] = [
    ['per CPU second, times ejabberd', ratio(best(NAMES.oursOnPostgres), best(NAMES.runEjabberd)), TIMES_EJABBERD],
    [
      'per CPU second, share of the batched relay',
      ratio(best(NAMES.oursOnPostgres), best(NAMES.batched)),
      SHARE_OF_BATCHED,
    ],
    [
      'embedded, per CPU second, share of the batched relay',
      ratio(best(NAMES.oursEmbedded), best(NAMES.batchedEmbedded)),
      SHARE_OF_BATCHED,
    ],
    ['share of 10,000 sockets held', idle && idle.held / HELD, 1],
  ];
  const results = goals.map(
    ([what, value, goal]) => value === null || reportGoal(what, value, `at least ${goal}`, value >= goal),
  );
  if (idle) {
    const times = idle.ours.live / idle.bare.live;
    results.push(
      reportGoal(
        'memory per idle socket, times bare ws',
        times,
        `at most ${TIMES_BARE_MEMORY}`,
        times <= TIMES_BARE_MEMORY,
      ),
    );
  }
  return results.every(Boolean);
}

function ratio(ours: number | null, theirs: number | null): number | null {
  return ours === null || theirs === null ? null : ours / theirs;
}

function reportGoal(what: string, value: number, goal: string, isGood: boolean): boolean {
  console.log(`${isGood ? 'ok  ' : 'LOW '} ${what}: ${value.toFixed(2)} (goal ${goal})`);
  return isGood;
}
