import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@soulsight/contract/time';

const PATIENCE_MS = MINUTE_MS;
const STOP_MS = 15_000;
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** `SERVER_CORE` runs the servers and their databases, `LOAD_CORE` the load. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** The Node flags of `npm start`. */
export const PRODUCT_FLAGS = ['--max-semi-space-size=64'];
/** The settings of the allocator of `npm start`. */
export const PRODUCT_ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1048576' };

/** The command, pinned to one core when the machine has several. */
export function pinCommand(core: number, command: string[]): [string, ...string[]] {
  return (canPin ? ['taskset', '-c', String(core), ...command] : command) as [string, ...string[]];
}

export function isPinned(): boolean {
  return canPin;
}

/** Retries until it succeeds; throws the last error after a minute, or after `patienceMs`. */
export async function eventually<T>(attempt: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(200);
    }
  }
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** A child process that answers requests. */
export interface Worker {
  pid: number;
  /** Sends a request and resolves to its answer; `onMark` receives the marks sent before it. */
  ask<T>(request: object, onMark?: (mark: string) => void): Promise<T>;
  stop(): Promise<void>;
}

type Answer = { mark: string } | { answer: unknown } | { failure: string };

export function startWorker(file: string, core: number, nodeArgs: string[] = []): Worker {
  const [execPath, ...before] = pinCommand(core, [process.execPath]);
  const child = fork(new URL(file, import.meta.url), [], {
    // `fork` puts `execArgv` right after `execPath`, so `taskset` can be the executable.
    execPath,
    execArgv: [...before, ...nodeArgs],
    env: { ...process.env, ...PRODUCT_ALLOCATOR },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    pid: child.pid as number,
    ask: (request, onMark) =>
      new Promise((resolve, reject) => {
        const done = () => child.removeAllListeners();
        child.on('message', (message: Answer) => {
          if ('mark' in message) return onMark?.(message.mark);
          done();
          if ('failure' in message) reject(new Error(message.failure));
          else resolve(message.answer as never);
        });
        child.on('exit', (code) => reject(new Error(`${file} exited (${code})`)));
        child.send(request);
      }),
    stop: () => stopProcess(child),
  };
}

/** The worker's side of `startWorker`. */
export function answerRequests<R>(handle: (request: R, mark: (name: string) => void) => Promise<unknown>): void {
  process.on('message', (request: R) => {
    handle(request, (mark) => process.send?.({ mark })).then(
      (answer) => process.send?.({ answer: answer ?? null }),
      (error: unknown) =>
        process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
