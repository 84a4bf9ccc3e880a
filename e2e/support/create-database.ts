import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** Creates an empty database in the cluster of this address, and returns its address. */
export function createDatabase(url: string): string {
  const name = `soulsight_e2e_${randomBytes(6).toString('hex')}`;
  execFileSync('psql', ['-q', '-d', url, '-c', `create database ${name}`]);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
