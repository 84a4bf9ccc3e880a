import { fileURLToPath } from 'node:url';

const ROOT_URL = new URL('../../', import.meta.url);
export const ROOT = fileURLToPath(ROOT_URL);

/** A path below the repository's root. */
export function fromRoot(path) {
  return fileURLToPath(new URL(path, ROOT_URL));
}

/** Begins a line about something that a check could not look at, which is not a failure. `npm run check` prints these lines. */
export const NOT_CHECKED = 'NOT CHECKED';

export function log(text) {
  console.log(text);
}

/** An error that the user can fix: its message is one sentence, printed without a stack trace. */
export class UserError extends Error {}

/** Runs a script's main function; a `UserError` is printed and sets exit code 1. */
export async function main(run) {
  try {
    process.exitCode = (await run()) ?? 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
