import { describe, expect, it } from 'vitest';
import { emailSchema } from './credentials.ts';
import { normalizeEmail } from './email-address.ts';

describe('an email address', () => {
  it.each([
    [' Ann@Example.ORG ', 'ann@example.org'],
    ['ann@münchen.example', 'ann@xn--mnchen-3ya.example'],
    ['ann@MÜNCHEN.example', 'ann@xn--mnchen-3ya.example'],
    ['ann@xn--mnchen-3ya.example', 'ann@xn--mnchen-3ya.example'],
    ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
    ['ann@example.xn--p1ai', 'ann@example.xn--p1ai'],
    ['Jürgen@example.org', 'jürgen@example.org'],
    ['ju\u0308rgen@example.org', 'jürgen@example.org'],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
    ['अजय@डाटा.भारत', 'अजय@xn--c2bd1gb.xn--h2brj9c'],
    ['sales/eu@example.org', 'sales/eu@example.org'],
    ["o'neil+tag_1-2@sub.example.co", "o'neil+tag_1-2@sub.example.co"],
    ['\u212Aim@example.org', 'kim@example.org'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normalizeEmail(typed)).toBe(stored);
    expect(emailSchema.safeParse(typed.trim()).success).toBe(true);
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@example.org',
    'ann@localhost',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@0x7f.1',
    'a@b@example.org',
    'a b@example.org',
    'ann@exam ple.org',
    '.ann@example.org',
    'ann.@example.org',
    'an..n@example.org',
    'ann@-example.org',
    'ann@example..org',
    'ann@example.org.',
    'ann@example.org/x',
    'ann@example.org:25',
    'ann@user:pw@example.org',
    '"ann"@example.org',
    'ann(x)@example.org',
    'ann,ben@example.org',
    'ann@example.org\nbcc: ben@example.org',
    'a\u0000b@example.org',
    'ａnn@example.org',
    'ann\u200b@example.org',
    '\uFB01n@example.org',
    'ann@exam\u200bple.org,',
    `${'a'.repeat(65)}@example.org`,
    `${'ü'.repeat(33)}@example.org`,
    `ann@${'a'.repeat(64)}.org`,
    `ann@${'a.'.repeat(124)}org`,
  ])('%j is refused', (typed) => {
    expect(normalizeEmail(typed)).toBeNull();
    expect(emailSchema.safeParse(typed).success).toBe(false);
  });
});
