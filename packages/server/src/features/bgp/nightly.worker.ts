import { parentPort, workerData } from 'node:worker_threads';
import type { Weights } from '@soulsight/affinity/interest';
import { learnNightly, type TrainingData } from '@soulsight/affinity/nightly';

/** The fit takes seconds of nothing but arithmetic: it has a thread of its own, so that nobody waits for it. */
const { happened, weights } = workerData as { happened: TrainingData; weights: Weights };
parentPort?.postMessage(learnNightly(happened, weights));
