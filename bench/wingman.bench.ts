import { drawLists, suggestFor } from '@soulsight/server/features/wingman/evaluation/draw-lists';
import { measureMoments } from '@soulsight/server/features/wingman/evaluation/measure-moments';
import { measureDistinct2, suggestOpenersForPairs } from '@soulsight/server/features/wingman/evaluation/openers';
import {
  readUnseenConversations,
  readWrittenConversations,
} from '@soulsight/server/features/wingman/evaluation/written-conversations';

const PAIRS = 60;
const LISTS = 60;

/**
 * `npm run bench -- wingman [seed]`: how well hard moments are recognised in the written conversations, how varied the openers of
 * 60 pairs are, how often there is something to say in conversations that no rule was tuned on, and 60 lists of suggestions,
 * drawn at random, to be judged by people.
 */
const seed = Number(process.argv[2] ?? 1);
const conversations = readWrittenConversations();
const percent = (share: number) => share.toFixed(3);

const unseen = readUnseenConversations();
const sets = {
  development: conversations.filter(({ half }) => half === 'development'),
  'held out': conversations.filter(({ half }) => half === 'held_out'),
  unseen,
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
const answered = unseen.filter(({ messages }) => suggestFor(messages).length > 0).length;
console.log(
  `unseen conversations: something to say in ${answered} of ${unseen.length} (${percent(answered / unseen.length)})`,
);
console.log(
  `\n${LISTS} lists, drawn with seed ${seed}. A line is unfit if it would embarrass or hurt, or if it makes no sense here.`,
);
for (const { messages, lines } of drawLists(conversations, LISTS, seed)) {
  console.log(`\n${messages.map(({ mine, content }) => `${mine ? 'me' : 'they'}: ${content}`).join('\n')}`);
  console.log(lines.map((line) => `  - ${line}`).join('\n'));
}
