import { type SQL, sql } from 'drizzle-orm';
import { toIso } from '../clock.ts';

type ArrayType = 'uuid' | 'int2' | 'int4' | 'int8' | 'timestamptz';

/**
 * Many values as one parameter, for `unnest` and `any`: a statement stays the same however many rows it is about, and the
 * server reads one array instead of some thousand parameters. Only values that need no quoting: uuids, numbers, instants.
 */
export function arrayParam(values: readonly (string | number)[], type: ArrayType): SQL {
  return sql`${`{${values.join(',')}}`}::${sql.raw(type)}[]`;
}

/** One column of some rows, in the same way. */
export function columnParam<R>(rows: readonly R[], pick: (row: R) => string | number, type: ArrayType): SQL {
  return arrayParam(rows.map(pick), type);
}

/** A column of instants. Rows written together mostly have the same one. */
export function instantsParam<R>(rows: readonly R[], pick: (row: R) => Date): SQL {
  return columnParam(rows, (row) => toIso(pick(row)), 'timestamptz');
}
