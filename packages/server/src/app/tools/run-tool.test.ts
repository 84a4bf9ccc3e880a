import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const FOLDER = new URL('./', import.meta.url);
const EXITS_WITHIN_MS = 20_000;

it('a tool that fails prints one sentence and ends, also with something left open', () => {
  const script = `
    import { StartError } from '${new URL('../../core/config/start-error.ts', FOLDER)}';
    import { runTool } from '${new URL('run-tool.ts', FOLDER)}';
    setInterval(() => {}, 1_000);
    await runTool(async () => { throw new StartError('The key is another one.'); });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: EXITS_WITHIN_MS,
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'The key is another one.\n' });
});
