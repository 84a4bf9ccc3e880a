const CAUSES_MAX = 5;

/** The error and its causes, outermost first, at most five. */
function* causes(error: unknown): Generator<Error> {
  for (let e = error, depth = 0; e instanceof Error && depth < CAUSES_MAX; e = e.cause, depth += 1) yield e;
}

/** The first `code` of an error or its causes that fits. The driver's error is often the cause of the query builder's. */
export function findErrorCode(error: unknown, fits: (code: string) => boolean): string | null {
  for (const { code } of causes(error) as Iterable<{ code?: unknown }>) {
    if (typeof code === 'string' && fits(code)) return code;
  }
  return null;
}

/** Two characters of a class that PostgreSQL uses, and three more. Codes of the system such as EPIPE are none. */
const SQL_STATE_FORM = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/**
 * The SQLSTATE of a failed query, or null for any other error.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function getSqlState(error: unknown): string | null {
  return findErrorCode(error, (code) => SQL_STATE_FORM.test(code));
}

/** What the drivers say of a connection that broke, did not come about or does not answer. They give these errors no code. */
const CONNECTION_LOST =
  /^(PGlite is closed|Cannot use a pool after calling end|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether the database could not be reached, or the connection to it was lost before the answer. */
export function isConnectionLost(error: unknown): boolean {
  for (const { message } of causes(error)) if (CONNECTION_LOST.test(message)) return true;
  return false;
}

/** Whether PostgreSQL had to give up: it runs no statement any more until it is started again. */
export function isPanic(error: unknown): boolean {
  for (const { severity } of causes(error) as Iterable<{ severity?: unknown }>) if (severity === 'PANIC') return true;
  return false;
}

export const SQL_STATE = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  queryCanceled: '57014',
  lockNotAvailable: '55P03',
  diskFull: '53100',
  tooManyConnections: '53300',
  unknownStatement: '26000',
  duplicateStatement: '42P05',
} as const;

const CONFLICTS: ReadonlySet<string | null> = new Set([
  SQL_STATE.uniqueViolation,
  SQL_STATE.foreignKeyViolation,
  SQL_STATE.serializationFailure,
  SQL_STATE.deadlockDetected,
]);

/** Whether a query failed because of what another one did at the same moment. Other violated constraints are faults of the server. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(getSqlState(error));
}
