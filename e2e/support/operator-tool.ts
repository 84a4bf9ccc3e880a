import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs a command of the operator, such as `auth-keys`, while the server with this data runs. @returns what it printed */
export function runOperatorTool(dataDir: string, name: string, ...words: string[]): string {
  const tool = path.join(ROOT, `packages/server/src/app/tools/${name}.ts`);
  const node = path.join(ROOT, 'node_modules/.bin/node');
  return execFileSync(node, [tool, ...words], { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } }).toString();
}
