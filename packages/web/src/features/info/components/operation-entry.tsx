import { cx } from 'class-variance-authority';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Operation } from '../api-reference.hooks.ts';

const TONES: Record<string, string> = {
  GET: 'text-mist',
  POST: 'text-accent-text',
  PUT: 'text-gold',
  PATCH: 'text-gold',
  DELETE: 'text-bad',
};

/** One API operation, with collapsible details. */
export function OperationEntry({ operation }: { operation: Operation }) {
  const { method, path, summary } = operation;
  return (
    <li className="border-t border-line">
      <details className="group">
        <summary className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-0.5 py-2.5 marker:content-none">
          <span className={cx('min-w-16 font-mono text-xs font-semibold', TONES[method])}>{method}</span>
          <code className="min-w-0 flex-1 font-mono text-sm text-ink md:flex-none">{withBreaks(path)}</code>
          <span className="min-w-0 flex-1 basis-full text-sm text-ink-faint max-md:order-last md:basis-0 md:text-right">
            {summary}
          </span>
          <ChevronRight
            aria-hidden
            className="ml-auto size-4 shrink-0 text-ink-faint transition group-open:rotate-90"
          />
        </summary>
        <Details operation={operation} />
      </details>
    </li>
  );
}

/** A path that breaks before a slash, and nowhere else while its parts fit. */
function withBreaks(path: string): ReactNode {
  return path.split(/(?=\/)/).map((part, n, parts) => (
    <Fragment key={parts.slice(0, n + 1).join('')}>
      <wbr />
      {part}
    </Fragment>
  ));
}

function Details({ operation: { parameters, requestBody, responses } }: { operation: Operation }) {
  return (
    <div className="flex flex-col gap-5 pb-6 md:pl-20">
      {parameters && parameters.length > 0 && (
        <Block title="Parameters">
          <ul className="flex flex-col gap-1 text-sm">
            {parameters.map(({ name, in: place, required, schema }) => (
              <li key={`${place} ${name}`}>
                <code className="font-mono">{name}</code>{' '}
                <span className="text-ink-faint">
                  {place}, {describeType(schema)}
                  {required ? ', required' : ''}
                </span>
              </li>
            ))}
          </ul>
        </Block>
      )}
      {requestBody &&
        Object.entries(requestBody.content).map(([type, { schema }]) => (
          <Block key={type} title={`Body, ${type}`}>
            <Schema schema={schema} />
          </Block>
        ))}
      <Block title="Responses">
        <ul className="flex flex-col gap-1 text-sm">
          {Object.entries(responses ?? {}).map(([status, { description }]) => (
            <li key={status}>
              <code className="font-mono">{status}</code> <span className="text-ink-faint">{description}</span>
            </li>
          ))}
        </ul>
      </Block>
    </div>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-xs font-semibold text-ink-faint">{title}</h3>
      {children}
    </div>
  );
}

function Schema({ schema }: { schema: unknown }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md bg-bg-deep p-4 font-mono text-xs leading-relaxed text-ink-soft ring-1 ring-line"
    >
      {JSON.stringify(schema, null, 2)}
    </pre>
  );
}

function describeType(schema: unknown): string {
  const { type, format, enum: values } = (schema ?? {}) as { type?: string; format?: string; enum?: unknown[] };
  if (values) return values.join(' | ');
  return [type ?? 'any', format].filter(Boolean).join(' ');
}
