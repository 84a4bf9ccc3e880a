import { writeFileSync } from 'node:fs';
import {
  type HoldExample,
  hashHoldData,
  joinWithHarmless,
  quantise,
  readHoldExamples,
  trainHold,
} from './hold-training.ts';
import { HOLD_WEIGHTS, type HoldHeader } from './hold-weights.data.ts';

/** A first message of a set says more about first messages than one from elsewhere. */
const OWN_WEIGHT = 3;

/**
 * Trains the classifier of first messages with the filter's own examples and with messages from elsewhere, and writes its weights.
 * Returns what was done.
 */
export function trainHoldWeights(others: readonly HoldExample[]): string {
  const own = readHoldExamples().map((example) => ({ ...example, weight: OWN_WEIGHT }));
  const examples = joinWithHarmless([...others, ...own]);
  const { scales, weights } = quantise(trainHold(examples));
  const header: HoldHeader = { trainedOn: hashHoldData(), scales: [...scales] };
  writeFileSync(HOLD_WEIGHTS, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), Buffer.from(weights.buffer)]));
  return `Trained with ${examples.length} messages.`;
}
