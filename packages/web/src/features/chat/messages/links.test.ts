import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLinks } from './links.ts';
import { mayHaveLinks } from './text.rules.ts';

/** The same examples in every run. */
const SEEDED = { seed: 1 };

const links = (text: string) => splitLinks(text).flatMap((p) => (p.kind === 'link' ? [[p.text, p.href]] : []));

describe('links in a message', () => {
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

  it('the parts add up to the whole message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.string(), (before, url, after) => {
        const text = `${before} ${url} ${after}`;
        expect(
          splitLinks(text)
            .map((p) => p.text)
            .join(''),
        ).toBe(text);
        if (links(text).length > 0) expect(mayHaveLinks(text)).toBe(true);
      }),
      SEEDED,
    );
  });

  it('only http and https are ever opened', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const [, href] of links(text)) expect(href).toMatch(/^https?:\/\//);
      }),
      SEEDED,
    );
  });
});
