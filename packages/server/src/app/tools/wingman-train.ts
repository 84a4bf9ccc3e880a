import { trainActWeights } from '../../features/wingman/acts/train-act-weights.ts';
import { runTool } from './run-tool.ts';

/** `npm run wingman:train`: trains the classifier of messages with its examples and writes its weights. */
await runTool(async () => trainActWeights());
