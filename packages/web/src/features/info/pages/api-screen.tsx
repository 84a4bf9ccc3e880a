import { PRODUCT_NAME } from '@soulsight/contract/product';
import { API_ORIGIN } from '../../../lib/api/env.ts';
import { PAGES } from '../../../lib/paths.ts';
import { Article } from '../../../ui/article.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { OperationEntry } from '../components/operation-entry.tsx';
import { OPENAPI_PATH, useApiReference } from '../openapi.ts';

export function ApiScreen() {
  const { data, error, refetch, isFetching } = useApiReference();
  return (
    <Article
      title={PAGES.api.title}
      lead={`The ${PRODUCT_NAME} app does everything through this interface.`}
      note={data && `Version ${data.version}`}
    >
      <div className="prose max-w-2xl">
        <p>
          Requests and responses are JSON. Send <code>Authorization: Bearer</code> with the access token of a session,
          which you get from the auth service at <code>/auth/v1</code>. An error has a <code>detail</code> for people
          and a <code>code</code> for programs; if fields are invalid, <code>fields</code> lists them. Lists are paged
          with a <code>cursor</code>.
        </p>
        <p>
          The machine-readable description is <a href={`${API_ORIGIN}${OPENAPI_PATH}`}>openapi.json</a>.
        </p>
      </div>
      {error && (
        <ErrorState
          error={error}
          title="We couldn't load the reference"
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
