import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { shuffled } from '@soulsight/affinity/science/random';
import { seededRandom } from '@soulsight/contract/seeded-random';
import { readHoldConcepts } from './hold-concepts.data.ts';
import { BUCKETS, type Features, listFeatures, toUnitLength } from './hold-features.rules.ts';
import { predictKinds } from './hold-model.rules.ts';
import { type HoldModel, KINDS, type Kind } from './hold-weights.data.ts';

export type HoldExample = { language: string; kind: Kind; content: string };
/** The step that an example makes is multiplied by its weight, 1 where it has none. */
type WeightedExample = HoldExample & { weight?: number };

/** `language<TAB>verdict<TAB>message` on a line. The sets of the test are among them: a new set is measured before it is added. */
const FILES = [
  './examples/first-messages.tsv',
  '../testing/first-messages.tsv',
  '../testing/first-messages-apart.tsv',
  '../testing/first-messages-unseen.tsv',
  '../testing/first-messages-blind.tsv',
  '../testing/first-messages-fresh.tsv',
];
const KIND_OF_VERDICT: Record<string, Kind> = {
  allow: 'harmless',
  contact: 'contact',
  link: 'contact',
  money: 'money',
};

const SHUFFLE_SEED = 1;
const EPOCHS = 12;
/** The weights are the mean of those after the last epochs. */
const AVERAGED_EPOCHS = 6;
/** Share of the features of an example that are left out, others in each epoch: what is new lacks most of those that were learned. */
const LEFT_OUT = 0.4;
const STEP = 0.5;
/** Keeps the first steps of a weight small. */
const FIRST_SQUARE = 0.1;
const L2 = 1e-4;
const BYTE_MAX = 127;
const JOIN_SEED = 7;
/** Share of the held-back examples that are also learned beside a harmless one. */
const JOINED = 0.6;
/** Longer examples are not joined. */
const HELD_MAX_CHARS = 140;
const HARMLESS_MAX_CHARS = 90;
/** Harmless examples that are joined to each other. */
const HARMLESS_PAIRS = 1_200;

/** The filter's own examples. */
export function readHoldExamples(): HoldExample[] {
  return FILES.flatMap((file) =>
    readExampleFile(file)
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .flatMap(([language = '', verdict = '', content = '']) => {
        const kind = KIND_OF_VERDICT[verdict];
        return kind ? [{ language, kind, content }] : [];
      }),
  );
}

/** SHA-256 of the concepts and the filter's own examples. */
export function hashHoldData(): string {
  const hash = createHash('sha256').update(readHoldConcepts());
  for (const file of FILES) hash.update(readExampleFile(file));
  return hash.digest('hex');
}

function readExampleFile(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/**
 * Adds examples in which a harmless message stands beside another: what is held back is often written in the middle of
 * something else. The same examples give the same result.
 */
export function joinWithHarmless(examples: readonly WeightedExample[]): WeightedExample[] {
  const random = seededRandom(JOIN_SEED);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const harmless = examples.filter(({ kind, content }) => kind === 'harmless' && content.length < HARMLESS_MAX_CHARS);
  const byLanguage = Map.groupBy(harmless, ({ language }) => language);
  const join = (one: WeightedExample): WeightedExample[] => {
    const other = pick(byLanguage.get(one.language) ?? []);
    if (!other) return [];
    const parts = random() < 0.5 ? [other.content, one.content] : [one.content, other.content];
    return [{ ...one, content: parts.join(' ') }];
  };
  const held = examples.filter(
    ({ kind, content }) => kind !== 'harmless' && content.length < HELD_MAX_CHARS && random() < JOINED,
  );
  const pairs = Array.from({ length: Math.min(HARMLESS_PAIRS, harmless.length) }, () => pick(harmless) ?? []).flat();
  return [...examples, ...[...held, ...pairs].flatMap(join)];
}

/**
 * Multinomial logistic regression by stochastic gradient descent: the step of a weight shrinks with its gradients (Adagrad, Duchi
 * et al. 2011), with an L2 penalty, dropout of features (Wager et al. 2013) and the mean of the last epochs (Polyak & Juditsky
 * 1992). The same examples give the same weights.
 */
export function trainHold(examples: readonly WeightedExample[]): HoldModel {
  const rows = examples.map(({ kind, content, weight = 1 }) => ({
    kind: KINDS.indexOf(kind),
    weight,
    features: listFeatures(content),
  }));
  const model = { weights: new Float32Array(BUCKETS * KINDS.length), scales: new Float32Array(KINDS.length).fill(1) };
  const squares = new Float32Array(model.weights.length).fill(FIRST_SQUARE);
  const mean = new Float32Array(model.weights.length);
  const random = seededRandom(SHUFFLE_SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { kind, weight, features } of shuffled(rows, random))
      descend(model, squares, kind, weight, toUnitLength(leaveOut(features, random)));
    if (epoch < EPOCHS - AVERAGED_EPOCHS) continue;
    for (let at = 0; at < mean.length; at += 1)
      mean[at] = (mean[at] as number) + (model.weights[at] as number) / AVERAGED_EPOCHS;
  }
  return { ...model, weights: mean };
}

/** Some of the features. */
function leaveOut({ buckets, values }: Features, random: () => number): Features {
  const kept = { buckets: new Int32Array(buckets.length), values: new Float32Array(buckets.length) };
  let count = 0;
  for (let n = 0; n < buckets.length; n += 1) {
    if (random() < LEFT_OUT) continue;
    kept.buckets[count] = buckets[n] as number;
    kept.values[count] = values[n] as number;
    count += 1;
  }
  return { buckets: kept.buckets.subarray(0, count), values: kept.values.subarray(0, count) };
}

function descend(
  model: HoldModel,
  squares: Float32Array,
  kind: number,
  weightOfExample: number,
  features: Features,
): void {
  const { weights } = model;
  const errors = predictKinds(model, features);
  errors[kind] = (errors[kind] as number) - 1;
  const { buckets, values } = features;
  for (let n = 0; n < buckets.length; n += 1) {
    const row = (buckets[n] as number) * KINDS.length;
    const value = (values[n] as number) * weightOfExample;
    for (let at = row; at < row + KINDS.length; at += 1) {
      const weight = weights[at] as number;
      const slope = value * (errors[at - row] as number) + L2 * weight;
      const square = (squares[at] as number) + slope * slope;
      squares[at] = square;
      weights[at] = weight - (STEP * slope) / Math.sqrt(square);
    }
  }
}

/** The weights in one byte each, on a scale for each kind. */
export function quantise({ weights }: HoldModel): HoldModel {
  const scales = Float32Array.from(KINDS, (_, kind) => {
    let largest = 0;
    for (let at = kind; at < weights.length; at += KINDS.length)
      largest = Math.max(largest, Math.abs(weights[at] as number));
    return largest / BYTE_MAX;
  });
  return {
    scales,
    weights: Int8Array.from(weights, (weight, at) => Math.round(weight / (scales[at % KINDS.length] as number))),
  };
}
