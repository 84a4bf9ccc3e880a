import type { Reason } from '@soulsight/contract/bgp';
import { cx } from 'class-variance-authority';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';

const SHOWN = 4;

/** The reasons for a score, strongest first, each with a bar for its weight. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  const [all, setAll] = useState(false);
  const sorted = reasons.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const strongest = Math.abs(sorted[0]?.weight ?? 1) || 1;
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return (
    <div className="flex flex-col items-start gap-1">
      <ul className="flex w-full flex-col gap-3">
        {shown.map((reason) => (
          <ReasonRow key={reason.key} reason={reason} share={Math.abs(reason.weight) / strongest} />
        ))}
      </ul>
      {reasons.length > SHOWN && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-11 text-sm text-accent-text underline-offset-4 hover:underline"
        >
          {all ? 'Fewer reasons' : `All ${reasons.length} reasons`}
        </button>
      )}
    </div>
  );
}

function ReasonRow({ reason, share }: { reason: Reason; share: number }) {
  const adds = reason.weight >= 0;
  const Icon = adds ? Plus : Minus;
  return (
    <li className="grid grid-cols-[1.25rem_1fr] gap-x-3 text-ink-soft">
      <Icon
        aria-label={adds ? 'Brings you together:' : 'Speaks against it:'}
        className={cx('mt-1 size-4', adds ? 'text-good' : 'text-ink-faint')}
        strokeWidth={2.4}
      />
      <span>{reason.text}</span>
      <span aria-hidden className="col-start-2 mt-1.5 h-px bg-line">
        <span
          className={cx('block h-px', adds ? 'bg-good' : 'bg-ink-faint')}
          style={{ width: `${Math.max(4, share * 100)}%` }}
        />
      </span>
    </li>
  );
}
