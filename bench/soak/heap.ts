import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { InUse } from './heap-probe.ts';

/** More than the noise of half an hour, and little enough that a node reaches the alert HighMemory only after a day. */
const GROWTH_MAX_MB_PER_HOUR = 16;
const SAMPLE_EVERY_MS = MINUTE_MS / 2;
/** The caches fill, and code is compiled. */
const WARM_UP_SHARE = 0.25;
/** Two standard errors: the slope is inside in 95 of 100 runs. */
const CONFIDENCE = 2;
const MB = 1024 * 1024;

interface Sample extends InUse {
  /** Milliseconds since the first one. */
  at: number;
}

/** Reads the heap of a node every half a minute. @param readInUse collects garbage first */
export async function watchHeap(readInUse: () => Promise<InUse>, forMs: number): Promise<Sample[]> {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  for (let n = 0; n * SAMPLE_EVERY_MS <= forMs; n += 1) {
    await pause(Math.max(0, startedAt + n * SAMPLE_EVERY_MS - performance.now()));
    const at = performance.now() - startedAt;
    samples.push({ at, ...(await readInUse()) });
  }
  return samples;
}

/** A line of the least squares, in megabytes an hour: its slope, and the standard error of that. */
function fitGrowth(samples: readonly Sample[]): { slope: number; error: number } {
  const xs = samples.map(({ at }) => at / HOUR_MS);
  const ys = samples.map(toMegabytes);
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const spread = sum(xs.map((x) => (x - meanX) ** 2));
  const slope = sum(xs.map((x, n) => (x - meanX) * ((ys[n] as number) - meanY))) / spread;
  const rest = sum(xs.map((x, n) => ((ys[n] as number) - meanY - slope * (x - meanX)) ** 2));
  return { slope, error: Math.sqrt(rest / (xs.length - 2) / spread) };
}

export interface HeapVerdict {
  node: string;
  line: string;
  verdict: 'holds' | 'grows' | 'unknown';
}

/** Whether the node keeps more and more: by the samples after the first quarter. `unknown`: the run was too short to tell. */
export function judgeHeap(node: string, samples: readonly Sample[]): HeapVerdict {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const [first, last] = [settled[0], settled.at(-1)];
  if (!first || !last || settled.length < 3) return { node, line: `| ${node} | too few samples |`, verdict: 'unknown' };
  const { slope, error } = fitGrowth(settled);
  const [low, high] = [slope - CONFIDENCE * error, slope + CONFIDENCE * error];
  const verdict = high <= GROWTH_MAX_MB_PER_HOUR ? 'holds' : low > GROWTH_MAX_MB_PER_HOUR ? 'grows' : 'unknown';
  const cells = [
    node,
    samples.length,
    `${megabytes(toMegabytes(first))}, ${megabytes(toMegabytes(last))}`,
    `${megabytes(first.rss / MB)}, ${megabytes(last.rss / MB)}`,
    `${slope.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`,
    verdict,
  ];
  return { node, line: `| ${cells.join(' | ')} |`, verdict };
}

/** As Markdown. */
export function reportHeap(verdicts: readonly HeapVerdict[]): string {
  return [
    '| node | samples | in use after a collection, first and last (MB) | resident (MB) | growth in MB an hour (95 %) | at most ' +
      `${GROWTH_MAX_MB_PER_HOUR} |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...verdicts.map(({ line }) => line),
  ].join('\n');
}

const toMegabytes = ({ heapUsed, external }: InUse) => (heapUsed + external) / MB;
const megabytes = (value: number) => value.toFixed(1);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
