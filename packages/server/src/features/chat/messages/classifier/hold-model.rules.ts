import { type Features, readFeatures } from './hold-features.rules.ts';
import { type HoldModel, KINDS, type Kind, loadHoldModel } from './hold-weights.data.ts';

/** The probability of each kind (softmax). */
export function predictKinds({ weights, scales }: HoldModel, { buckets, values }: Features): Float64Array {
  const scores = new Float64Array(KINDS.length);
  for (let n = 0; n < buckets.length; n += 1) {
    const row = (buckets[n] as number) * KINDS.length;
    const value = values[n] as number;
    for (let kind = 0; kind < KINDS.length; kind += 1)
      scores[kind] = (scores[kind] as number) + value * (weights[row + kind] as number);
  }
  for (let kind = 0; kind < KINDS.length; kind += 1) scores[kind] = (scores[kind] as number) * (scales[kind] as number);
  const largest = Math.max(...scores);
  let sum = 0;
  for (let kind = 0; kind < KINDS.length; kind += 1) {
    scores[kind] = Math.exp((scores[kind] as number) - largest);
    sum += scores[kind] as number;
  }
  for (let kind = 0; kind < KINDS.length; kind += 1) scores[kind] = (scores[kind] as number) / sum;
  return scores;
}

/** How likely a first message gives or asks for contact data or a link, and how likely it is about money, by the committed weights. */
export function readKinds(content: string): Record<Exclude<Kind, 'harmless'>, number> {
  const [, contact = 0, money = 0] = predictKinds(loadHoldModel(), readFeatures(content));
  return { contact, money };
}
