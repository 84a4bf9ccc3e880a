/** An error of a library, as far as its name, status and code tell what happened. */
type Failure = { name?: unknown; statusCode?: unknown; code?: unknown; cause?: unknown };
const CAUSES_MAX = 5;

/**
 * What may be logged of a failed question: the names, statuses and codes of the error and of what caused it. Their messages quote the
 * question, the answer, or what the endpoint says.
 */
export function describeFailure(error: unknown): string {
  const parts: string[] = [];
  let at = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof at === 'object' && at !== null; depth += 1) {
    const { name, statusCode, code, cause } = at as Failure;
    const known = [name, statusCode, code].filter((value) => typeof value === 'string' || typeof value === 'number');
    parts.push(known.join(' '));
    at = cause;
  }
  return parts.join(', because of ');
}
