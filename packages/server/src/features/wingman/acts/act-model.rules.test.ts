import { describe, expect, it } from 'vitest';
import { predict } from '../../../core/text/linear-model.rules.ts';
import { quantise } from '../../../core/text/linear-training.ts';
import { readFeatures } from './act-features.rules.ts';
import { ACTS } from './act-labels.data.ts';
import { createActReader, findHardMoment, findSituations, readActs } from './act-model.rules.ts';
import { hashTrainingData, readExamples, trainActs } from './act-training.ts';
import { loadActModel } from './act-weights.data.ts';
import { guessLanguage } from './concepts.rules.ts';

describe('the classifier of messages', () => {
  it('has weights that were trained with the committed examples and concepts', () => {
    expect(loadActModel().header.trainedOn, 'run npm run wingman:train').toBe(hashTrainingData());
  });

  it('has hundreds of different examples in each language', () => {
    const examples = readExamples();
    for (const list of Map.groupBy(examples, ({ language }) => language).values())
      expect(list.length).toBeGreaterThan(500);
    expect(new Set(examples.map(({ language, content }) => `${language} ${content.toLowerCase()}`)).size).toBe(
      examples.length,
    );
  });

  it.each([
    ['thank you so much, you really helped me today', 'thanks'],
    ['gute nacht, schlaf gut!', 'night'],
    ['Buenas noches, que descanses', 'night'],
    ['Tu m’envoies une photo de ton chat ?', 'photo_ask'],
    ['LINE交換しませんか？', 'contact_ask'],
    ['good morning! how are you today?', 'greeting'],
    ['My phone died in the middle of the concert', null],
  ] as const)('recognises what a message does: %s', (message, situation) => {
    if (situation) expect(findSituations(readActs(message))).toContain(situation);
    else expect([...findSituations(readActs(message))]).toEqual([]);
  });

  it('reads each text of a conversation once', () => {
    const read = createActReader();
    expect(read('good night')).toBe(read('good night'));
  });

  it('finds what is hard in two sentences of a long, cheerful message', () => {
    const hard = 'The biopsy came back and it is a tumour. I start chemo on Monday.';
    const around = 'The garden is lovely. We had rhubarb cake. The neighbours brought their new puppy along.';
    expect(findHardMoment(readActs(`${around} ${hard} ${around}`))).toBe('illness');
    expect(findHardMoment(readActs(`${around} ${around}`))).toBeNull();
  });

  it('reads any text in bounded time, as probabilities that add up to 1', () => {
    for (const text of ['', ' ', '🐸', '…', 'x'.repeat(100_000), 'ありがとう'.repeat(5_000)]) {
      const scores = predict(loadActModel(), readFeatures(text));
      expect(scores).toHaveLength(ACTS.length);
      expect(scores.reduce((sum, score) => sum + score)).toBeCloseTo(1);
    }
  });

  it('guesses the language of a text that is too short for letters, and leaves open what all share', () => {
    expect(guessLanguage('hola guapa')).toBe('es');
    expect(guessLanguage('danke dir')).toBe('de');
    expect(guessLanguage('ok')).toBeNull();
  });

  it.runIf(process.env.WINGMAN_RETRAIN)('is what the training writes', { timeout: 3_600_000 }, () => {
    const committed = loadActModel();
    const { weights } = quantise(trainActs(readExamples()));
    const differences = Array.from(weights, (weight, at) => Math.abs(weight - (committed.weights[at] as number)));
    // Other versions of Node may round the last bit of an exponential differently.
    expect(differences.findIndex((difference) => difference > 2)).toBe(-1);
  });
});
