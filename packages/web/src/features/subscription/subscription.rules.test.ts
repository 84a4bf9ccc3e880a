import { expect, it } from 'vitest';
import { completeExpiry, groupCardNumber } from './subscription.rules.ts';

it.each([
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242', '4242 4242'],
])('groups the card number %s', (text, shown) => expect(groupCardNumber(text)).toBe(shown));

it.each([
  ['1', '1'],
  ['08', '08/'],
  ['8', '08/'],
  ['1/', '01/'],
  ['0830', '08/30'],
  ['08/2030', '08/30'],
  ['08 / 30', '08/30'],
])('completes the expiry date %s', (text, shown) => expect(completeExpiry(text)).toBe(shown));
