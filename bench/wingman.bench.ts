import { readExamples } from '@soulsight/server/features/wingman/acts/act-training';
import { loadActModel } from '@soulsight/server/features/wingman/acts/act-weights.data';
import { crossValidate, measureSituations } from '@soulsight/server/features/wingman/acts/cross-validation';
import { adviseFor, drawLists, suggestFor } from '@soulsight/server/features/wingman/evaluation/draw-lists';
import { measureMoments } from '@soulsight/server/features/wingman/evaluation/measure-moments';
import { measureDistinct2, suggestOpenersForPairs } from '@soulsight/server/features/wingman/evaluation/openers';
import {
  readConversations,
  readUnseenConversations,
  readWrittenConversations,
  UNSEEN_SETS,
} from '@soulsight/server/features/wingman/evaluation/written-conversations';

const PAIRS = 60;
const LISTS = 60;

/** `npm run bench -- wingman <file>`: what is suggested in each conversation of a file in the form of `unseen.txt`, to be judged. */
function printSuggestions(file: string): void {
  for (const [n, { messages }] of readConversations(file).entries()) {
    const { lines, silence } = adviseFor(messages);
    console.log(`\n#${n + 1}`);
    console.log(messages.map(({ mine, content }) => `${mine ? 'me' : 'they'}: ${content}`).join('\n'));
    console.log(lines.length > 0 ? lines.map((line) => `  - ${line}`).join('\n') : `  (silent: ${silence})`);
  }
}

const [argument = '1'] = process.argv.slice(2);
if (Number.isNaN(Number(argument))) {
  printSuggestions(argument);
  process.exit();
}

/**
 * `npm run bench -- wingman [seed]`: how well hard moments are recognised in the written conversations, how varied the openers of
 * 60 pairs are, how often there is something to say in conversations that no rule was tuned on, and 60 lists of suggestions,
 * drawn at random, to be judged by people.
 */
const seed = Number(argument);
const conversations = readWrittenConversations();
const percent = (share: number) => share.toFixed(3);

const sets = {
  development: conversations.filter(({ half }) => half === 'development'),
  'held out': conversations.filter(({ half }) => half === 'held_out'),
  ...Object.fromEntries(UNSEEN_SETS.map((set) => [set, readUnseenConversations(set)])),
};
for (const [name, set] of Object.entries(sets)) {
  const { hard, innocent, recall, falseAlarms } = measureMoments(set);
  console.log(
    `${name}: ${hard} hard, recall ${percent(recall)} (bound .95); ${innocent} others, false alarms ${percent(falseAlarms)} (bound .02)`,
  );
}
const openers = suggestOpenersForPairs(PAIRS);
console.log(
  `openers: ${openers.length} of ${PAIRS} pairs, distinct-2 ${percent(measureDistinct2(openers))} (bound .8)`,
);
for (const set of UNSEEN_SETS) {
  const all = readUnseenConversations(set);
  const answered = all.filter(({ messages }) => suggestFor(messages).length > 0).length;
  console.log(`${set}: something to say in ${answered} of ${all.length} (${percent(answered / all.length)})`);
}

console.log('\nsituations of a message, cross-validated: examples, threshold, precision, recall');
const { thresholds } = loadActModel().header;
for (const { situation, examples, threshold, precision, recall } of measureSituations(
  crossValidate(readExamples()),
  thresholds,
))
  console.log(
    `  ${situation.padEnd(16)} ${String(examples).padStart(5)}  ${threshold === null ? 'never certain' : `${threshold.toFixed(2)}  ${percent(precision)}  ${percent(recall)}`}`,
  );
console.log(
  `\n${LISTS} lists, drawn with seed ${seed}. A line is unfit if it would embarrass or hurt, or if it makes no sense here.`,
);
for (const { messages, lines } of drawLists(conversations, LISTS, seed)) {
  console.log(`\n${messages.map(({ mine, content }) => `${mine ? 'me' : 'they'}: ${content}`).join('\n')}`);
  console.log(lines.map((line) => `  - ${line}`).join('\n'));
}
