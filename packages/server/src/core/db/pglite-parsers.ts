import { type ParserOptions, type PGlite, type QueryOptions, type Transaction, types } from '@electric-sql/pglite';

/** What drizzle leaves as text; the numbers are the arrays of numeric and of the types before them. */
const TEXT_TYPES = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182];
const TEXT_KEYS = new Set(TEXT_TYPES.map(String));
const asText = (value: string) => value;

/** Makes PGlite leave as text what drizzle does. @returns the parsers that it had for these types */
export function leaveAsText(pg: PGlite): ParserOptions {
  const had = Object.fromEntries(TEXT_TYPES.map((type) => [type, pg.parsers[type] ?? asText]));
  for (const type of TEXT_TYPES) pg.parsers[type] = asText;
  return had;
}

/**
 * The client for drizzle, which names its parsers with every statement. PGlite then merges them into its table of 300, which takes
 * longer than a short statement, so those that `leaveAsText` has set are left out.
 */
export function withoutRepeatedParsers(client: PGlite): PGlite {
  const spare = <Q extends PGlite['query']>(query: Q): Q =>
    ((text, params, options) => query(text, params, withoutParsers(options))) as Q;
  const own: Pick<PGlite, 'query' | 'transaction'> = {
    query: spare((...args) => client.query(...args)),
    transaction: (work) =>
      client.transaction((tx: Transaction) => {
        tx.query = spare(tx.query);
        return work(tx);
      }),
  };
  return Object.assign(Object.create(client), own);
}

function withoutParsers(options: QueryOptions | undefined): QueryOptions | undefined {
  if (!options?.parsers) return options;
  const { parsers, ...rest } = options;
  for (const type in parsers) if (!TEXT_KEYS.has(type)) return options;
  return rest;
}
