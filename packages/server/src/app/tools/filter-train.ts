import type { HoldExample } from '../../features/chat/messages/classifier/hold-training.ts';
import { trainHoldWeights } from '../../features/chat/messages/classifier/train-hold-weights.ts';
import { ruleReason } from '../../features/chat/messages/message-filter.rules.ts';
import { readExamples } from '../../features/wingman/acts/act-training.ts';
import { runTool } from './run-tool.ts';

/** Acts of which many examples name contact data or money in passing. */
const UNCLEAR = ['minor', 'sexual_pressure', 'boundary'];

/** The wingman's examples as messages that are to be held back or not; without those of which neither is certain. */
function readOthers(): HoldExample[] {
  return readExamples().flatMap(({ language, label, content }): HoldExample[] => {
    if (label === 'scam') return [{ language, kind: 'money', content }];
    if (label === 'contact_ask') return [{ language, kind: 'contact', content }];
    if (UNCLEAR.includes(label) || ruleReason(content)) return [];
    return [{ language, kind: 'harmless', content }];
  });
}

/** `npm run filter:train`: trains the classifier of first messages with its and the wingman's examples and writes its weights. */
await runTool(async () => trainHoldWeights(readOthers()));
