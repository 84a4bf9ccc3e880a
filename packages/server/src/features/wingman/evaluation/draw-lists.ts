import { addToWindow, EMPTY_WINDOW } from '@soulsight/affinity/language-detection';
import { textFeatures } from '@soulsight/affinity/text';
import { seededRandom } from '@soulsight/contract/seeded-random';
import { type ReadMessage, readConversation } from '../reading/conversation-reading.rules.ts';
import { type Silence, suggest } from '../suggesting/suggest.rules.ts';
import type { WrittenConversation } from './written-conversations.ts';

type DrawnList = { messages: WrittenConversation['messages']; lines: string[] };

/** Lists that are not empty, of conversations drawn at random. The same seed draws the same ones. */
export function drawLists(conversations: readonly WrittenConversation[], count: number, seed: number): DrawnList[] {
  const random = seededRandom(seed);
  const order = conversations.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
  return order
    .map(({ one }) => ({ messages: one.messages, lines: suggestFor(one.messages) }))
    .filter(({ lines }) => lines.length > 0)
    .slice(0, count);
}

/** What is suggested for a written conversation. */
export function suggestFor(written: WrittenConversation['messages']): string[] {
  return adviseFor(written).lines;
}

/** What is suggested for a written conversation, or why nothing is. */
export function adviseFor(written: WrittenConversation['messages']): { lines: string[]; silence: Silence | null } {
  const windows = { mine: EMPTY_WINDOW, theirs: EMPTY_WINDOW };
  const messages = written.map((message, n): ReadMessage => {
    const writer = message.mine ? 'mine' : 'theirs';
    windows[writer] = addToWindow(windows[writer], message.content);
    const features = textFeatures(message.content, { languages: windows[writer] });
    return { ...message, seq: n + 1, at: new Date(n), features };
  });
  const { suggestions, silence } = suggest(
    readConversation(messages, null),
    messages,
    { prompts: [], talkingPoints: [] },
    [],
  );
  return { lines: suggestions.map(({ text }) => text), silence };
}
