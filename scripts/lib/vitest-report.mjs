import { readFileSync, writeFileSync } from 'node:fs';
import { JsonReporter } from 'vitest/node';

/**
 * Vitest's JSON report with the errors outside of any test, which it leaves out: a process that crashed, a rejection that nobody
 * handled. Writes to the file that `--outputFile.json` names, which must be an absolute path.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads the default export of a reporter.
export default class VitestReport extends JsonReporter {
  async onTestRunEnd(modules, unhandledErrors, reason) {
    await super.onTestRunEnd(modules, unhandledErrors, reason);
    const path = this.ctx.config.outputFile.json;
    const report = JSON.parse(readFileSync(path, 'utf8'));
    const errors = unhandledErrors.map(({ message, cause }) => (cause ? `${message} ${cause.message}` : message));
    writeFileSync(path, JSON.stringify({ ...report, unhandledErrors: errors }));
  }
}
