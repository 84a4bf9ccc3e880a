import { type SQL, sql } from 'drizzle-orm';

/** Values as the text of an array. Only for values that need no quoting: uuids and numbers. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

type ArrayType = 'uuid' | 'int2' | 'int4' | 'int8';

/**
 * Many values as one array parameter, for `unnest` and `any`: the statement's text does not depend on the number of rows, and
 * the server parses one array instead of thousands of parameters. Only for values that need no quoting: uuids and numbers.
 */
export function arrayParam(values: readonly (string | number)[], type: ArrayType): SQL {
  return sql`${arrayLiteral(values)}::${sql.raw(type)}[]`;
}

/** One column of some rows as an array parameter. */
export function columnParam<R>(rows: readonly R[], pick: (row: R) => string | number, type: ArrayType): SQL {
  return arrayParam(rows.map(pick), type);
}
