import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Health } from '../../../lib/api/health.ts';
import { formatTimeWithSeconds } from '../../../lib/format.ts';
import { Section } from '../../../ui/article.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useHealth } from '../status.hooks.ts';
import { WithQueries } from './with-queries.tsx';

/** What the server answers now, and a button to ask again. */
export function LiveStatus() {
  return (
    <WithQueries>
      <Measured />
    </WithQueries>
  );
}

function Measured() {
  const { data, isFetching, refetch, dataUpdatedAt } = useHealth();
  const again = (
    <Button variant="secondary" className="self-start" loading={isFetching} onClick={() => void refetch()}>
      Check again
    </Button>
  );
  return (
    <>
      {data ? <Live health={data} askedAt={dataUpdatedAt} again={again} /> : <TextSkeleton lines={4} />}
      {!data && again}
    </>
  );
}

/** What the parts are called outside the server. */
const PART_NAMES: Readonly<Record<string, string>> = { bus: 'Live updates' };

function Live({ health, askedAt, again }: { health: Health; askedAt: number; again: ReactNode }) {
  const parts = [{ name: 'server', ok: health.ok }, ...health.parts];
  const Icon = health.ok ? CircleCheck : CircleX;
  return (
    <>
      <div role="status" className="flex items-center gap-4">
        <Icon aria-hidden className={health.ok ? 'size-10 text-good' : 'size-10 text-bad'} strokeWidth={1.5} />
        <p className="display text-2xl">{health.ok ? 'Everything works' : "We're having trouble"}</p>
      </div>
      <Section title="Parts">
        <ul className="!list-none !pl-0">
          {parts.map(({ name, ok }) => (
            <li key={name} className="flex justify-between border-b border-line py-2.5">
              <span className="text-ink first-letter:uppercase">{PART_NAMES[name] ?? name}</span>
              <span className={ok ? 'text-good' : 'text-bad'}>{ok ? 'Works' : 'Not responding'}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Measured">
        <p>
          {health.latencyMs === null
            ? 'The server did not answer.'
            : `The last answer took ${Math.round(health.latencyMs)} milliseconds.`}{' '}
          Checked at {formatTimeWithSeconds(askedAt)}, and again every 15 seconds.
        </p>
        {again}
      </Section>
    </>
  );
}
