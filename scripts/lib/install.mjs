import { existsSync, readFileSync } from 'node:fs';
import { isInstalled } from './lock.mjs';
import { capture } from './process.mjs';
import { withProgress } from './progress.mjs';
import { fromRoot, UserError } from './project.mjs';

const OLDEST_NODE = [20, 19];
/** Installed by the `node` package, so that an older system Node can start the version that the code needs. */
const PROJECT_NODE = fromRoot('node_modules/node/bin/node');
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/;
const NPM_CI = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts=false',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

/** Installs the locked packages if any is missing from `node_modules`; instant when none is. */
export async function ensureInstalled() {
  assertNodeVersion(process.versions.node);
  if (isUpToDate()) return;
  await withProgress('Installing packages (the first time takes a minute or two)', async () => {
    const { code, output } = await npmCi();
    if (code !== 0) throw new UserError(installFailure(output));
  });
  if (!existsSync(PROJECT_NODE)) throw new UserError('npm did not install Node.js 24: allow install scripts.');
}

/** @throws UserError when Node.js is too old to run these scripts. */
export function assertNodeVersion(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new UserError(`Soulsight needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${version}.`);
}

function isUpToDate() {
  const record = fromRoot('node_modules/.package-lock.json');
  if (!existsSync(record) || !existsSync(PROJECT_NODE)) return false;
  return isInstalled(readJson(fromRoot('package-lock.json')), readJson(record));
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function npmCi() {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? capture(process.execPath, [npm, ...NPM_CI]) : capture('npm', NPM_CI);
}

/** Turns npm's output into one sentence for the user. */
export function installFailure(output) {
  if (OFFLINE.test(output)) {
    return 'The packages could not be downloaded: connect to the network and run the same command again.';
  }
  if (/EACCES|EPERM|EROFS/.test(output)) return 'The packages could not be written: this folder must be writable.';
  if (/ENOSPC/.test(output)) return 'The packages could not be written: the disk is full.';
  const lines = output.split('\n').map((line) => line.replace(/^npm error ?/, '').trim());
  const reason = lines.find((line) => line !== '' && !/^(code|errno|syscall|path) /.test(line)) ?? 'it gave no reason';
  return `npm could not install the packages: ${reason}`;
}
