import { type ChildProcess, fork } from 'node:child_process';
import type { PictureRefusal, Pictures } from './decode-picture.ts';

export interface PictureProcessOptions {
  /** How many run at once. Each decodes one picture at a time. */
  max: number;
  /** Resident memory of one, in megabytes. It ends itself within about 20 ms of exceeding it. */
  memoryMaxMb: number;
  /** Processor time for one picture, in milliseconds. Its process ends itself within about 20 ms of exceeding it. */
  cpuMaxMs: number;
  /** Time for one picture. Then its process is killed, for a fault of this machine and not of the picture. */
  pictureMaxMs: number;
  /** A process without work ends after this time. */
  idleMs: number;
}

/**
 * Decodes pictures in processes of their own, which start when needed and end when idle. A picture that takes too long, needs
 * too much memory or makes the decoder crash ends only its own process.
 */
export interface PictureProcesses {
  /**
   * Waits for a free process. Resolves to `invalid_image` when the process does not survive the picture. Rejects if none starts, or
   * if the machine is too busy for the picture.
   */
  decode(upload: Uint8Array): Promise<Pictures | PictureRefusal>;
  /** Pictures that wait for a free process. */
  waiting(): number;
  /** Ids of the processes that are running now. */
  pids(): number[];
}

const CHILD = new URL('./picture.child.ts', import.meta.url);
const START_MAX_MS = 30_000;
/** JavaScript of the child; the pictures are outside of it. */
const HEAP_MB = 64;

const TOO_SLOW = Symbol('too slow');

interface Worker {
  child: ChildProcess;
  idle: NodeJS.Timeout | null;
}

export function createPictureProcesses(options: PictureProcessOptions): PictureProcesses {
  const free: Worker[] = [];
  const all = new Set<Worker>();
  const queue: (() => void)[] = [];
  let busy = 0;

  async function acquire(): Promise<Worker> {
    if (busy >= options.max) await new Promise<void>((resolve) => queue.push(resolve));
    else busy += 1;
    const worker = free.pop();
    if (!worker) return start();
    if (worker.idle) clearTimeout(worker.idle);
    return worker;
  }

  function release(worker: Worker | null): void {
    if (worker?.child.connected && worker.child.exitCode === null && !worker.child.killed) {
      worker.idle = setTimeout(() => end(worker), options.idleMs).unref();
      free.push(worker);
    }
    const next = queue.shift();
    if (next) next();
    else busy -= 1;
  }

  /** It goes on for a while until it has ended, and must not be given a picture any more. */
  function end(worker: Worker): void {
    forget(worker);
    worker.child.disconnect();
  }

  function forget(worker: Worker): void {
    if (free.includes(worker)) free.splice(free.indexOf(worker), 1);
  }

  async function start(): Promise<Worker> {
    const child = fork(CHILD, [String(options.memoryMaxMb), String(options.cpuMaxMs)], {
      // None of the server's secrets; one heap for all threads, so that memory is given back.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker: Worker = { child, idle: null };
    all.add(worker);
    child.once('exit', () => {
      all.delete(worker);
      forget(worker);
    });
    child.once('disconnect', () => forget(worker));
    const ready = await ask(child, START_MAX_MS);
    if (ready !== 'ready') throw new Error('the process that decodes pictures did not start');
    // It does not keep this process alive.
    child.unref();
    child.channel?.unref();
    return worker;
  }

  return {
    async decode(upload) {
      let worker: Worker | null = null;
      try {
        worker = await acquire();
        worker.child.channel?.ref();
        const answer = await ask(worker.child, options.pictureMaxMs, upload);
        worker.child.channel?.unref();
        if (answer === TOO_SLOW) throw new Error('decoding a picture took too long');
        return (answer as Pictures | PictureRefusal | null) ?? { code: 'invalid_image' };
      } finally {
        release(worker);
      }
    },
    waiting: () => queue.length,
    pids: () => [...all].flatMap(({ child }) => child.pid ?? []),
  };
}

/** Sends a message and waits for one. Null if the process ends; `TOO_SLOW` if it takes too long and is killed. */
function ask(child: ChildProcess, timeMs: number, message?: Uint8Array): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      finish(TOO_SLOW);
    }, timeMs);
    const finish = (answer: unknown) => {
      clearTimeout(timer);
      child.off('message', finish);
      child.off('exit', end);
      child.off('error', end);
      resolve(answer);
    };
    const end = () => finish(null);
    child.once('message', finish);
    child.once('exit', end);
    child.once('error', end);
    if (message) child.send(message, (error) => error && end());
  });
}
