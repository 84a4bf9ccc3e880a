import { toComparable } from '../../../core/text/message-text.rules.ts';
import { mentionsMoney } from '../../../core/text/money-patterns.rules.ts';
import { mentionsContact, mentionsLink } from './contact-patterns.rules.ts';

/** Messages that each user must have written before contact data, links and requests for money are allowed. */
export const FIRST_MESSAGES = 3;

/** What a first message must not contain. */
export type HoldReason = 'contact' | 'link' | 'money';

/** Why a first message is held back; null when it may pass. Sees through common disguises, in linear time. */
export function holdReason(content: string): HoldReason | null {
  const comparable = toComparable(content);
  if (mentionsContact(comparable)) return 'contact';
  if (mentionsLink(comparable)) return 'link';
  return mentionsMoney(comparable) ? 'money' : null;
}

/** Whether a message asks for money or offers easy money: its receiver is warned at any time. */
export function soundsLikeScam(content: string): boolean {
  return mentionsMoney(toComparable(content));
}

/** Whether a conversation is still at its first messages, by how many each user has written. */
export function isEarlyConversation(mine: number, theirs: number): boolean {
  return Math.min(mine, theirs) < FIRST_MESSAGES;
}
