import type { OpenAnswer } from './load.worker.ts';
import { type Contenders, type Health, watch } from './turns.ts';

/** Messages a second, the same for all. */
export const RATES = [200, 800, 2_000, 5_000] as const;
/** Each user has sent a message by then, also at the lowest rate: the server asks for the session of one who was silent, and all were while it was stopped. */
const WARM_SECONDS = 2.5;
const WINDOW_SECONDS = 3;
/** Before the first window, at the second rate: a server compiles its code and its patterns once, and conversations grow past their first messages. */
const FIRST_SECONDS = 8;
const ROUNDS = 2;
/** A subject that takes this long in the middle is building up a queue. */
const HELD_MAX_MS = 250;

export interface RateWindow extends Health {
  rate: number;
  /** Milliseconds from send to receipt. */
  p50: number;
  p99: number;
  held: boolean;
}
export interface Rates {
  name: string;
  windows: RateWindow[];
}

/** Latency at absolute rates, in turns. After a rate that a subject cannot hold, higher ones are left out. */
export async function measureRates(contenders: Contenders): Promise<Rates[]> {
  const rows = new Map(contenders.names.map((name) => [name, [] as RateWindow[]]));
  await contenders.round(async ({ load }) => {
    await load.ask({ kind: 'open', rate: RATES[1], warmSeconds: 0, seconds: FIRST_SECONDS });
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    await contenders.round(async (contender) => {
      for (const rate of RATES) {
        const end = watch(contender);
        const request = { kind: 'open', rate, warmSeconds: WARM_SECONDS, seconds: WINDOW_SECONDS };
        const { p50, p99, lost } = await contender.load.ask<OpenAnswer>(request);
        const held = lost === 0 && p50 < HELD_MAX_MS;
        const { stolen, others } = end();
        rows.get(contender.name)?.push({ rate, p50, p99, held, stolen, others });
        console.log(
          `  ${contender.name}, ${rate}/s: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms${held ? '' : ', not held'}`,
        );
        if (!held) break;
      }
    });
  }
  return [...rows].map(([name, windows]) => ({ name, windows }));
}
