import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, isEmojiOnly, splitLinks } from './text.rules.ts';

const links = (text: string) => splitLinks(text).flatMap((p) => (p.kind === 'link' ? [[p.text, p.href]] : []));

describe('addresses in a message', () => {
  it.each([
    ['see https://example.org/a?b=c.', 'https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['(www.example.org)', 'www.example.org', 'https://www.example.org/'],
    ['https://en.example.org/x_(y) yes', 'https://en.example.org/x_(y)', 'https://en.example.org/x_(y)'],
    ['HTTP://EXAMPLE.org!', 'HTTP://EXAMPLE.org', 'http://example.org/'],
  ])('%s', (text, shown, href) => {
    expect(links(text)).toEqual([[shown, href]]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'no link here',
    'http://',
    'https://nodots',
  ])('%s is no link', (text) => {
    expect(links(text)).toEqual([]);
  });

  it('no character of a message is lost or added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.string(), (before, url, after) => {
        const text = `${before} ${url} ${after}`;
        expect(
          splitLinks(text)
            .map((p) => p.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('only http and https are ever opened', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const [, href] of links(text)) expect(href).toMatch(/^https?:\/\//);
      }),
    );
  });
});

describe('long texts', () => {
  it('are folded by length or by lines, short ones are not', () => {
    expect(foldText('short')).toBeNull();
    expect(foldText('word '.repeat(400))?.length).toBeLessThanOrEqual(700);
    expect(foldText('line\n'.repeat(30))?.split('\n')).toHaveLength(14);
  });
});

describe('emoji alone', () => {
  it.each(['😀', '👍🏽', '👩‍👩‍👧', '❤️ 🌙', '🇪🇺'])('%s is large', (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });
  it.each(['hi 😀', '12', '', '😀😀😀😀'])('%s is not', (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  });
});
