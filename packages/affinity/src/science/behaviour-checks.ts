import { TRAITS, type Trait } from '@soulsight/contract/traits';
import { behaviourState } from '../behaviour.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { isQuestion, readSignals, SIGNAL_THRESHOLD, type Signals } from '../signals.ts';
import { shownValue } from '../traits.ts';
import type { Check } from './checks.ts';
import { analyseConversation, connectionScore, tallyWriter } from './conversation.ts';
import { type DriftOptions, simulateDrift } from './drift.ts';
import { LABELLED, type Label, type Labelled } from './labelled-messages.ts';
import { engaged, goats, late, newcomers, stroke } from './longer-conversations.ts';
import { auc } from './metrics.ts';
import {
  apology,
  book,
  illness,
  interview,
  type ParallelMessage,
  plans,
  quarrel,
  walk,
  warmConversation,
} from './parallel-conversations.ts';
import { INDIRECT_TELLINGS, PLAIN_TELLINGS } from './tellings.ts';
import { disagreement, family, hardYear, weekend } from './unread-conversations.ts';

const DRIFT: DriftOptions = { users: 60, messages: 1_000, messagesPerDay: 25, seed: 1 };
const DRIFT_LIMIT = 5;
const LANGUAGE_LIMIT = 8;
const CONVERSATIONS = {
  ...{ warm: warmConversation, quarrel, plans, apology, interview, illness, walk },
  ...{ newcomers, stroke, late, goats, engaged, 'hard year': hardYear, weekend },
};
/** Conversations that the signals were not completed for: nothing in them may be used to change a pattern. */
const UNSEEN = { book, disagreement, family };

/** Whether average users stay average. */
export function driftChecks(options = DRIFT): Check[] {
  const { worstTrait, spread95 } = simulateDrift(options);
  return [
    {
      check: `${options.users} identical users after ${options.messages} messages each: every trait's mean`,
      mustBe: `50 +- ${DRIFT_LIMIT}`,
      figure: `at most ${worstTrait.toFixed(1)} away (95 in 100 single values within ${spread95.toFixed(1)})`,
      holds: worstTrait <= DRIFT_LIMIT,
    },
  ];
}

/** Whether the same conversation shows the same traits in each language. */
export function languageChecks(): Check[] {
  return [
    ...Object.entries(CONVERSATIONS).map(([name, conversation]) => languageCheck(name, conversation)),
    ...Object.entries(UNSEEN).map(([name, conversation]) => languageCheck(`${name} (unseen)`, conversation)),
  ];
}

function languageCheck(name: string, conversation: (language: Language) => ParallelMessage[]): Check {
  const { difference, trait } = largestDifference(conversation);
  return {
    check: `the conversation "${name}" in ${LANGUAGES.length} languages: largest difference of a trait`,
    mustBe: `<= ${LANGUAGE_LIMIT} points`,
    figure: `${difference.toFixed(1)} (${trait})`,
    holds: difference <= LANGUAGE_LIMIT,
  };
}

function largestDifference(conversation: (language: Language) => ParallelMessage[]) {
  let worst: { difference: number; trait: Trait } = { difference: 0, trait: TRAITS[0] };
  for (const writer of ['a', 'b'] as const) {
    const states = LANGUAGES.map((language) => {
      const tally = tallyWriter([analyseConversation(conversation(language))], writer);
      return behaviourState(tally, {}, new Date(tally.lastAt));
    });
    for (const [k, trait] of TRAITS.entries()) {
      const values = states.map((state) => shownValue(state, k));
      const difference = Math.max(...values) - Math.min(...values);
      if (difference > worst.difference) worst = { difference, trait };
    }
  }
  return worst;
}

/** Whether a quarrel scores below a warm conversation of the same length, in each language. */
export function connectionChecks(): Check[] {
  return LANGUAGES.map((language) => {
    const warm = connectionScore(analyseConversation(warmConversation(language)));
    const cold = connectionScore(analyseConversation(quarrel(language)));
    return {
      check: `emotional connection of 30 warm and 30 quarrelling messages (${language})`,
      mustBe: 'at least 30 points apart',
      figure: `${warm} and ${cold}`,
      holds: warm - cold >= 30,
    };
  });
}

const SIGNALS: readonly { label: Label; name: keyof Signals | 'question' }[] = [
  { label: 's', name: 'support' },
  { label: 'v', name: 'vulnerability' },
  { label: 'r', name: 'repair' },
  { label: 'h', name: 'humour' },
  { label: 't', name: 'tension' },
  { label: 'q', name: 'question' },
];

/** A set of labelled messages, with the bounds that each signal must keep on it. */
type SignalSet = { set: string; messages: Labelled; precision: number; recall: number };
const SIGNAL_SETS: readonly SignalSet[] = [
  { set: 'our own labelled messages', messages: LABELLED, precision: 0.8, recall: 0.75 },
  { set: 'plain tellings', messages: PLAIN_TELLINGS, precision: 0.9, recall: 0.9 },
  // What is told without the usual phrases is hardly heard: the bound keeps the figure in sight, and promises nothing.
  { set: 'indirect tellings', messages: INDIRECT_TELLINGS, precision: 0.8, recall: 0.05 },
];

/** Precision, recall and rank AUC of each signal that a set has, over all languages. */
export function signalChecks(): Check[] {
  return SIGNAL_SETS.flatMap((bounds) =>
    SIGNALS.filter(({ label }) => hasLabel(bounds.messages, label)).map((signal) => signalCheck(signal, bounds)),
  );
}

function hasLabel(messages: Labelled, label: Label): boolean {
  return LANGUAGES.some((language) => messages[language].some(([, labels]) => labels.includes(label)));
}

function signalCheck({ label, name }: (typeof SIGNALS)[number], bounds: SignalSet): Check {
  const cases = LANGUAGES.flatMap((language) =>
    bounds.messages[language].map(([text, labels]) => ({
      p: readStrength(name, text, language),
      y: labels.includes(label),
    })),
  );
  const positives = cases.filter(({ y }) => y).length;
  const found = cases.filter(({ p }) => p >= SIGNAL_THRESHOLD);
  const hits = found.filter(({ y }) => y).length;
  const precision = hits / Math.max(1, found.length);
  const recall = hits / positives;
  return {
    check: `${name}: ${bounds.set}, ${positives} positive and ${cases.length - positives} negative`,
    mustBe: `precision >= ${bounds.precision}, recall >= ${bounds.recall}`,
    figure: `${precision.toFixed(2)}, ${recall.toFixed(2)}, AUC ${auc(cases).toFixed(2)}`,
    holds: precision >= bounds.precision && recall >= bounds.recall,
  };
}

function readStrength(name: keyof Signals | 'question', text: string, language: Language): number {
  return name === 'question' ? Number(isQuestion(text, language)) : readSignals(text, language)[name];
}
