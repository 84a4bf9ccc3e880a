import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useApiReference } from '../api-reference.hooks.ts';
import { OperationEntry } from './operation-entry.tsx';
import { WithQueries } from './with-queries.tsx';

/** Every operation, as the server describes it. */
export function ApiReference() {
  return (
    <WithQueries>
      <Reference />
    </WithQueries>
  );
}

/** What groups are called that have a short name in their paths. */
const NAMES: Readonly<Record<string, string>> = { bgp: 'Behavioural profile' };

function Reference() {
  const { data, error, refetch, isFetching } = useApiReference();
  if (error)
    return (
      <ErrorState
        error={error}
        title="We couldn't load the reference"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data) return <TextSkeleton lines={8} />;
  return (
    <>
      <p className="text-sm text-ink-faint">Version {data.version}</p>
      {data.groups.map(({ name, operations }) => (
        <section key={name} aria-labelledby={`group-${name}`} className="flex flex-col gap-3">
          <h2 id={`group-${name}`} className="display text-2xl first-letter:uppercase">
            {NAMES[name] ?? name}
          </h2>
          <ul className="flex flex-col">
            {operations.map((operation) => (
              <OperationEntry key={`${operation.method} ${operation.path}`} operation={operation} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
