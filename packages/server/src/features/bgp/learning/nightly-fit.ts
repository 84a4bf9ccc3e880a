import { Worker } from 'node:worker_threads';
import type { LearnedParts } from '@soulsight/affinity/nightly';
import type { FitTask } from './nightly.worker.ts';

/**
 * Fits the model in a worker thread. Rejects when the fit throws or the thread dies. The thread ends by itself: terminating one can
 * crash the whole process.
 */
export async function fitInWorker(task: FitTask): Promise<LearnedParts> {
  const worker = new Worker(new URL('./nightly.worker.ts', import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    let result: LearnedParts | undefined;
    worker.once('message', (message: LearnedParts) => {
      result = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (result) resolve(result);
      else reject(new Error(`The thread of the nightly fit ended with code ${code} and without a result.`));
    });
  });
}
