/** A card as the user enters it. */
export type Card = { number: string; exp_month: number; exp_year: number; cvc: string };
/** A stored card: the gateway's token (`method`) and what the user recognises it by, never its number. */
export type StoredCard = { method: string; brand: string; last4: string; expMonth: number; expYear: number };
export type CardResult = { ok: true; card: StoredCard } | { ok: false; detail: string };

const DECLINED = 'Your card was declined. Please try another one.';

/** Stripe's public test numbers that are refused at once, with the message for the user. */
const REFUSED: Record<string, string> = {
  '4000000000000002': DECLINED,
  '4000000000009995': 'Your card has insufficient funds. Please try another one.',
  '4000000000009987': DECLINED,
  '4000000000009979': DECLINED,
  '4000000000006975': 'Your card was declined: it was used too often in a short time.',
  '4100000000000019': DECLINED,
  '4000000000000069': 'Your card has expired.',
  '4000000000000127': 'The security code of your card is wrong.',
  '4000000000000101': 'The security code of your card is wrong.',
  '4000000000000119': 'An error occurred while your card was processed. Please try again.',
  '4000002500003155': 'Your bank asks for a confirmation that this gateway cannot give. Please try another card.',
  '4000002760003184': 'Your bank asks for a confirmation that this gateway cannot give. Please try another card.',
};

/** Accepted test numbers and their brands. */
const GOOD: Record<string, string> = {
  '4242424242424242': 'visa',
  '4000056655665556': 'visa',
  '5555555555554444': 'mastercard',
  '2223003122003222': 'mastercard',
  '5200828282828210': 'mastercard',
  '5105105105105100': 'mastercard',
  '378282246310005': 'amex',
  '371449635398431': 'amex',
  '6011111111111117': 'discover',
  '6011000990139424': 'discover',
  '3056930009020004': 'diners',
  '36227206271667': 'diners',
  '3566002020360505': 'jcb',
  '6200000000000005': 'unionpay',
};
/** Can be stored, but is declined when charged. */
const FAILS_WHEN_CHARGED = '4000000000000341';

/** The tokens that replace the number. */
const METHOD_GOOD = 'test_card_good';
const METHOD_FAILS = 'test_card_fails_when_charged';

/** Checks a card as the test gateway: a token, or the message of the refusal. */
export function checkTestCard(card: Card, now: Date): CardResult {
  const number = card.number.replaceAll(' ', '');
  if (!passesLuhn(number)) return refused('The card number is not valid. Please check it.');
  if (isExpired(card, now)) return refused('Your card has expired.');
  const reason = REFUSED[number];
  if (reason) return refused(reason);
  if (number === FAILS_WHEN_CHARGED) return accepted(card, number, 'visa', METHOD_FAILS);
  const brand = GOOD[number];
  if (!brand) return refused('This installation takes test cards only, such as 4242 4242 4242 4242.');
  if (card.cvc.length !== (brand === 'amex' ? 4 : 3)) return refused('The security code of your card is wrong.');
  return accepted(card, number, brand, METHOD_GOOD);
}

/** Charges a stored card: the message of the refusal, or null for success. */
export function chargeRefusal(method: string): string | null {
  return method === METHOD_GOOD ? null : DECLINED;
}

function accepted(card: Card, number: string, brand: string, method: string): CardResult {
  const last4 = number.slice(-4);
  return { ok: true, card: { method, brand, last4, expMonth: card.exp_month, expYear: card.exp_year } };
}

function refused(detail: string): CardResult {
  return { ok: false, detail };
}

/** A card is valid to the end of its month. */
function isExpired(card: Card, now: Date): boolean {
  return Date.UTC(card.exp_year, card.exp_month, 1) <= now.getTime();
}

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
