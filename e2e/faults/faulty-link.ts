import type { SocketLike } from '@soulsight/web/lib/realtime/socket';
import { WebSocket } from 'ws';

export type Direction = 'in' | 'out';

/** The connection of one device to the server, with the faults that a test injects. */
export interface FaultyLink {
  openSocket(url: string): SocketLike;
  /** Runs an HTTP call over the same connection. */
  carry(call: () => Promise<Response>): Promise<Response>;
  /** Nothing gets through and nothing connects until `online`. */
  offline(): void;
  online(): void;
  /** Closes every connection at once; frames in flight are lost. */
  cut(): void;
  /** Connections stay open on both sides but deliver nothing. */
  halfOpen(): void;
  /** Delays frames, in order, until `release`. */
  hold(direction: Direction): void;
  release(): void;
  /** The next frame arrives twice. */
  duplicateNext(direction: Direction): void;
  /** Swaps the next two incoming frames. */
  swap(): void;
  /** While true, HTTP calls reach the server but their responses are lost. */
  loseAnswers(lost: boolean): void;
  /** Removes all faults. */
  heal(): void;
  /** Waits until everything sent so far has arrived. */
  waitForDelivery(): Promise<void>;
}

interface Pipe {
  real: WebSocket;
  isDead: boolean;
  /** The client closed it. */
  isClosed: boolean;
  waiting: { direction: Direction; apply: () => void }[];
  swapped: (() => void) | null;
  pass: (direction: Direction, apply: () => void) => void;
  end: (code: number) => void;
}

const ABNORMAL = 1006;

function emptySocket(): SocketLike {
  return { onopen: null, onmessage: null, onclose: null, onerror: null, send() {}, close() {} };
}

interface Connecting {
  url: string;
  socket: SocketLike;
  inContext: (work: () => void) => void;
  pass: (pipe: Pipe, direction: Direction, apply: () => void) => void;
  forget: (pipe: Pipe) => void;
}

/** Connects the client's socket with a real one, so that each frame goes through `pass`. */
function connect({ url, socket, inContext, pass, forget }: Connecting): Pipe {
  const real = new WebSocket(url);
  const pipe: Pipe = {
    real,
    isDead: false,
    isClosed: false,
    waiting: [],
    swapped: null,
    pass: (direction, apply) => pass(pipe, direction, apply),
    end(code) {
      if (pipe.isClosed) return;
      pipe.isClosed = true;
      forget(pipe);
      inContext(() => socket.onclose?.({ code }));
    },
  };
  real.on('error', () => {});
  real.on('open', () => pipe.pass('in', () => inContext(() => socket.onopen?.())));
  real.on('message', (data) => {
    const text = String(data);
    pipe.pass('in', () => inContext(() => socket.onmessage?.({ data: text })));
  });
  real.on('close', (code) => {
    if (!pipe.isDead) pipe.end(code);
  });
  socket.send = (data) => pipe.pass('out', () => real.readyState === real.OPEN && real.send(data));
  socket.close = (code) => {
    pipe.isClosed = true;
    // The server does not see the close of a dead connection.
    if (pipe.isDead) return;
    forget(pipe);
    if (real.readyState === real.OPEN) real.close(code);
    else real.terminate();
  };
  return pipe;
}

/** HTTP calls that wait on a held connection; each fails when nothing releases it in time. */
function createHeldCalls(after: (ms: number, callback: () => void) => void) {
  const waiting = new Set<() => void>();
  return {
    untilReleased: () =>
      new Promise<void>((resolve, reject) => {
        waiting.add(resolve);
        after(CALL_PATIENCE_MS, () => {
          if (waiting.delete(resolve)) reject(new TypeError('no response'));
        });
      }),
    release() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}

/** Applies a frame unless its connection has ended, twice if its direction is to be duplicated. */
function createDelivery(duplicated: Set<Direction>) {
  return (pipe: Pipe, direction: Direction, apply: () => void): void => {
    if (pipe.isDead || (direction === 'in' && pipe.isClosed)) return;
    apply();
    if (duplicated.delete(direction)) apply();
  };
}

/** Ends every connection without a close frame. */
function cutAll(pipes: Set<Pipe>): void {
  for (const pipe of [...pipes]) {
    const wasDead = pipe.isDead;
    pipe.isDead = true;
    pipe.real.terminate();
    if (wasDead) pipes.delete(pipe);
    pipe.end(ABNORMAL);
  }
}

/** Ends the connections that were half open. */
function endDead(pipes: Set<Pipe>): void {
  for (const pipe of [...pipes]) {
    if (!pipe.isDead) continue;
    pipes.delete(pipe);
    pipe.real.terminate();
    pipe.end(ABNORMAL);
  }
}

interface Faults {
  isOffline: boolean;
  swapNext: boolean;
  losesAnswers: boolean;
}

/** An HTTP call. `pass` resolves once its direction is not held. */
async function carry(
  call: () => Promise<Response>,
  faults: Faults,
  pass: (direction: Direction) => Promise<void>,
): Promise<Response> {
  if (faults.isOffline) throw new TypeError('offline');
  await pass('out');
  if (faults.isOffline) throw new TypeError('offline');
  const answer = await call();
  await pass('in');
  if (faults.losesAnswers || faults.isOffline) throw new TypeError('the response is lost');
  return answer;
}

/** `inContext` runs the client's handlers, `after` calls back after `ms` milliseconds. */
export function createFaultyLink(
  inContext: (work: () => void) => void,
  after: (ms: number, callback: () => void) => void,
): FaultyLink {
  const pipes = new Set<Pipe>();
  const heldDirections = new Set<Direction>();
  const duplicated = new Set<Direction>();
  const faults: Faults = { isOffline: false, swapNext: false, losesAnswers: false };
  const calls = createHeldCalls(after);
  const deliver = createDelivery(duplicated);

  function passIn(pipe: Pipe, apply: () => void): void {
    if (pipe.swapped) {
      deliver(pipe, 'in', apply);
      deliver(pipe, 'in', pipe.swapped);
      pipe.swapped = null;
    } else if (faults.swapNext) {
      faults.swapNext = false;
      pipe.swapped = apply;
    } else deliver(pipe, 'in', apply);
  }

  function pass(pipe: Pipe, direction: Direction, apply: () => void): void {
    if (heldDirections.has(direction) || pipe.waiting.some((frame) => frame.direction === direction))
      pipe.waiting.push({ direction, apply });
    else if (direction === 'in') passIn(pipe, apply);
    else deliver(pipe, direction, apply);
  }

  function openSocket(url: string): SocketLike {
    const socket = emptySocket();
    if (faults.isOffline) setImmediate(() => inContext(() => socket.onclose?.({ code: ABNORMAL })));
    else pipes.add(connect({ url, socket, inContext, pass, forget: (pipe) => void pipes.delete(pipe) }));
    return socket;
  }

  function release(): void {
    heldDirections.clear();
    calls.release();
    for (const pipe of [...pipes]) {
      const waiting = pipe.waiting.splice(0);
      for (const { direction, apply } of waiting) pipe.pass(direction, apply);
      if (pipe.swapped) deliver(pipe, 'in', pipe.swapped);
      pipe.swapped = null;
    }
  }

  return {
    openSocket,
    carry: (call) =>
      carry(call, faults, async (direction) => {
        if (heldDirections.has(direction)) await calls.untilReleased();
      }),
    offline() {
      faults.isOffline = true;
      cutAll(pipes);
    },
    online() {
      faults.isOffline = false;
    },
    cut: () => cutAll(pipes),
    halfOpen() {
      for (const pipe of pipes) pipe.isDead = true;
    },
    hold: (direction) => void heldDirections.add(direction),
    release,
    duplicateNext: (direction) => void duplicated.add(direction),
    swap() {
      faults.swapNext = true;
    },
    loseAnswers(lost) {
      faults.losesAnswers = lost;
    },
    heal() {
      Object.assign(faults, { isOffline: false, swapNext: false, losesAnswers: false });
      duplicated.clear();
      release();
      endDead(pipes);
    },
    async waitForDelivery() {
      await Promise.all([...pipes].map(({ real }) => waitForEcho(real)));
    },
  };
}

const CALL_PATIENCE_MS = 20_000;
const ECHO_MAX_MS = 1_000;

/** The pong arrives after everything sent before the ping was read. */
function waitForEcho(real: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      real.off('pong', done).off('close', done).off('open', done);
      resolve();
    };
    const timer = setTimeout(done, ECHO_MAX_MS);
    real.once('close', done);
    if (real.readyState === real.CONNECTING) real.once('open', done);
    else if (real.readyState === real.OPEN) {
      real.once('pong', done);
      real.ping();
    } else done();
  });
}
