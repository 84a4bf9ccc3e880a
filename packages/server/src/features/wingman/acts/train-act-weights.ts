import { writeFileSync } from 'node:fs';
import { hashTrainingData, quantise, readExamples, trainActs } from './act-training.ts';
import { ACT_WEIGHTS, type ActHeader } from './act-weights.data.ts';
import { chooseThresholds, crossValidate } from './cross-validation.ts';

/** Trains the classifier with all examples, with thresholds from a cross-validation, and writes its weights. Returns what was done. */
export function trainActWeights(): string {
  const examples = readExamples();
  const thresholds = chooseThresholds(crossValidate(examples));
  const { scales, weights } = quantise(trainActs(examples));
  const header: ActHeader = { trainedOn: hashTrainingData(), scales: [...scales], thresholds };
  writeFileSync(ACT_WEIGHTS, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), Buffer.from(weights.buffer)]));
  return `Trained with ${examples.length} messages.`;
}
