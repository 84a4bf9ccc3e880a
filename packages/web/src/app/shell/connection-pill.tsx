import { cx } from 'class-variance-authority';
import type { ReactElement } from 'react';
import { type ConnectionSnapshot, type ConnectionStatus, useConnection } from '../../lib/realtime/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { CONNECTION_LABELS, QUALITY_BARS, QUALITY_LABELS, TROUBLESHOOTING } from './connection.copy.ts';

const DOTS: Record<ConnectionStatus, string> = {
  connected: 'bg-good',
  connecting: 'bg-warn animate-breathe',
  authenticating: 'bg-warn animate-breathe',
  reconnecting: 'bg-warn animate-breathe',
  disconnected: 'bg-ink-faint',
  error: 'bg-bad',
};

/** The state of the realtime connection; a click opens the details. */
export function ConnectionPill() {
  const connection = useConnection();
  const label = CONNECTION_LABELS[connection.status];
  const trigger: ReactElement = (
    <button
      type="button"
      aria-label={`Connection: ${label}`}
      className={cx(
        'min-h-11 rounded-full text-xs text-ink-soft transition hover:bg-raised hover:text-ink lg:px-3 forced-colors:rounded-md',
        // A page connects after its first second: only what lasts is worth a word.
        connection.status === 'disconnected' && 'animate-fade [animation-delay:1.5s]',
      )}
    >
      {/* As wide as the longest label, at the end of the row: nothing beside it moves when the label changes. */}
      <span className="flex items-center gap-2 max-lg:flex-col max-lg:justify-center max-lg:gap-1 lg:min-w-[7.25rem] lg:justify-end">
        <span aria-hidden className={cx('size-2 shrink-0 rounded-full', DOTS[connection.status])} />
        {/* Below the dot where the header is narrow; large text has no room for it. */}
        <span className="max-lg:w-16 max-lg:wrap-normal max-lg:text-center max-lg:text-[0.625rem] max-lg:leading-none max-[17rem]:sr-only">
          {label}
        </span>
      </span>
    </button>
  );
  return (
    <Popover trigger={trigger} title={label} align="end">
      <ConnectionDetail {...connection} />
    </Popover>
  );
}

function ConnectionDetail({ status, quality, latencyMs, error }: ConnectionSnapshot) {
  const lost = status === 'disconnected' || status === 'error';
  return (
    <div className="flex flex-col gap-4 text-sm">
      {error && <p className="text-bad">{error}</p>}
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        <dt className="text-ink-faint">Latency</dt>
        <dd className="text-right tabular-nums">{latencyMs === null ? 'Unknown' : `${Math.round(latencyMs)} ms`}</dd>
        <dt className="text-ink-faint">Quality</dt>
        <dd className="flex items-center justify-end gap-2">
          {QUALITY_LABELS[quality]}
          <QualityBars filled={QUALITY_BARS[quality]} />
        </dd>
      </dl>
      {lost && (
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-soft">
            {TROUBLESHOOTING.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
          <Button size="sm" variant="secondary" onClick={() => window.location.reload()}>
            Refresh Page
          </Button>
        </div>
      )}
    </div>
  );
}

function QualityBars({ filled }: { filled: number }) {
  return (
    <span aria-hidden className="flex items-end gap-0.5">
      {[1, 2, 3, 4].map((bar) => (
        <span
          key={bar}
          data-bar={bar <= filled ? 'full' : 'empty'}
          className={cx('w-1 rounded-full', bar <= filled ? 'bg-good' : 'bg-line')}
          style={{ height: 4 + bar * 3 }}
        />
      ))}
    </span>
  );
}
