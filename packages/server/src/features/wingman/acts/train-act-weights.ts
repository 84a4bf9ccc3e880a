import { writeModel } from '../../../core/text/linear-model-file.ts';
import { quantise } from '../../../core/text/linear-training.ts';
import { hashTrainingData, readExamples, trainActs } from './act-training.ts';
import { ACT_WEIGHTS, type ActHeader } from './act-weights.data.ts';
import { chooseThresholds, crossValidate } from './cross-validation.ts';

/** Trains the classifier with all examples, with thresholds from a cross-validation, and writes its weights. Returns what was done. */
export function trainActWeights(): string {
  const examples = readExamples();
  const thresholds = chooseThresholds(crossValidate(examples));
  const model = quantise(trainActs(examples));
  const header: ActHeader = { trainedOn: hashTrainingData(), scales: [...model.scales], thresholds };
  writeModel(ACT_WEIGHTS, header, model);
  return `Trained with ${examples.length} messages.`;
}
