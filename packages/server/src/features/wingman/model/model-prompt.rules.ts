import { PROMPTS } from '@soulsight/contract/profile';
import { DATA_MAX_CHARS } from '../../../core/llm/data-block.rules.ts';
import { scrubContacts, toVisible } from '../../../core/llm/scrub.rules.ts';
import { toComparable } from '../../../core/text/message-text.rules.ts';
import { mentionsMoney } from '../../../core/text/money-patterns.rules.ts';
import type { ReadConversation } from '../conversation-access.ts';
import { readMoment } from '../hard/read-moment.rules.ts';
import { type Draft, SUGGESTIONS_MAX } from '../suggesting/suggest.rules.ts';

/** How many of the last messages are sent. */
const MESSAGES_SENT = 12;
/** How many characters of each message are sent; all of them fit into what is sent. */
const LINE_MAX_CHARS = 900;

export const SYSTEM = `You help an adult in a dating app to write kindly and honestly. Be warm, brief and concrete. Never pretend, never push, never comment on looks. Write as the person would, in their language. Suggest up to ${SUGGESTIONS_MAX} next messages for "me", each with a short reason in English.`;

/**
 * What is sent: one line per message, so that no message can be taken for another user's, of at most `DATA_MAX_CHARS`. Of the
 * messages the newest are sent, since they are the ones to answer; of what else is known as much as there is room left for.
 */
export function toPromptData({ messages, context }: ReadConversation, scrub: (text: string) => string): string {
  const clean = (text: string) =>
    cut(scrub(text).replaceAll(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), LINE_MAX_CHARS).replaceAll('</', '‹/');
  const said = messages.slice(-MESSAGES_SENT).map(({ mine, content }) => `${mine ? 'me' : 'they'}: ${clean(content)}`);
  const known = [
    ...context.prompts.map(({ key, answer }) => `they on "${PROMPTS[key]}": ${clean(answer)}`),
    ...context.talkingPoints.map(clean),
  ];
  const room = DATA_MAX_CHARS - said.join('\n').length;
  let used = 0;
  const fitting = known.filter((line) => {
    used += line.length + 1;
    return used <= room;
  });
  return [...fitting, ...said].join('\n');
}

/** A long message keeps its beginning and its end, where the question often is. */
function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const half = Math.floor(chars / 2) - 1;
  return `${text.slice(0, half)} … ${text.slice(1 - half)}`;
}

const MARKUP = /[<>{}[\]`]|\bhttps?:|\bsystem prompt\b/iu;

/** Whether a line may be shown: the model may have followed a message that it read, so no line leads out of the conversation. */
export function isFit({ text, because }: Draft): boolean {
  return [text, because].every(
    (part) =>
      !MARKUP.test(part) &&
      scrubContacts(part) === toVisible(part) &&
      !mentionsMoney(toComparable(part)) &&
      readMoment(part) === null,
  );
}
