import type { Evolution } from '@soulsight/contract/bgp';
import { traitLabel } from '@soulsight/contract/traits';
import { Sparkles, TrendingDown, TrendingUp } from 'lucide-react';
import { useState } from 'react';
import { formatDayAndMonth } from '../../../lib/format.ts';
import { type Missing, NotLoaded } from './not-loaded.tsx';

const SHOWN = 6;
/** From this many changes of one day with one cause on, they are one row. */
const MANY = 4;
const NAMED = 2;

const toKey = ({ at, trait }: Evolution) => `${at} ${trait}`;

/** The changes in their order; many of one day with one cause come together, where the newest of them is. */
function groupByCause(evolution: readonly Evolution[]): (readonly Evolution[])[] {
  const groups = Map.groupBy(evolution, ({ at, because }) => `${at.slice(0, 10)} ${because}`);
  return [...groups.values()].flatMap((changes) =>
    changes.length < MANY ? changes.map((change) => [change]) : [changes],
  );
}

interface EvolutionListProps {
  evolution: readonly Evolution[];
  /** They could not be fetched: an empty list says nothing about the user. */
  missing?: Missing | null;
}

/** Changes of traits with date and reason; a button shows each of them. */
export function EvolutionList({ evolution, missing = null }: EvolutionListProps) {
  const [all, setAll] = useState(false);
  const rows = groupByCause(evolution);
  if (evolution.length === 0 && missing) return <NotLoaded {...missing} />;
  if (evolution.length === 0)
    return <p className="text-ink-soft">No changes yet. Your profile changes as you use Soulsight.</p>;
  return (
    <div className="flex flex-col items-start gap-2">
      <ol className="flex w-full flex-col gap-3">
        {all
          ? evolution.map((change) => <Change key={toKey(change)} change={change} />)
          : rows.slice(0, SHOWN).map((changes) => <Changes key={changes.map(toKey).join()} changes={changes} />)}
      </ol>
      {evolution.length > rows.slice(0, SHOWN).filter(({ length }) => length === 1).length && (
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

function Changes({ changes }: { changes: readonly Evolution[] }) {
  const [first] = changes;
  if (!first) return null;
  if (changes.length === 1) return <Change change={first} />;
  const named = changes.slice(0, NAMED).map(({ trait }) => traitLabel(trait));
  return (
    <li className="flex items-start gap-3 text-sm max-[18rem]:flex-wrap max-[18rem]:gap-y-0">
      <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{named.join(', ')}</span>{' '}
        <span className="text-ink-soft">
          and {changes.length - NAMED} more: {first.because}
        </span>
      </span>
      <time dateTime={first.at} className="shrink-0 text-ink-faint max-[18rem]:basis-full max-[18rem]:pl-7">
        {formatDayAndMonth(first.at)}
      </time>
    </li>
  );
}

function Change({ change }: { change: Evolution }) {
  const up = change.to >= change.from;
  const Icon = up ? TrendingUp : TrendingDown;
  return (
    <li className="flex items-start gap-3 text-sm max-[18rem]:flex-wrap max-[18rem]:gap-y-0">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{traitLabel(change.trait)}</span>{' '}
        <span className="text-ink-soft">
          {up ? 'rose' : 'fell'} from {Math.round(change.from)} to {Math.round(change.to)}: {change.because}
        </span>
      </span>
      <time dateTime={change.at} className="shrink-0 text-ink-faint max-[18rem]:basis-full max-[18rem]:pl-7">
        {formatDayAndMonth(change.at)}
      </time>
    </li>
  );
}
