import type { LearnedParts } from '@soulsight/affinity/nightly';
import { Piscina } from 'piscina';
import type { FitTask } from './nightly.worker.ts';

/** Fits the model in a worker thread. Rejects when the fit throws or the thread dies. */
export async function fitInWorker(task: FitTask): Promise<LearnedParts> {
  const pool = new Piscina({ filename: new URL('./nightly.worker.ts', import.meta.url).href, maxThreads: 1 });
  try {
    return await pool.run(task, { name: 'fit' });
  } finally {
    await pool.destroy();
  }
}
