import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { shuffled } from '@soulsight/affinity/science/random';
import { seededRandom } from '@soulsight/contract/seeded-random';
import { toUnitLength } from '../../../../core/text/hashed-features.rules.ts';
import { type LinearModel, predict } from '../../../../core/text/linear-model.rules.ts';
import { leaveOut, trainEpochs } from '../../../../core/text/linear-training.ts';
import { readHoldConcepts } from './hold-concepts.data.ts';
import { BUCKETS, listFeatures } from './hold-features.rules.ts';
import { KINDS, type Kind } from './hold-weights.data.ts';

export type HoldExample = { language: string; kind: Kind; content: string };
/** `weight` multiplies the example's step of the gradient descent; 1 by default. */
type WeightedExample = HoldExample & { weight?: number };

/** Each line is `language<TAB>verdict<TAB>message`. The sets of the tests are learned, too: measure a new set before you add it. */
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
 * Adds examples that join a message to a harmless one, because requests for contact or money are often in the middle of a harmless
 * text. The same examples give the same result.
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

/** Multinomial logistic regression. The same examples give the same weights. */
export function trainHold(examples: readonly WeightedExample[]): LinearModel {
  const rows = examples.map(({ kind, content, weight }) => ({
    kind: KINDS.indexOf(kind),
    weight,
    features: listFeatures(content),
  }));
  const random = seededRandom(SHUFFLE_SEED);
  const options = { size: BUCKETS, classes: KINDS.length, epochs: EPOCHS, averaged: AVERAGED_EPOCHS };
  return trainEpochs(options, (model, descend) => {
    for (const { kind, weight, features } of shuffled(rows, random)) {
      const kept = toUnitLength(leaveOut(features, random));
      const errors = predict(model, kept);
      errors[kind] = (errors[kind] as number) - 1;
      descend(kept, errors, weight);
    }
  });
}
