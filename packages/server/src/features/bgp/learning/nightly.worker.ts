import { parentPort, workerData } from 'node:worker_threads';
import type { Weights } from '@soulsight/affinity/interest';
import { learnNightly, type TrainingData } from '@soulsight/affinity/nightly';

export type FitTask = { data: TrainingData; weights: Weights };

/** Runs in a thread of its own: it computes for seconds and would block the event loop. */
const { data, weights } = workerData as FitTask;
parentPort?.postMessage(learnNightly(data, weights));
