import { describe, expect, it } from 'vitest';
import { predict } from '../../../../core/text/linear-model.rules.ts';
import { quantise } from '../../../../core/text/linear-training.ts';
import { readFeatures } from './hold-features.rules.ts';
import { readKinds } from './hold-model.rules.ts';
import { type HoldExample, hashHoldData, joinWithHarmless, readHoldExamples, trainHold } from './hold-training.ts';
import { KINDS, loadHoldModel } from './hold-weights.data.ts';

const held = (content: string) => {
  const { contact, money } = readKinds(content);
  return contact + money;
};

describe('the classifier of first messages', () => {
  it('has weights that were trained with the committed concepts and examples', () => {
    expect(loadHoldModel().header.trainedOn, 'run npm run filter:train').toBe(hashHoldData());
  });

  it('repeats its training exactly, and learns what it is shown', () => {
    const examples: HoldExample[] = readHoldExamples().filter((_, n) => n % 12 === 0);
    const once = quantise(trainHold(joinWithHarmless(examples)));
    const again = quantise(trainHold(joinWithHarmless(examples)));
    expect(Buffer.compare(Buffer.from(once.weights.buffer), Buffer.from(again.weights.buffer))).toBe(0);
    const right = examples.filter(({ kind, content }) => {
      const scores = [...predict(once, readFeatures(content))];
      return KINDS[scores.indexOf(Math.max(...scores))] === kind;
    });
    expect(right.length / examples.length).toBeGreaterThan(0.95);
  });

  it('tells the same words in a request from those in a story', () => {
    for (const [request, story] of [
      ['Could you front me fifty until my wages come in?', 'My brother fronts a band and fifty people came'],
      ['Bei der App mit dem Gespenst heiß ich genauso', 'In dem alten Haus gab es angeblich ein Gespenst'],
      ['¿Tienes una cuenta donde me hagan un depósito?', 'Trabajo en el banco y cuento chistes malos'],
      ['Paie-moi le billet de train et je viens demain', 'Le billet de train était plus cher que le fromage'],
      ['交通費だけ送ってくれたら会いに行けるよ', '交通費より駅弁のほうが高かったです'],
    ] as const) {
      expect(held(request), request).toBeGreaterThan(held(story));
    }
  });

  it('reads any text in bounded time, as probabilities that add up to 1', () => {
    for (const text of ['', ' ', '🐸', '…', 'x'.repeat(100_000), 'ありがとう'.repeat(5_000), '1nst4 '.repeat(5_000)]) {
      const scores = predict(loadHoldModel(), readFeatures(text));
      expect(scores.reduce((sum, score) => sum + score)).toBeCloseTo(1);
    }
  });
});
