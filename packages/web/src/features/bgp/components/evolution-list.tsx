import type { Evolution } from '@soulsight/contract/bgp';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { useState } from 'react';
import { formatDayAndMonth } from '../../../lib/format.ts';
import { traitLabel } from '../bgp.copy.ts';

const SHOWN = 6;

/** Changes of traits with date and reason; a button shows the older ones. */
export function EvolutionList({ evolution }: { evolution: readonly Evolution[] }) {
  const [all, setAll] = useState(false);
  if (evolution.length === 0)
    return <p className="text-ink-soft">No changes yet. Your profile changes as you use Soulsight.</p>;
  return (
    <div className="flex flex-col items-start gap-2">
      <ol className="flex w-full flex-col gap-3">
        {evolution.slice(0, all ? undefined : SHOWN).map((change) => (
          <Change key={`${change.at} ${change.trait}`} change={change} />
        ))}
      </ol>
      {evolution.length > SHOWN && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-11 text-sm text-accent-text underline-offset-4 hover:underline"
        >
          {all ? 'Fewer changes' : `All ${evolution.length} changes`}
        </button>
      )}
    </div>
  );
}

function Change({ change }: { change: Evolution }) {
  const up = change.to >= change.from;
  const Icon = up ? TrendingUp : TrendingDown;
  return (
    <li className="flex items-start gap-3 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <span className="min-w-0 grow">
        <span className="font-medium">{traitLabel(change.trait)}</span>{' '}
        <span className="text-ink-soft">
          {up ? 'rose' : 'fell'} from {Math.round(change.from)} to {Math.round(change.to)}: {change.because}
        </span>
      </span>
      <time dateTime={change.at} className="shrink-0 text-ink-faint">
        {formatDayAndMonth(change.at)}
      </time>
    </li>
  );
}
