import type { createLedger } from './ledger.ts';

interface Outcome {
  pairs: number;
  rate: number;
  /** How long messages were written, in seconds. */
  seconds: number;
  ledger: ReturnType<typeof createLedger>;
  stored: { ids: readonly string[]; whole: boolean };
  /** Conversations whose two devices show the same messages. */
  agreeingPairs: number;
}

/** The fate of every message and the effect of each break, as Markdown. */
export function report({ pairs, rate, seconds: span, ledger, stored, agreeingPairs }: Outcome): string {
  const fates = [...ledger.fates().values()];
  const acknowledged = fates.filter((fate) => fate.acknowledgedAt !== null);
  const delivered = acknowledged.filter((fate) => fate.heldAt !== null);
  const storedIds = new Set(stored.ids);
  const lost = [...ledger.fates()].filter(([id, fate]) => fate.acknowledgedAt !== null && !storedIds.has(id));
  const { retries, repeatedFrames } = ledger.counts();
  const retryCounts = Object.entries(retries).map(([why, count]) => `${count} ${why}`);
  const totals: [string, string | number][] = [
    ['sockets', pairs * 2],
    ['messages a second', rate],
    ['seconds', span],
    ['written', fates.length],
    ['acknowledged', acknowledged.length],
    ['delivered to the other device', delivered.length],
    ['not delivered when time was up', acknowledged.length - delivered.length],
    ['stored', stored.ids.length],
    ['**lost** (acknowledged, not stored)', lost.length],
    ['**duplicated** (stored without being written)', stored.ids.filter((id) => !ledger.fates().has(id)).length],
    ['conversations numbered without a gap', stored.whole ? 'all' : 'NOT ALL'],
    ['conversations identical on both devices', `${agreeingPairs} of ${pairs}`],
    ['sent again by the client', retryCounts.join(', ') || 'none'],
    ['frames received twice and shown once', repeatedFrames],
  ];
  const breaks = ledger.breaks().map(({ name, at, disconnected, backAfterMs }, n, all) => {
    const end = all[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    const affected = fates.filter(({ writtenAt }) => writtenAt >= at && writtenAt < end);
    const waits = affected.map(({ writtenAt, heldAt }) => (heldAt ?? Number.POSITIVE_INFINITY) - writtenAt);
    return [
      name,
      backAfterMs.length,
      ...[0.5, 0.99, 1].map((q) => seconds(quantile(backAfterMs, q))),
      disconnected.size,
      ...[0.5, 0.99, 1].map((q) => seconds(quantile(waits, q))),
    ];
  });
  return [
    table(['', ''], totals),
    '',
    table(
      [
        'break',
        'devices that lost their connection',
        'reconnected and caught up: p50',
        'p99',
        'last',
        'not back',
        'delivery time until the next break: p50',
        'p99',
        'slowest',
      ],
      breaks,
    ),
  ].join('\n');
}

function quantile(values: readonly number[], q: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? null;
}

function seconds(ms: number | null): string {
  return ms === null ? '' : `${(ms / 1_000).toFixed(2)} s`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
