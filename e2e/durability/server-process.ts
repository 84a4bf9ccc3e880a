import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The project's own. */
export const NODE = path.join(ROOT, 'node_modules/.bin/node');
const START_MAX_MS = 300_000;
/** Longer than the server takes for itself before it gives up, which is a failure of its own. */
const STOP_MAX_MS = 60_000;
const POLL_MS = 50;

export interface ServerProcess {
  baseURL: string;
  /** Everything printed so far. */
  printed(): string;
  /** Resolves when the server is healthy; throws when it exits first or takes longer. */
  waitUntilReady(withinMs?: number): Promise<void>;
  hasExited(): boolean;
  /** Resolves to the exit code. */
  waitForExit(): Promise<number | null>;
  /** Stops it with SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

/** Runs `npm start` with its own data and without demo users. */
export function npmStart(dataDir: string, settings: Record<string, string>): ServerProcess {
  return launchCommand(['node', path.join(ROOT, 'scripts/start.mjs')], { DATA_DIR: dataDir, ...settings });
}

/** The server process that `npm start` would start, so that a kill reaches it directly; `root` may be the folder of another version. */
export function launchServer(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
  root = ROOT,
): ServerProcess {
  return launchCommand([NODE, path.join(root, 'packages/server/src/app/main.ts')], {
    NODE_COMPILE_CACHE: path.join(ROOT, '.cache/node'),
    DATA_DIR: dataDir,
    PORT: String(port),
    ...settings,
  });
}

/** Runs a server in the folder of the project, with the environment of the tests. */
function launchCommand(command: readonly string[], settings: Record<string, string>): ServerProcess {
  return launch(command, { ...process.env, NODE_ENV: 'production', DEMO: '0', ...settings }, settings.PORT ?? '');
}

/** Runs a server with this environment and nothing else. */
export function launch(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  port: string,
): ServerProcess {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const baseURL = `http://localhost:${port}`;
  const printed = () => output.join('');
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;

  async function waitForExit(): Promise<number | null> {
    if (!hasExited()) await once(child, 'exit');
    return child.exitCode;
  }

  async function kill(): Promise<void> {
    if (!hasExited()) child.kill('SIGKILL');
    await waitForExit();
  }

  async function stop(): Promise<number | null> {
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MAX_MS);
    if (!hasExited()) child.kill('SIGTERM');
    const code = await waitForExit();
    clearTimeout(forced);
    return code;
  }

  async function waitUntilReady(withinMs = START_MAX_MS): Promise<void> {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
      if (hasExited()) throw new Error(`the server exited with ${child.exitCode}: ${printed()}`);
      const response = await fetch(`${baseURL}/health`).catch(() => undefined);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`the server did not answer within ${withinMs} ms: ${printed()}`);
  }

  return { baseURL, printed, waitUntilReady, hasExited, waitForExit, stop, kill };
}
