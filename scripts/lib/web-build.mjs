import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture } from './process.mjs';
import { withProgress } from './progress.mjs';
import { fromRoot, UserError } from './project.mjs';

const WEB = fromRoot('packages/web');
/** The inputs of the build. */
const SOURCES = ['packages/web', 'packages/contract/src', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'dev-dist']);
const STAMP = fromRoot('.cache/web-build');

/** Builds the web application if its sources changed since the last build. */
export async function ensureWebBuilt() {
  const fingerprint = hashFiles(SOURCES.map(fromRoot));
  const isFresh = existsSync(join(WEB, 'dist/index.html')) && existsSync(STAMP);
  if (isFresh && readFileSync(STAMP, 'utf8') === fingerprint) return;
  rmSync(STAMP, { force: true });
  await withProgress('Building the web application', build);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, fingerprint);
}

async function build() {
  const vite = [fromRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
  const { code, output } = await capture('node', vite, { cwd: WEB, env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new UserError(`The web application could not be built:\n${output.trim()}`);
}

/** A hash of the files' paths and contents, without tests. */
function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(listFiles).sort()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !NOT_SOURCES.has(name) && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => listFiles(join(path, name)));
}
