import { TRAITS, type Trait } from '@soulsight/contract/traits';
import { behaviourState } from '../behaviour.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { isQuestion, readSignals, SIGNAL_THRESHOLD, type Signals } from '../signals.ts';
import { shownValue } from '../traits.ts';
import type { Check } from './checks.ts';
import { analyseConversation, connectionScore, tallyWriter } from './conversation.ts';
import { type DriftOptions, simulateDrift } from './drift.ts';
import { LABELLED, type Label } from './labelled-messages.ts';
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

const DRIFT: DriftOptions = { users: 60, messages: 1_000, messagesPerDay: 25, seed: 1 };
const DRIFT_LIMIT = 5;
const LANGUAGE_LIMIT = 8;
const CONVERSATIONS = { warm: warmConversation, quarrel, plans, apology, interview, illness, walk };
/** A conversation that the signals were not completed for: nothing in it may be used to change them. */
const UNSEEN = { book };
/** More than the limit of the others: it is not kept yet for conversations that nobody has read. */
const UNSEEN_LIMIT = 12;

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
    ...Object.entries(CONVERSATIONS).map(([name, conversation]) => languageCheck(name, conversation, LANGUAGE_LIMIT)),
    ...Object.entries(UNSEEN).map(([name, conversation]) =>
      languageCheck(`${name} (unseen)`, conversation, UNSEEN_LIMIT),
    ),
  ];
}

function languageCheck(name: string, conversation: (language: Language) => ParallelMessage[], limit: number): Check {
  const { difference, trait } = largestDifference(conversation);
  return {
    check: `the conversation "${name}" in ${LANGUAGES.length} languages: largest difference of a trait`,
    mustBe: `<= ${limit} points`,
    figure: `${difference.toFixed(1)} (${trait})`,
    holds: difference <= limit,
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

type SignalScore = { name: string; precision: number; recall: number };

/** Precision and recall of each signal on the labelled messages. */
function scoreSignals(languages: readonly Language[] = LANGUAGES): SignalScore[] {
  return SIGNALS.map(({ label, name }) => {
    const cases = languages.flatMap((language) =>
      LABELLED[language].map(([text, labels]) => ({
        found: isFound(name, text, language),
        wanted: labels.includes(label),
      })),
    );
    const hits = cases.filter(({ found, wanted }) => found && wanted).length;
    return {
      name,
      precision: hits / Math.max(1, cases.filter(({ found }) => found).length),
      recall: hits / Math.max(1, cases.filter(({ wanted }) => wanted).length),
    };
  });
}

function isFound(name: keyof Signals | 'question', text: string, language: Language): boolean {
  return name === 'question' ? isQuestion(text, language) : readSignals(text, language)[name] >= SIGNAL_THRESHOLD;
}

const SIGNAL_MIN = { precision: 0.8, recall: 0.75 };

export function signalChecks(): Check[] {
  return scoreSignals().map(({ name, precision, recall }) => ({
    check: `${name}: our own labelled messages`,
    mustBe: `precision >= ${SIGNAL_MIN.precision}, recall >= ${SIGNAL_MIN.recall}`,
    figure: `${precision.toFixed(2)}, ${recall.toFixed(2)}`,
    holds: precision >= SIGNAL_MIN.precision && recall >= SIGNAL_MIN.recall,
  }));
}
