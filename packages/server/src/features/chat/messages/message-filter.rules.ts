/** Messages that each user must have written before contact data, links and mentions of money are allowed. */
export const FIRST_MESSAGES = 3;

/** What a first message must not contain. */
export type HoldReason = 'contact' | 'link' | 'money';

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\]|\s+at\s+)\s?[\p{L}\p{N}-]+\s?(?:\.|\(dot\)|\[dot\]|\s+dot\s+)\s?\p{L}{2,}/u;
const HANDLE = /(?:^|[\s:(,])@[\p{L}\p{N}_.]{3,}/u;
const MESSENGER =
  /\b(?:whats\s?app|telegram|signal app|on signal|snap\s?chat|instagram|insta|wechat|viber|skype|kik|discord|line id|facebook|messenger|hangouts|onlyfans)\b/;
const PHONE_DIGITS_MIN = 7;
const PHONE = /\+?\d(?:[\s().\-/_]{0,3}\d){6,}/g;
const DATE_LIKE = /^\s*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\s*$/;
const LINK =
  /\b(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+\.(?:com|net|org|io|me|app|info|biz|ly|gg|tv|xyz|co|site|online|link|live|dating|chat)\b(?:\/\S*)?/u;
const MONEY =
  /\b(?:bitcoin|btc|ethereum|crypto(?:currency)?|usdt|forex|western union|money\s?gram|gift\s?cards?|cash\s?app|venmo|paypal|zelle|revolut|iban|wire transfer|bank (?:account|details|transfer)|credit card|send (?:me )?(?:some )?(?:money|cash)|lend me|loan me|borrow (?:some )?(?:money|cash)|invest(?:ment|ing)? (?:with|opportunity|platform|tip|plan)|trading platform|pay my|pay for my)\b/;
const SUM =
  /(?:[$€£¥₹]\s?\d{2,}|\b\d{2,}(?:[.,]\d+)?\s?(?:dollars|euros?|pounds|usd|eur|gbp|bucks)\b|\b\d{2,}\s?[$€£])/;

/** Why a first message is held back; null when it may pass. Recognises common disguises: full-width digits, "at" and "dot". */
export function holdReason(content: string): HoldReason | null {
  const text = content.normalize('NFKC').toLowerCase();
  if (EMAIL.test(text) || HANDLE.test(text) || MESSENGER.test(text) || hasPhone(text)) return 'contact';
  if (LINK.test(text)) return 'link';
  if (MONEY.test(text) || SUM.test(text)) return 'money';
  return null;
}

/** Whether a conversation is still at its first messages, by how many each user has written. */
export function isEarlyConversation(mine: number, theirs: number): boolean {
  return Math.min(mine, theirs) < FIRST_MESSAGES;
}

function hasPhone(text: string): boolean {
  for (const [candidate] of text.matchAll(PHONE)) {
    if (DATE_LIKE.test(candidate)) continue;
    if (candidate.replace(/\D/g, '').length >= PHONE_DIGITS_MIN) return true;
  }
  return false;
}
