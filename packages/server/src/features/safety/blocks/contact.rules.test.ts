import { describe, expect, it } from 'vitest';
import { toContactKey } from './contact.rules.ts';

describe('addresses of one person', () => {
  it.each([
    ['mia@example.org', ' Mia+dating@Example.org '],
    ['mia.kraft@gmail.com', 'miakraft+x@googlemail.com'],
    ['mia@münchen.example', 'Mia+x@xn--mnchen-3ya.example'],
    ['ju\u0308rgen@example.org', 'Jürgen@example.org'],
    ['+49 170 1234567', '0049 (170) 123-45-67'],
  ])('%s and %s are the same', (one, other) => {
    expect(toContactKey(one)).not.toBeNull();
    expect(toContactKey(one)).toBe(toContactKey(other));
  });

  it('dots matter where the provider tells addresses apart by them', () => {
    expect(toContactKey('mia.kraft@example.org')).not.toBe(toContactKey('miakraft@example.org'));
  });

  it.each(['', 'mia', '0170 1234567', '+12', 'mia@', '@example.org', 'a@b'])('is neither: %s', (text) => {
    expect(toContactKey(text)).toBeNull();
  });
});
