const MAX_CHARS = 200;
/** Values in an error: quoted texts, what a statement was called with, addresses, numbers and ids. */
const VALUES =
  /(["'`“«]).*?(?:\1|[”»]|$)|=\(.*?(?:\)|$)|\S+@\S+|\b[a-z][a-z+.-]*:\/\/\S+|\b[0-9a-f]{8}-[0-9a-f-]{27,}|[\p{L}\p{N}_-]*\p{N}{3,}[\p{L}\p{N}_-]*/giu;
/** From here on an error of the database lists the values of the statement, and any error its stack. */
const DETAILS = /\n|\bparams:|\bFailing row contains\b/i;

/** What went wrong, without values that may belong to somebody: "duplicate key value violates unique constraint …". */
export function describeFailure(error: string): string {
  const [what = ''] = error.slice(0, 10 * MAX_CHARS).split(DETAILS);
  const text = what.replace(VALUES, '…').replace(/\s+/g, ' ').trim();
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
}
