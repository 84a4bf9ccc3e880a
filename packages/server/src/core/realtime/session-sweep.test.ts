import { expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { createSessionSweep } from './session-sweep.ts';

const START = 1_800_000_000_000;

/** A connection that was heard last at the start. */
function connect() {
  let isOpen = true;
  const connection = {
    lastSeen: START,
    expiredAt: null,
    caller: { expiresAt: START / 1_000 + 86_400 },
    socket: {
      terminate() {
        isOpen = false;
      },
    },
  } as unknown as Connection;
  let now = START;
  const sweep = createSessionSweep({ all: () => [connection].values(), remove: () => {} }, () => now);
  /** One sweep a second from one second to another. */
  const run = (from: number, to: number) => {
    for (let second = from; second <= to; second += 1) {
      now = START + second * 1_000;
      sweep(now);
    }
  };
  return { connection, run, isOpen: () => isOpen };
}

it('closes a connection that is silent for 100 s', () => {
  const { run, isOpen } = connect();
  run(1, 100);
  expect(isOpen()).toBe(true);
  run(101, 101);
  expect(isOpen()).toBe(false);
});

it('does not take its own pause for silence', () => {
  const { connection, run, isOpen } = connect();
  run(1, 20);
  run(3_600, 3_680);
  expect(isOpen()).toBe(true);
  expect(connection.lastSeen).toBeLessThanOrEqual(START + 3_600_000);
  // Twenty seconds before the pause and more than eighty after it.
  run(3_681, 3_682);
  expect(isOpen()).toBe(false);
});

it('a pause right after a message does not make it a message of the future', () => {
  const { connection, run } = connect();
  connection.lastSeen = START + 3_599_999;
  run(3_600, 3_600);
  expect(connection.lastSeen).toBe(START + 3_600_000);
});
