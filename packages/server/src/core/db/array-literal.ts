import { type SQL, sql } from 'drizzle-orm';
import { toIso } from '../clock.ts';

type ArrayType = 'uuid' | 'int2' | 'int4' | 'int8' | 'timestamptz';

/**
 * Many values as one array parameter, for `unnest` and `any`: the statement's text does not depend on the number of rows, and
 * the server parses one array instead of thousands of parameters. Only for values that need no quoting: uuids, numbers, instants.
 */
export function arrayParam(values: readonly (string | number)[], type: ArrayType): SQL {
  return sql`${`{${values.join(',')}}`}::${sql.raw(type)}[]`;
}

/** One column of some rows as an array parameter. */
export function columnParam<R>(rows: readonly R[], pick: (row: R) => string | number, type: ArrayType): SQL {
  return arrayParam(rows.map(pick), type);
}

/** A column of instants as an array parameter. */
export function instantsParam<R>(rows: readonly R[], pick: (row: R) => Date): SQL {
  return columnParam(rows, (row) => toIso(pick(row)), 'timestamptz');
}
