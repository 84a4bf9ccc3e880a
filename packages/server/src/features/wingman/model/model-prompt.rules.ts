import { PROMPTS } from '@soulsight/contract/user';
import { scrub } from '../../../core/llm/scrub.rules.ts';
import { toComparable } from '../../../core/text/message-text.rules.ts';
import { mentionsMoney } from '../../../core/text/money-patterns.rules.ts';
import type { ReadConversation } from '../conversation-access.ts';
import { readMoment } from '../hard/read-moment.rules.ts';
import { type Draft, SUGGESTIONS_MAX } from '../suggesting/suggest.rules.ts';

/** So many of the last messages are sent. */
const MESSAGES_SENT = 12;
const CHARS_PER_TOKEN = 3;

export const SYSTEM = `You help an adult in a dating app to write kindly and honestly. Be warm, brief and concrete. Never pretend, never push, never comment on looks. Write as the person would, in their language. Suggest up to ${SUGGESTIONS_MAX} next messages for "me", each with a short reason in English.`;

/** What is sent: one line per message, so that no message can be taken for another user's. `names` are removed. */
export function toPromptData({ messages, context }: ReadConversation, names: readonly string[]): string {
  const clean = (text: string) => scrub(text, names).replaceAll(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  return [
    ...context.prompts.map(({ key, answer }) => `they on "${PROMPTS[key]}": ${clean(answer)}`),
    ...context.talkingPoints,
    ...messages.slice(-MESSAGES_SENT).map(({ mine, content }) => `${mine ? 'me' : 'they'}: ${clean(content)}`),
  ].join('\n');
}

/** More tokens than a text can have in any of the five languages. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

const MARKUP = /[<>{}[\]`]|\bhttps?:|\bsystem prompt\b/iu;

/** Whether a line may be shown: the model may have followed a message that it read, so no line leads out of the conversation. */
export function isFit({ text, because }: Draft): boolean {
  return [text, because].every(
    (part) =>
      !MARKUP.test(part) && scrub(part) === part && !mentionsMoney(toComparable(part)) && readMoment(part) === null,
  );
}
