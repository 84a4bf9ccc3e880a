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

/** The delivery of every message and the effect of each break, as Markdown. */
export function report({ pairs, rate, seconds: span, ledger, stored, agreeingPairs }: Outcome): string {
  const deliveries = [...ledger.deliveries().values()];
  const acknowledged = deliveries.filter((delivery) => delivery.acknowledgedAt !== null);
  const delivered = acknowledged.filter((delivery) => delivery.deliveredAt !== null);
  const storedIds = new Set(stored.ids);
  const lost = [...ledger.deliveries()].filter(
    ([id, delivery]) => delivery.acknowledgedAt !== null && !storedIds.has(id),
  );
  const { retries, repeatedFrames } = ledger.counts();
  const retryCounts = Object.entries(retries).map(([why, count]) => `${count} ${why}`);
  const totals: [string, string | number][] = [
    ['sockets', pairs * 2],
    ['messages a second', rate],
    ['seconds', span],
    ['written', deliveries.length],
    ['acknowledged', acknowledged.length],
    ['delivered to the other device', delivered.length],
    ['not delivered when time was up', acknowledged.length - delivered.length],
    ['stored', stored.ids.length],
    ['**lost** (acknowledged, not stored)', lost.length],
    ['**duplicated** (stored without being written)', stored.ids.filter((id) => !ledger.deliveries().has(id)).length],
    ['conversations numbered without a gap', stored.whole ? 'all' : 'NOT ALL'],
    ['conversations identical on both devices', `${agreeingPairs} of ${pairs}`],
    ['sent again by the client', retryCounts.join(', ') || 'none'],
    ['frames received twice and shown once', repeatedFrames],
  ];
  const breaks = ledger.breaks().map(({ name, at, disconnected, backAfterMs }, n, all) => {
    const end = all[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    const affected = deliveries.filter(({ writtenAt }) => writtenAt >= at && writtenAt < end);
    const waits = affected.map(({ writtenAt, deliveredAt }) => (deliveredAt ?? Number.POSITIVE_INFINITY) - writtenAt);
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
