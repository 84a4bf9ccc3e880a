import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { acknowledges, openPair, pairCount, type TalkingPair, type Talks } from './conversation.ts';
import { answerRequests } from './process.ts';
import { textOf } from './texts.ts';

/** Makes the load of one subject: a process of its own, so that none of it counts as the server's. */
export type LoadRequest =
  | { kind: 'connect'; talks: Talks }
  /** Each pair keeps so many messages under way; `windows` of so many seconds are measured after a warm-up. */
  | { kind: 'closed'; inFlight: number; warmSeconds: number; seconds: number; windows: number }
  /** So many messages a second over all the pairs, evenly, whatever comes back. */
  | { kind: 'open'; rate: number; warmSeconds: number; seconds: number }
  | { kind: 'disconnect' };

/** Messages that were done at the start of each window, and at the end of the last. */
export type ClosedAnswer = { done: number[]; seconds: number[] };
export type OpenAnswer = { p50: number; p99: number; sent: number; lost: number };

const CONNECT_AT_ONCE = 20;
const TICK_MS = 2;
const SETTLE_MS = 15_000;

type UnderWay = { pair: number; slot: number; sentAt: number; acknowledged: boolean; received: boolean };

let pairs: TalkingPair[] = [];
let needsAck = false;
let closing = false;
const underWay = new Map<string, UnderWay>();
let failure: string | null = null;
let onReceived: (one: UnderWay) => void = () => {};
let onDone: (one: UnderWay) => void = () => {};
let written = 0;

const heard = {
  acknowledged(id: string) {
    const one = underWay.get(id);
    if (!one) return;
    one.acknowledged = true;
    settle(id, one);
  },
  received(id: string) {
    const one = underWay.get(id);
    if (!one || one.received) return;
    one.received = true;
    onReceived(one);
    settle(id, one);
  },
  failed(why: string) {
    if (!closing) failure ??= why;
  },
};

function settle(id: string, one: UnderWay): void {
  if (!one.received || (needsAck && !one.acknowledged)) return;
  underWay.delete(id);
  onDone(one);
}

function write(pair: number, slot: number): void {
  const id = randomUUID();
  underWay.set(id, { pair, slot, sentAt: performance.now(), acknowledged: false, received: false });
  written += 1;
  // The two write in turns.
  pairs[pair]?.send((written + slot) % 2 === 0 ? 0 : 1, id, textOf(written));
}

async function connect(talks: Talks): Promise<void> {
  needsAck = acknowledges(talks);
  const indices = Array.from({ length: pairCount(talks) }, (_, i) => i);
  pairs = [];
  closing = false;
  while (indices.length > 0) {
    pairs.push(...(await Promise.all(indices.splice(0, CONNECT_AT_ONCE).map((i) => openPair(talks, i, heard)))));
  }
}

function checkFailure(): void {
  if (failure !== null) throw new Error(`the load failed: ${failure}`);
}

async function settled(): Promise<number> {
  const until = performance.now() + SETTLE_MS;
  while (underWay.size > 0 && performance.now() < until) await pause(20);
  const lost = underWay.size;
  underWay.clear();
  return lost;
}

async function closed(request: LoadRequest & { kind: 'closed' }, mark: (name: string) => void): Promise<ClosedAnswer> {
  let done = 0;
  let isOver = false;
  onReceived = () => {};
  onDone = ({ pair, slot }) => {
    done += 1;
    if (!isOver) write(pair, slot);
  };
  for (let slot = 0; slot < request.inFlight; slot += 1) for (let p = 0; p < pairs.length; p += 1) write(p, slot);
  await pause(request.warmSeconds * 1_000);
  const marks = [{ done, at: performance.now() }];
  mark('window');
  for (let window = 0; window < request.windows; window += 1) {
    await pause(request.seconds * 1_000);
    marks.push({ done, at: performance.now() });
    mark('window');
  }
  isOver = true;
  const lost = await settled();
  checkFailure();
  if (lost > 0) throw new Error(`${lost} messages were not stored and received`);
  const seconds = marks.slice(1).map(({ at }, i) => (at - (marks[i]?.at ?? at)) / 1_000);
  return { done: marks.map((m) => m.done), seconds };
}

async function open({ rate, warmSeconds, seconds }: LoadRequest & { kind: 'open' }): Promise<OpenAnswer> {
  const times: number[] = [];
  const start = performance.now();
  const from = start + warmSeconds * 1_000;
  const end = from + seconds * 1_000;
  let sent = 0;
  onDone = () => {};
  onReceived = ({ sentAt }) => {
    if (sentAt >= from) times.push(performance.now() - sentAt);
  };
  for (let now = start; now < end; now = performance.now()) {
    for (const due = ((now - start) / 1_000) * rate; sent < due; sent += 1) write(sent % pairs.length, 0);
    await pause(TICK_MS);
  }
  const lost = await settled();
  checkFailure();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), sent, lost };
}

answerRequests<LoadRequest>(async (request, mark) => {
  if (request.kind === 'connect') return connect(request.talks);
  if (request.kind === 'closed') return closed(request, mark);
  if (request.kind === 'open') return open(request);
  closing = true;
  for (const pair of pairs) pair.close();
  return null;
});
