import { AppError } from '@soulsight/contract/errors';
import { beforeEach, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../clock.ts';
import type { Caller } from '../http/caller.ts';
import { type Connection, createConnection } from './connection.ts';
import { createSessionCheck } from './session-check.ts';

let clock: ManualClock;
let checked: string[];
let ended: Set<string>;
let early: Set<string>;
let slowly: Promise<void>;
let sessions: ReturnType<typeof createSessionCheck>;

beforeEach(() => {
  clock = manualClock();
  checked = [];
  ended = new Set();
  early = new Set();
  slowly = Promise.resolve();
  sessions = createSessionCheck({
    clock,
    authenticate: async (token) => ({ userId: 'ann', emailVerified: true, locked: false, sessionId: token }) as Caller,
    async recheck(caller) {
      checked.push(caller.userId);
      await slowly;
      if (ended.has(caller.userId)) throw new AppError('session_expired');
      if (early.has(caller.userId)) throw new AppError('second_factor_needed');
      return caller;
    },
  });
});

function connect(userId: string): Connection & { closed: number[] } {
  const closed: number[] = [];
  const caller = { userId, emailVerified: true, locked: false } as Caller;
  const socket = { readyState: 3, OPEN: 1, close: (code: number) => void closed.push(code) };
  const signedIn = { id: userId, caller, socket, rawSocket: {} } as unknown as Parameters<typeof createConnection>[0];
  return { ...createConnection(signedIn, clock.now().getTime()), closed };
}

async function settle(...connections: Connection[]): Promise<void> {
  await Promise.allSettled(connections.map(({ checking }) => checking));
}

it('a session in use is checked early, so that no event waits for it; one at rest is not', async () => {
  const [ann, ben] = [connect('ann'), connect('ben')];
  clock.advance(9_999);
  expect(sessions.isFresh(ann)).toBe(true);
  sessions.checkUsed();
  expect(checked).toEqual([]);
  clock.advance(1);
  expect(sessions.isFresh(ann)).toBe(true);
  sessions.checkUsed();
  await settle(ann, ben);
  expect(checked).toEqual(['ann']);
  clock.advance(14_999);
  expect(sessions.isFresh(ann)).toBe(true);
  expect(sessions.isFresh(ben)).toBe(false);
});

it('a session that ended is closed by the early check', async () => {
  const ann = connect('ann');
  ended.add('ann');
  clock.advance(10_000);
  expect(sessions.isFresh(ann)).toBe(true);
  sessions.checkUsed();
  await settle(ann);
  expect(ann.closed).toEqual([1008]);
});

it('a session that has just passed a second factor reconnects with its new token, and is not told that it has ended', async () => {
  const ann = connect('ann');
  const sent: string[] = [];
  Object.assign(ann.socket, { readyState: 1 });
  Object.assign(ann, {
    rawSocket: { writableLength: 0, cork() {}, uncork() {}, write: (frame: Buffer) => sent.push(frame.toString()) },
  });
  early.add('ann');
  clock.advance(10_000);
  sessions.isFresh(ann);
  sessions.checkUsed();
  await settle(ann);
  expect(ann.closed).toEqual([1013]);
  expect(sent.join()).toContain('"reconnect"');
  expect(sent.join()).not.toContain('auth_expired');
});

it.each([false, true])(
  'a check of a session that was continued with another token meanwhile changes nothing (ended: %s)',
  async (hasEnded) => {
    const ann = connect('ann');
    const { promise, resolve } = Promise.withResolvers<void>();
    slowly = promise;
    if (hasEnded) ended.add('ann');
    clock.advance(10_000);
    sessions.isFresh(ann);
    sessions.checkUsed();
    await sessions.renew(ann, 'next', 'request');
    resolve();
    await settle(ann);
    expect(ann.caller.sessionId).toBe('next');
    expect(ann.closed).toEqual([]);
  },
);
