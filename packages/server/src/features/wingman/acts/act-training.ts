import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@soulsight/affinity/languages';
import { shuffled } from '@soulsight/affinity/science/random';
import { seededRandom } from '@soulsight/contract/seeded-random';
import { HARD_MOMENTS } from '@soulsight/contract/wingman';
import { type Features, toUnitLength } from '../../../core/text/hashed-features.rules.ts';
import { type LinearModel, predict } from '../../../core/text/linear-model.rules.ts';
import { leaveOut, trainEpochs } from '../../../core/text/linear-training.ts';
import { BUCKETS, listFeatures } from './act-features.rules.ts';
import { ACTS, ANY_TELLING, type ExampleLabel, isAct, listPossibleActs } from './act-labels.data.ts';
import { readConceptWords } from './concept-words.data.ts';

export type Example = { language: Language; label: ExampleLabel; content: string };

const SHUFFLE_SEED = 1;
const EPOCHS = 20;
/** The weights are the mean of those after the last epochs. */
const AVERAGED_EPOCHS = 10;
/** Share of the shorter examples to which an ordinary message is joined, another in each epoch: what is grave is often told in the middle of something else. */
const JOINED = 0.5;
/** Examples with more features are long: they tell more than one thing already. */
const JOINED_MAX_FEATURES = 250;
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
 * Multinomial logistic regression. An example that may be several acts only says that it is one of them (partial labels, Cour et al.
 * 2011); so do two ordinary messages that are joined, while something hard stays hard beside an ordinary one. The same examples give
 * the same weights.
 */
export function trainActs(examples: readonly Example[]): LinearModel {
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
  const random = seededRandom(SHUFFLE_SEED);
  const options = { size: BUCKETS, classes: ACTS.length, epochs: EPOCHS, averaged: AVERAGED_EPOCHS };
  return trainEpochs(options, (model, descend) => {
    for (const row of shuffled(rows, random)) {
      const others = isShort(row) && random() < JOINED ? ordinary.get(row.language) : undefined;
      const other = others?.[Math.floor(random() * others.length)];
      const one = { ...row, features: leaveOut(row.features, random) };
      const { possible, features } = other
        ? joinRows(one, { ...other, features: leaveOut(other.features, random) })
        : one;
      const read = toUnitLength(features);
      descend(read, findErrors(predict(model, read), possible));
    }
  });
}

/** How much likelier or less likely each act should have been; changes `scores`. */
function findErrors(scores: Float64Array, possible: readonly number[]): Float64Array {
  const likelihood = Math.max(
    Number.EPSILON,
    possible.reduce((sum, act) => sum + (scores[act] as number), 0),
  );
  for (const act of possible) scores[act] = (scores[act] as number) * (1 - 1 / likelihood);
  return scores;
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
