import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { acknowledges, type ConnectedPair, type Conversations, countPairs, openPair } from './conversation.ts';
import { answerRequests } from './process.ts';
import { sampleText } from './texts.ts';

/** Generates the load of one subject, in its own process so that its CPU time is not counted as the server's. */
export type LoadRequest =
  | { kind: 'connect'; conversations: Conversations }
  /** Each pair keeps `inFlight` messages in flight; `windows` of `seconds` each are measured after a warm-up. */
  | { kind: 'closed'; inFlight: number; warmSeconds: number; seconds: number; windows: number }
  /** Sends `rate` messages per second, spread evenly over the pairs, without waiting for responses. */
  | { kind: 'open'; rate: number; warmSeconds: number; seconds: number }
  | { kind: 'disconnect' };

/** Messages done at the start of each window and at the end of the last one. */
export type ClosedAnswer = { done: number[]; seconds: number[] };
export type OpenAnswer = { p50: number; p99: number; sent: number; lost: number };

const CONNECT_AT_ONCE = 20;
const TICK_MS = 2;
const SETTLE_MS = 15_000;

type PendingMessage = { pair: number; slot: number; sentAt: number; acknowledged: boolean; received: boolean };

let pairs: ConnectedPair[] = [];
let needsAcknowledgement = false;
let closing = false;
const pending = new Map<string, PendingMessage>();
let failure: string | null = null;
let onReceived: (message: PendingMessage) => void = () => {};
let onDone: (message: PendingMessage) => void = () => {};
let sentCount = 0;
/** Messages of each pair so far. */
const turns: number[] = [];

const events = {
  acknowledged(id: string) {
    const message = pending.get(id);
    if (!message) return;
    message.acknowledged = true;
    finish(id, message);
  },
  received(id: string) {
    const message = pending.get(id);
    if (!message || message.received) return;
    message.received = true;
    onReceived(message);
    finish(id, message);
  },
  failed(why: string) {
    if (!closing) failure ??= why;
  },
};

function finish(id: string, message: PendingMessage): void {
  if (!message.received || (needsAcknowledgement && !message.acknowledged)) return;
  pending.delete(id);
  onDone(message);
}

function sendMessage(pair: number, slot: number): void {
  const id = randomUUID();
  pending.set(id, { pair, slot, sentAt: performance.now(), acknowledged: false, received: false });
  sentCount += 1;
  // The two users alternate.
  const turn = (turns[pair] ?? 0) + 1;
  turns[pair] = turn;
  pairs[pair]?.send(turn % 2 === 0 ? 0 : 1, id, sampleText(sentCount));
}

async function connect(conversations: Conversations): Promise<void> {
  needsAcknowledgement = acknowledges(conversations);
  const indices = Array.from({ length: countPairs(conversations) }, (_, i) => i);
  pairs = [];
  closing = false;
  while (indices.length > 0) {
    pairs.push(
      ...(await Promise.all(indices.splice(0, CONNECT_AT_ONCE).map((i) => openPair(conversations, i, events)))),
    );
  }
}

function checkFailure(): void {
  if (failure !== null) throw new Error(`the load failed: ${failure}`);
}

async function drain(): Promise<number> {
  const until = performance.now() + SETTLE_MS;
  while (pending.size > 0 && performance.now() < until) await pause(20);
  const lost = pending.size;
  pending.clear();
  return lost;
}

async function runClosedLoop(
  request: LoadRequest & { kind: 'closed' },
  mark: (name: string) => void,
): Promise<ClosedAnswer> {
  let done = 0;
  let isOver = false;
  onReceived = () => {};
  onDone = ({ pair, slot }) => {
    done += 1;
    if (!isOver) sendMessage(pair, slot);
  };
  for (let slot = 0; slot < request.inFlight; slot += 1) for (let p = 0; p < pairs.length; p += 1) sendMessage(p, slot);
  await pause(request.warmSeconds * 1_000);
  const marks = [{ done, at: performance.now() }];
  mark('window');
  for (let window = 0; window < request.windows; window += 1) {
    await pause(request.seconds * 1_000);
    marks.push({ done, at: performance.now() });
    mark('window');
  }
  isOver = true;
  const lost = await drain();
  checkFailure();
  if (lost > 0) throw new Error(`${lost} messages were not stored and received`);
  const seconds = marks.slice(1).map(({ at }, i) => (at - (marks[i]?.at ?? at)) / 1_000);
  return { done: marks.map((m) => m.done), seconds };
}

async function runOpenLoop({ rate, warmSeconds, seconds }: LoadRequest & { kind: 'open' }): Promise<OpenAnswer> {
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
    for (const due = ((now - start) / 1_000) * rate; sent < due; sent += 1) sendMessage(sent % pairs.length, 0);
    await pause(TICK_MS);
  }
  const lost = await drain();
  checkFailure();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), sent, lost };
}

answerRequests<LoadRequest>(async (request, mark) => {
  if (request.kind === 'connect') return connect(request.conversations);
  if (request.kind === 'closed') return runClosedLoop(request, mark);
  if (request.kind === 'open') return runOpenLoop(request);
  closing = true;
  for (const pair of pairs) pair.close();
  return null;
});
