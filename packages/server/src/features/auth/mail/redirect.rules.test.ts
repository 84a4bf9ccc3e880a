import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globToRegExp, resolveRedirect, withFragment, withQuery } from './redirect.rules.ts';

const live = { siteUrl: 'https://soulsight.example', allowList: ['https://*.preview.example/**', 'soulsight://done'] };

describe('a redirect', () => {
  it.each([
    ['https://soulsight.example/reset-password?a=1', true],
    ['/reset-password', true],
    ['https://one.preview.example/deep/path', true],
    ['soulsight://done', true],
    ['http://soulsight.example/', false],
    ['https://soulsight.example:8443/', false],
    ['https://soulsight.example.evil.example/', false],
    ['https://soulsight.example@evil.example/', false],
    ['https://evil.example/https://soulsight.example', false],
    ['https://a.b.preview.example/x', false],
    ['https://evil.example/#.preview.example/', false],
    ['https://evil.example/?.preview.example/', false],
    ['soulsight://done.evil', false],
    ['http://localhost:3000/', false],
    ['data:text/html,hi', false],
    ['https://soulsight.example/\r\nset-cookie: a=b', false],
  ])('to %s is allowed: %s', (asked, followed) => {
    const resolved = resolveRedirect(asked, live);
    if (followed) expect(resolved).not.toBe(live.siteUrl);
    else expect(resolved).toBe(live.siteUrl);
  });

  it('never leaves our origin, whatever is requested, and never fails', () => {
    const policy = { siteUrl: 'https://soulsight.example', allowList: [] };
    const nasty = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.string().map((text) => `https://soulsight.example${text}`),
      fc.string().map((text) => `//${text}`),
      fc.constantFrom(
        'javascript:alert(1)',
        '/\\evil.example',
        '\\/evil.example',
        '/\t/evil.example',
        ' https://evil.example',
      ),
    );
    fc.assert(
      fc.property(nasty, (asked) => {
        expect(new URL(resolveRedirect(asked, policy)).origin).toBe('https://soulsight.example');
      }),
      { numRuns: 2_000 },
    );
  });

  it('may lead to any loopback address only if the site itself is on loopback', () => {
    const local = { siteUrl: 'http://localhost:3000', allowList: [] };
    for (const address of ['http://127.0.0.1:5173/', 'http://localhost:8080/', 'http://[::1]:1/']) {
      expect(resolveRedirect(address, local)).toBe(address);
      expect(resolveRedirect(address, live)).toBe(live.siteUrl);
    }
  });

  it('keeps the query of an address and adds to it', () => {
    expect(withQuery('https://a.example/x?y=1#z', { code: 'c d' })).toBe('https://a.example/x?y=1&code=c+d#z');
    expect(withFragment('https://a.example/x?y=1', { a: 'b&c' })).toBe('https://a.example/x?y=1#a=b%26c');
  });

  it('treats regular expression characters in globs literally', () => {
    expect(globToRegExp('https://a.example/(x)').test('https://a.example/(x)')).toBe(true);
    expect(globToRegExp('https://a.example').test('https://aXexample')).toBe(false);
    expect(globToRegExp('https://?.example/').test('https://ab.example/')).toBe(false);
  });
});
