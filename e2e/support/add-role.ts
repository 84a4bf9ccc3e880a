import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

export type Role = 'moderator' | 'operator';

/** Gives an account a role, as `npm run moderator:add` and `operator:add` do while the server with this data runs. */
export function addRole(dataDir: string, email: string, role: Role): void {
  const tool = path.join(ROOT, `packages/server/src/app/tools/${role}-add.ts`);
  execFileSync(path.join(ROOT, 'node_modules/.bin/node'), [tool, email], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
  });
}
