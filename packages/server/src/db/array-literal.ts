import { type SQL, sql } from 'drizzle-orm';

type ArrayType = 'uuid' | 'int2' | 'int8' | 'timestamptz';

/**
 * Many values as one parameter, for `unnest` and `any`: a statement stays the same however many rows it is about, and the
 * server reads one array instead of some thousand parameters. Only values that need no quoting: uuids, numbers, instants.
 */
export function arrayParam(values: readonly (string | number)[], type: ArrayType): SQL {
  return sql`${`{${values.join(',')}}`}::${sql.raw(type)}[]`;
}

/** One column of some rows, in the same way. */
export function columnParam<K extends string>(
  rows: readonly Record<K, string | number | Date>[],
  column: K,
  type: ArrayType,
): SQL {
  const values = rows.map((row): string | number | Date => row[column]);
  return arrayParam(
    values.map((value) => (value instanceof Date ? value.toISOString() : value)),
    type,
  );
}

/** The same for bytes. */
export function bytesArrayParam(values: readonly Buffer[]): SQL {
  return sql`${`{${values.map((bytes) => `"\\\\x${bytes.toString('hex')}"`).join(',')}}`}::bytea[]`;
}
