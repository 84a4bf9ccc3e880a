import type { ClosedAnswer } from './load.worker.ts';
import { type Contenders, type Health, watch } from './turns.ts';

export const IN_FLIGHT = [1, 4] as const;
const WARM_SECONDS = 1;
const WINDOW_SECONDS = 2;
const ROUNDS = 3;

export interface Window extends Health {
  inFlight: number;
  perSecond: number;
  perCpuSecond: number;
  /** Share of the one core that server and database used. */
  core: number;
}
export interface Throughput {
  name: string;
  windows: Window[];
}

/** Each pair keeps its messages in flight. The subjects take turns, so that a slow minute of the machine meets all of them. */
export async function measureThroughput(contenders: Contenders): Promise<Throughput[]> {
  const rows = new Map(contenders.names.map((name) => [name, [] as Window[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    await contenders.round(async (contender) => {
      for (const inFlight of IN_FLIGHT) {
        let end: ReturnType<typeof watch> | undefined;
        let watched: ReturnType<ReturnType<typeof watch>> | undefined;
        const request = { kind: 'closed', inFlight, warmSeconds: WARM_SECONDS, seconds: WINDOW_SECONDS, windows: 1 };
        const answer = await contender.load.ask<ClosedAnswer>(request, () => {
          if (end) watched = end();
          else end = watch(contender);
        });
        if (!watched) throw new Error('The load marked no window.');
        const { cpu, ...health } = watched;
        const count = (answer.done[1] ?? 0) - (answer.done[0] ?? 0);
        const seconds = answer.seconds[0] ?? WINDOW_SECONDS;
        const window = { inFlight, perSecond: count / seconds, perCpuSecond: count / cpu, core: cpu / seconds };
        rows.get(contender.name)?.push({ ...window, ...health });
        console.log(
          `  ${contender.name}, ${inFlight} in flight: ${window.perSecond.toFixed(0)}/s, ${window.perCpuSecond.toFixed(0)} per CPU second`,
        );
      }
    });
  }
  return [...rows].map(([name, windows]) => ({ name, windows }));
}
