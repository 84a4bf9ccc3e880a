import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashingAnswer, HashingTask } from './hashing-threads.ts';

/** Below everything else of the process, and still before what is meant to run in the background of the machine. */
const NICENESS = 5;

/** On Linux a priority is a thread's own; elsewhere it would be that of the whole process. */
function lowerPriority(): void {
  try {
    if (process.platform === 'linux') setPriority(NICENESS);
  } catch {
    // Where that is forbidden, hashing is as urgent as the rest.
  }
}

function runTask(task: HashingTask): HashingAnswer {
  try {
    const { password } = task;
    return { value: task.stored === null ? hashSync(password, task.options) : verifySync(task.stored, password) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

lowerPriority();
parentPort?.on('message', (task: HashingTask) => parentPort?.postMessage(runTask(task)));
