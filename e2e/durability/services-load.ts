import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { postAuthForgotPassword } from '@soulsight/contract/auth';
import { getMe } from '@soulsight/contract/profile';
import { createLedger } from '../../bench/soak/ledger.ts';
import { createSoakUser, type SoakUser } from '../../bench/soak/soak-user.ts';
import type { Pair } from '../../bench/soak/users.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Below the rate limits of a minute. */
const WRITE_EVERY_MS = 1_500;
const READ_EVERY_MS = 1_500;
const RETRY_MS = 1_000;
const ANSWER_MAX_MS = 20_000;

/**
 * Pairs of users who write to each other all the time with the browser's realtime client, which sends a message again until it is
 * acknowledged, and who read over HTTP meanwhile.
 */
export function startLoad(url: string, pairs: readonly Pair[]) {
  const ledger = createLedger(() => performance.now());
  const answers = new Set<string>();
  let isRunning = true;

  const threads = pairs.map(({ users, conversationId }, n) =>
    users.map((user, side) =>
      createSoakUser({ user, conversationId, origin: () => url, address: toAddress(n, side), ledger }),
    ),
  ) as [SoakUser, SoakUser][];
  const devices = threads.flat();

  async function write(device: SoakUser, n: number): Promise<void> {
    for (let count = 1; isRunning; count += 1) {
      device.write(randomUUID(), `Message ${count} of ${n}. It was a long day, and a good one.`);
      await setTimeout(WRITE_EVERY_MS);
    }
  }

  async function read(token: string, address: string): Promise<void> {
    while (isRunning) {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
      answers.add(await ask(`${url}${getMe.path}`, { headers }));
      await setTimeout(READ_EVERY_MS);
    }
  }

  const loops = [
    ...devices.map(write),
    ...pairs.flatMap(({ users }, n) => users.map(({ token }, side) => read(token, toAddress(n, side)))),
  ];

  return {
    ledger,
    /** Every different answer to a reader since the last call. */
    takeAnswers(): string[] {
      const all = [...answers];
      answers.clear();
      return all;
    },
    /** Resolves when everybody is connected. */
    waitUntilConnected: (withinMs: number) =>
      waitUntil(() => devices.every((device) => device.isConnected()), withinMs),
    /** Resolves when every message written until now is acknowledged and at the other user's device, to the milliseconds it took. */
    async waitForDelivery(withinMs: number): Promise<number> {
      const written = [...ledger.deliveries().values()];
      const isHeld = () =>
        written.every((delivery) => delivery.acknowledgedAt !== null && delivery.deliveredAt !== null);
      return waitUntil(isHeld, withinMs);
    },
    /** The pairs whose devices do not show the same messages, each once and in the same order. */
    listDisagreements: () =>
      threads.flatMap(([one, other], n) => {
        const [mine, theirs] = [one, other].map((device) =>
          device.thread().messages.map(({ id, seq }) => `${seq} ${id}`),
        );
        const isWhole = one.thread().messages.every(({ seq }, place) => seq === place + 1);
        return isWhole && String(mine) === String(theirs) ? [] : [n];
      }),
    /** Stops writing and reading. */
    async quiet(): Promise<void> {
      isRunning = false;
      await Promise.all(loops);
    },
    stop() {
      isRunning = false;
      for (const device of devices) device.stop();
    },
  };
}

/** Asks for a link to set a new password until the server has agreed; returns how often it asked. */
export async function askForMail(url: string, email: string): Promise<number> {
  for (let asked = 1; ; asked += 1) {
    const answer = await ask(`${url}${postAuthForgotPassword.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    if (answer === '200') return asked;
    await setTimeout(RETRY_MS);
  }
}

/** The status, and the code of an error with a sentence for people. */
async function ask(url: string, init: RequestInit): Promise<string> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MAX_MS) });
    const text = await response.text();
    if (response.ok) return String(response.status);
    const { code, detail } = (text === '' ? {} : JSON.parse(text)) as { code?: string; detail?: string };
    return [response.status, code, detail?.endsWith('.') && 'with a sentence'].filter(Boolean).join(' ');
  } catch (error) {
    return `no answer (${(error as Error).name})`;
  }
}

/** As the load balancer would report it. */
const toAddress = (pair: number, side: number) => `10.${side}.0.${pair + 1}`;
