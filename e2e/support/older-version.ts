import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGES = 'packages/affinity packages/contract packages/server'.split(' ');
/** Our own packages, which are those of the version and not links to today's. */
const OWN = '@soulsight';

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });

/** The commit before the one that added the newest migration; null in a checkout that does not have it. */
export function findOlderVersion(): string | null {
  try {
    const added = ['log', '-1', '--diff-filter=A', '--format=%H', '--', 'packages/server/migrations/*.sql'];
    const commit = `${git(...added)}`.trim();
    return `${git('rev-parse', '--verify', `${commit}^`)}`.trim();
  } catch {
    return null;
  }
}

/** Writes the server of a commit to an empty folder, where it runs with today's packages from the registry. */
export function checkOutServer(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit, ...PACKAGES], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  for (const home of ['.', ...PACKAGES]) {
    const installed = path.join(ROOT, home, 'node_modules');
    if (!existsSync(installed)) continue;
    const modules = path.join(folder, home, 'node_modules');
    mkdirSync(modules);
    for (const name of readdirSync(installed))
      if (name !== OWN) symlinkSync(path.join(installed, name), path.join(modules, name));
  }
  mkdirSync(path.join(folder, 'node_modules', OWN));
  for (const home of PACKAGES)
    symlinkSync(path.join(folder, home), path.join(folder, 'node_modules', OWN, path.basename(home)));
}
