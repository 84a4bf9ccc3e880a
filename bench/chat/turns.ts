import { availableParallelism } from 'node:os';
import { cpuSeconds } from './cpu.ts';
import { readMachineTime } from './machine.ts';
import { LOAD_CORE, startWorker, type Worker } from './process.ts';
import type { Running, Subject } from './subjects.ts';

/** A running subject with its load. Between its turns its server is stopped, so that it cannot work during those of others. */
export interface Contender {
  name: string;
  load: Worker;
  running: Running;
}

export interface Contenders {
  /** Runs `turn` for each contender, one after the other. */
  round(turn: (contender: Contender) => Promise<void>): Promise<void>;
  names: string[];
  stop(): Promise<void>;
}

/** What a window says about the machine: shares of all cores. */
export interface Health {
  stolen: number;
  /** Used by programs that are neither the subject nor its load. */
  others: number;
}

/** Starts the subjects one after the other, so that none slows another's start. When one fails to start, those that run are stopped. */
export async function startContenders(subjects: readonly Subject[], label: string): Promise<Contenders> {
  const all: Contender[] = [];
  try {
    for (const subject of subjects) {
      const contender = await startContender(subject, label);
      if (!contender) continue;
      all.push(contender);
      process.kill(contender.running.pid, 'SIGSTOP');
    }
  } catch (error) {
    await stopContenders(all);
    throw error;
  }
  return {
    names: all.map(({ name }) => name),
    async round(turn) {
      for (const contender of all) {
        process.kill(contender.running.pid, 'SIGCONT');
        await turn(contender);
        process.kill(contender.running.pid, 'SIGSTOP');
      }
    },
    stop: () => stopContenders(all),
  };
}

async function stopContenders(contenders: readonly Contender[]): Promise<void> {
  for (const { load, running } of contenders) {
    process.kill(running.pid, 'SIGCONT');
    await load.ask({ kind: 'disconnect' });
    await load.stop();
    await running.stop();
  }
}

async function startContender({ name, start }: Subject, label: string): Promise<Contender | null> {
  const running = await start(label);
  if (typeof running === 'string') {
    console.log(`SKIPPED ${name}: ${running}`);
    return null;
  }
  const load = startWorker('./load.worker.ts', LOAD_CORE);
  try {
    await load.ask({ kind: 'connect', conversations: running.conversations });
  } catch (error) {
    await load.stop();
    await running.stop();
    throw error;
  }
  return { name, load, running };
}

/** Starts to watch a window of this contender; call the result at its end, which gives the subject's CPU seconds too. */
export function watch({ running, load }: Contender): () => Health & { cpu: number } {
  const startedAt = performance.now();
  const machine = readMachineTime();
  const [server, client] = [cpuSeconds(running.pids), cpuSeconds([load.pid])];
  return () => {
    const all = ((performance.now() - startedAt) / 1_000) * availableParallelism();
    const now = readMachineTime();
    const cpu = cpuSeconds(running.pids) - server;
    const own = cpu + cpuSeconds([load.pid]) - client;
    return {
      cpu,
      stolen: (now.stolen - machine.stolen) / all,
      others: Math.max(0, (now.busy - machine.busy - own) / all),
    };
  };
}
