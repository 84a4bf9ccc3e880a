import { type ComparableText, toComparable } from '../../../core/text/message-text.rules.ts';
import { mentionsMoney } from '../../../core/text/money-patterns.rules.ts';
import { readKinds } from './classifier/hold-model.rules.ts';
import { countWords, givesAddress, mentionsContact, mentionsLink } from './contact-patterns.rules.ts';
import { asksForSex } from './sexual-request.rules.ts';

/** Messages that each user must have written before contact data, links and requests for money are allowed. */
export const FIRST_MESSAGES = 3;

/** What a first message must not contain. */
export type HoldReason = 'contact' | 'link' | 'money' | 'sexual';

/** From this likelihood, a message is held back that no pattern matches. */
const HELD_FROM = 0.7;
/** From this likelihood, a message is held back that a pattern of words matches: below, people use the same words for something harmless. */
const HELD_WITH_PATTERN_FROM = 0.4;
/** Fewer words say too little for the classifier: "Two ghosts" is not an invitation. */
const WORDS_MIN = 3;

/**
 * Why a first message is held back; null when it may pass. An address, a number, a link or a
 * request for sex or nude pictures is certain. Other words are held back where the classifier finds the whole message likely, too. Sees through common disguises, in linear time.
 */
export function holdReason(content: string): HoldReason | null {
  const comparable = toComparable(content);
  if (givesAddress(comparable)) return 'contact';
  if (mentionsLink(comparable)) return 'link';
  if (asksForSex(comparable)) return 'sexual';
  const matched = matchWords(comparable);
  if (!matched && countWords(comparable.text) < WORDS_MIN) return null;
  const { contact, money } = readKinds(content);
  if (contact + money < (matched ? HELD_WITH_PATTERN_FROM : HELD_FROM)) return null;
  return matched ?? (contact > money ? 'contact' : 'money');
}

/** Why the patterns of contact data, links and money alone would hold a message back. */
export function ruleReason(content: string): HoldReason | null {
  const comparable = toComparable(content);
  return mentionsLink(comparable) ? 'link' : matchWords(comparable);
}

function matchWords(comparable: ComparableText): HoldReason | null {
  if (mentionsContact(comparable)) return 'contact';
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
