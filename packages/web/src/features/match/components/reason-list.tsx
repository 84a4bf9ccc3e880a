import type { Reason } from '@soulsight/contract/bgp';
import { cx } from 'class-variance-authority';
import { Equal, Minus, Plus } from 'lucide-react';
import { MATCH_COPY } from '../match.copy.ts';

const ICONS = { for: Plus, against: Minus, even: Equal };
const FILLED = { slight: 1, some: 2, strong: 3 };

const ORDER = { for: 0, even: 1, against: 2 };

/** The reasons for a score: what speaks for the two first, then the largest, each with its direction and one of three sizes. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className="flex w-full flex-col gap-3">
      {reasons
        .toSorted((a, b) => ORDER[a.direction] - ORDER[b.direction])
        .map((reason) => (
          <ReasonRow key={reason.key} reason={reason} />
        ))}
    </ul>
  );
}

function ReasonRow({ reason: { text, direction, level } }: { reason: Reason }) {
  const Icon = ICONS[direction];
  const helps = direction === 'for';
  return (
    <li className="grid grid-cols-[1.25rem_1fr_auto] items-start gap-x-3 text-ink-soft">
      <Icon aria-hidden className={cx('mt-1 size-4', helps ? 'text-good' : 'text-ink-faint')} strokeWidth={2.4} />
      <span>
        <span className="sr-only">{effect(direction, level)}: </span>
        {text}
      </span>
      {direction !== 'even' && (
        <span aria-hidden className="mt-2.5 flex gap-1">
          {[1, 2, 3].map((dot) => (
            <span
              key={dot}
              className={cx(
                'size-1.5 rounded-full',
                dot > FILLED[level] ? 'bg-line' : helps ? 'bg-good' : 'bg-ink-faint',
              )}
            />
          ))}
        </span>
      )}
    </li>
  );
}

function effect(direction: Reason['direction'], level: Reason['level']): string {
  const what = MATCH_COPY.reasonDirections[direction];
  return direction === 'even' ? what : `${what} ${MATCH_COPY.reasonLevels[level]}`;
}
