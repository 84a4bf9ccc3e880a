import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@soulsight/affinity/languages';
import { shuffled } from '@soulsight/affinity/science/random';
import { seededRandom } from '@soulsight/contract/seeded-random';
import { HARD_MOMENTS } from '@soulsight/contract/wingman';
import { BUCKETS, type Features, listFeatures, toUnitLength } from './act-features.rules.ts';
import { ACTS, ANY_TELLING, type ExampleLabel, isAct, listPossibleActs } from './act-labels.data.ts';
import { predictActs } from './act-model.rules.ts';
import type { ActModel } from './act-weights.data.ts';
import { readConceptWords } from './concept-words.data.ts';

export type Example = { language: Language; label: ExampleLabel; content: string };

const SHUFFLE_SEED = 1;
const EPOCHS = 20;
/** The weights are the mean of those after the last epochs. */
const AVERAGED_EPOCHS = 10;
/** Share of the features of an example that are left out, others in each epoch: what is new lacks most of those that were learned. */
const LEFT_OUT = 0.4;
/** Share of the shorter examples to which an ordinary message is joined, another in each epoch: what is grave is often told in the middle of something else. */
const JOINED = 0.5;
/** Examples with more features are long: they tell more than one thing already. */
const JOINED_MAX_FEATURES = 250;
const STEP = 0.5;
/** Keeps the first steps of a weight small. */
const FIRST_SQUARE = 0.1;
const L2 = 1e-4;
const BYTE_MAX = 127;

/** The examples, by language and in the order of the files: `label<TAB>message` on a line. */
export function readExamples(): Example[] {
  return LANGUAGES.flatMap((language) =>
    readExampleLines(language)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [label = '', content = ''] = line.split('\t');
        if (!(isAct(label) || label === ANY_TELLING) || content === '')
          throw new Error(`examples/${language}.txt: no label or no message in "${line}"`);
        return { language, label, content };
      }),
  );
}

/** SHA-256 of all that the weights are trained with. */
export function hashTrainingData(): string {
  const hash = createHash('sha256');
  for (const language of LANGUAGES) hash.update(readExampleLines(language)).update(readConceptWords(language));
  return hash.digest('hex');
}

function readExampleLines(language: Language): string {
  return readFileSync(new URL(`./examples/${language}.txt`, import.meta.url), 'utf8');
}

/** The places in `ACTS` that a label may be, and the features, with values of any length. */
type Row = { possible: readonly number[]; features: Features; language: Language };

/**
 * Multinomial logistic regression by stochastic gradient descent: the step of a weight shrinks with its gradients (Adagrad, Duchi
 * et al. 2011), with an L2 penalty, dropout of features (Wager et al. 2013) and the mean of the last epochs (Polyak & Juditsky
 * 1992). An example that may be several acts only says that it is one of them (partial labels, Cour et al. 2011); so do two ordinary
 * messages that are joined, while something hard stays hard beside an ordinary one. The same examples give the same weights.
 */
export function trainActs(examples: readonly Example[]): ActModel {
  const rows = examples.map(
    ({ label, content, language }): Row => ({
      possible: listPossibleActs(label).map((act) => ACTS.indexOf(act)),
      features: listFeatures(content),
      language,
    }),
  );
  const ordinary = Map.groupBy(
    rows.filter((row) => !isHard(row) && isShort(row)),
    ({ language }) => language,
  );
  const weights = new Float32Array(BUCKETS * ACTS.length);
  const model: ActModel = { weights, scales: new Float32Array(ACTS.length).fill(1) };
  const squares = new Float32Array(weights.length).fill(FIRST_SQUARE);
  const random = seededRandom(SHUFFLE_SEED);
  const mean = new Float32Array(weights.length);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const row of shuffled(rows, random)) {
      const others = isShort(row) && random() < JOINED ? ordinary.get(row.language) : undefined;
      const other = others?.[Math.floor(random() * others.length)];
      const one = { ...row, features: leaveOut(row.features, random) };
      const { possible, features } = other
        ? joinRows(one, { ...other, features: leaveOut(other.features, random) })
        : one;
      descend(model, squares, possible, toUnitLength(features));
    }
    if (epoch < EPOCHS - AVERAGED_EPOCHS) continue;
    for (let at = 0; at < mean.length; at += 1)
      mean[at] = (mean[at] as number) + (weights[at] as number) / AVERAGED_EPOCHS;
  }
  return { ...model, weights: mean };
}

function isHard({ possible: [act = -1] }: Row): boolean {
  return HARD_MOMENTS.some((moment) => moment === ACTS[act]);
}

function isShort({ features }: Row): boolean {
  return features.buckets.length < JOINED_MAX_FEATURES;
}

/** Two messages as one, of which the second is ordinary. */
function joinRows(one: Row, other: Row): Row {
  const count = one.features.buckets.length;
  const features = {
    buckets: new Int32Array(count + other.features.buckets.length),
    values: new Float32Array(count + other.features.buckets.length),
  };
  features.buckets.set(one.features.buckets);
  features.buckets.set(other.features.buckets, count);
  features.values.set(one.features.values);
  features.values.set(other.features.values, count);
  const possible = isHard(one) ? one.possible : [...new Set([...one.possible, ...other.possible])];
  return { ...one, possible, features };
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

function descend(model: ActModel, squares: Float32Array, possible: readonly number[], features: Features): void {
  const { weights } = model;
  const errors = predictActs(model, features);
  const likelihood = Math.max(
    Number.EPSILON,
    possible.reduce((sum, act) => sum + (errors[act] as number), 0),
  );
  for (const act of possible) errors[act] = (errors[act] as number) * (1 - 1 / likelihood);
  const { buckets, values } = features;
  for (let n = 0; n < buckets.length; n += 1) {
    const row = (buckets[n] as number) * ACTS.length;
    const value = values[n] as number;
    for (let at = row; at < row + ACTS.length; at += 1) {
      const weight = weights[at] as number;
      const slope = value * (errors[at - row] as number) + L2 * weight;
      const square = (squares[at] as number) + slope * slope;
      squares[at] = square;
      weights[at] = weight - (STEP * slope) / Math.sqrt(square);
    }
  }
}

/** The weights in one byte each, on a scale for each act. */
export function quantise({ weights }: ActModel): ActModel {
  const scales = Float32Array.from(ACTS, (_, act) => {
    let largest = 0;
    for (let at = act; at < weights.length; at += ACTS.length)
      largest = Math.max(largest, Math.abs(weights[at] as number));
    return largest / BYTE_MAX;
  });
  return {
    scales,
    weights: Int8Array.from(weights, (weight, at) => Math.round(weight / (scales[at % ACTS.length] as number))),
  };
}
