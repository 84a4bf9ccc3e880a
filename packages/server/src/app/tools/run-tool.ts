import { StartError } from '../../core/config/start-error.ts';

/** Runs a command line tool: prints what it returns, and of a `StartError` only the message. */
export async function runTool(tool: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await tool()}\n`);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    // What failed half-way, such as a start with another key, may have left a database open, which keeps the process alive.
    process.exit(1);
  }
}
