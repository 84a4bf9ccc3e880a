/** The SQLSTATE codes of an error and its causes, outermost first. Drivers and Drizzle wrap the database's error. */
export function listSqlStates(error: unknown): string[] {
  const states: string[] = [];
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && code.length === 5) states.push(code);
  }
  return states;
}

/** Whether the error, or one of its causes, has a SQLSTATE that matches. */
export function hasSqlState(error: unknown, pattern: RegExp): boolean {
  return listSqlStates(error).some((state) => pattern.test(state));
}
