import { writeModel } from '../../../../core/text/linear-model-file.ts';
import { quantise } from '../../../../core/text/linear-training.ts';
import { type HoldExample, hashHoldData, joinWithHarmless, readHoldExamples, trainHold } from './hold-training.ts';
import { HOLD_WEIGHTS } from './hold-weights.data.ts';

/** A first message of a set says more about first messages than one from elsewhere. */
const OWN_WEIGHT = 3;

/**
 * Trains the classifier of first messages with the filter's own examples and with messages from elsewhere, and writes its weights.
 * Returns what was done.
 */
export function trainHoldWeights(others: readonly HoldExample[]): string {
  const own = readHoldExamples().map((example) => ({ ...example, weight: OWN_WEIGHT }));
  const examples = joinWithHarmless([...others, ...own]);
  const model = quantise(trainHold(examples));
  writeModel(HOLD_WEIGHTS, { trainedOn: hashHoldData(), scales: [...model.scales] }, model);
  return `Trained with ${examples.length} messages.`;
}
