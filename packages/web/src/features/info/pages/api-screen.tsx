import { PRODUCT_NAME } from '@soulsight/contract/product';
import { API_ORIGIN } from '../../../lib/api/env.ts';
import { Article } from '../../../ui/article.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { OperationEntry } from '../components/operation-entry.tsx';
import { OPENAPI_PATH, useApiReference } from '../openapi.ts';

export function ApiScreen() {
  const { data, error, refetch, isFetching } = useApiReference();
  return (
    <Article
      title="API"
      lead={`Everything that the ${PRODUCT_NAME} application does, it does through this interface.`}
      note={data && `Version ${data.version}`}
    >
      <div className="prose max-w-2xl">
        <p>
          Calls take and give JSON and carry <code>Authorization: Bearer</code> with the access token of a session,
          which the auth service at <code>/auth/v1</code> gives. A refusal has a <code>detail</code> for people and a{' '}
          <code>code</code> for programs; where fields are at fault, <code>fields</code> names them. Lists are paged by{' '}
          <code>cursor</code>.
        </p>
        <p>
          The machine-readable description is <a href={`${API_ORIGIN}${OPENAPI_PATH}`}>openapi.json</a>.
        </p>
      </div>
      {error && (
        <ErrorState
          error={error}
          title="The reference could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <TextSkeleton lines={8} />}
      {data?.groups.map(({ name, operations }) => (
        <section key={name} aria-labelledby={`group-${name}`} className="flex flex-col gap-3">
          <h2 id={`group-${name}`} className="display text-2xl capitalize">
            {name}
          </h2>
          <ul className="flex flex-col">
            {operations.map((operation) => (
              <OperationEntry key={`${operation.method} ${operation.path}`} operation={operation} />
            ))}
          </ul>
        </section>
      ))}
    </Article>
  );
}
