import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';

const run = promisify(execFile);
const main = path.resolve(import.meta.dirname, 'main.ts');

/** A start that fails: what it prints to whom, and its code. */
async function failedStart(env: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }> {
  const started = run(process.execPath, [main], { env: { PATH: process.env.PATH, ...env } });
  return started.then(
    () => Promise.reject(new Error('it started')),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

it('bad configuration stops the start with one message that names every bad variable', async () => {
  expect(await failedStart({ PORT: 'x', ROLE: 'y', DEMO: 'z' })).toEqual({
    code: 1,
    stdout: '',
    stderr: `Bad configuration:
  ROLE: must be all, web or worker
  PORT: must be a port number
  DEMO: must be 0 or 1
`,
  });
});

it('a taken port stops the start at once with one sentence', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as { port: number };
  expect(await failedStart({ PORT: String(port), DATA_DIR: '/dev/null/never-made' })).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.\n`,
  });
  other.close();
});

it('a data directory that cannot be written stops the start with one sentence', async () => {
  const { code, stderr } = await failedStart({ PORT: '0', DATA_DIR: '/dev/null/data' });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The data directory \/dev\/null\/data cannot be written \(.*\)\. Set DATA_DIR to one that can\.\n$/,
  );
});

it('while a start waits for its database, the node is alive and not ready, says why, and can be stopped', async () => {
  // Takes connections and never answers, as a server does that is busy with a migration.
  const database = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void database.close());
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const DATABASE_URL = `postgres://soulsight@127.0.0.1:${port}/soulsight`;
  // The same port of another address of this machine, so that nobody else takes it.
  const env = { PATH: process.env.PATH, HOST: '127.0.0.2', PORT: `${port}`, DATABASE_URL };
  const node = spawn(process.execPath, [main], { env });
  onTestFinished(() => void node.kill('SIGKILL'));
  const ask = (path: string) => fetch(`http://127.0.0.2:${port}${path}`);
  await vi.waitFor(async () => expect((await ask('/health/live')).status).toBe(200), { timeout: 60_000 });
  const ready = await ask('/health/ready');
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('5');
  expect(await ready.json()).toMatchObject({ status: 'starting', problem: expect.stringContaining('database') });
  node.kill('SIGTERM');
  expect(await once(node, 'exit')).toEqual([0, null]);
});
