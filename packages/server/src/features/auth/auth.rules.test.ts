import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { authVariables, readDurationS, toAuthConfig } from '../../core/config/auth-config.ts';
import { isAdult, mergeMetadata } from './account/metadata.rules.ts';
import { checkPassword } from './password/password.rules.ts';
import { describeDevice } from './session/device.ts';
import { readPkceChallenge, verifierMatches } from './session/pkce.ts';
import { createDigests, hashSecret, randomCode, randomSecret } from './session/secrets.ts';
import { decideRefresh, withMethod } from './session/session.rules.ts';
import type { RefreshTokenRow } from './session/session.store.ts';

describe('the rules of sign-in', () => {
  it('an adult has had their eighteenth birthday', () => {
    const at = (text: string) => new Date(text);
    expect(isAdult('2000-03-01', at('2018-02-28T23:59:59Z'))).toBe(false);
    expect(isAdult('2000-03-01', at('2018-03-01T00:00:00Z'))).toBe(true);
    // Born on a leap day: of age on 1 March where the year has no such day.
    expect(isAdult('2004-02-29', at('2022-02-28T23:59:59Z'))).toBe(false);
    expect(isAdult('2004-02-29', at('2022-03-01T00:00:00Z'))).toBe(true);
  });

  it('metadata merges key by key, and null removes a key', () => {
    expect(mergeMetadata({ a: 1, b: { c: 2 } }, { b: { d: 3 }, a: null })).toEqual({ b: { d: 3 } });
  });

  it('a refresh token rotates, repeats for ten seconds, is replaced after that, or revokes', () => {
    const at = (s: number) => new Date(s * 1000);
    const token = (id: string, parentId: string | null) => ({ id, parentId, createdAt: at(100) }) as RefreshTokenRow;
    const live = token('3', '2');
    expect(decideRefresh(live, live, at(9000))).toBe('rotate');
    expect(decideRefresh(token('2', '1'), live, at(110))).toBe('repeat');
    expect(decideRefresh(token('2', '1'), live, at(111))).toBe('replace');
    expect(decideRefresh(token('1', null), live, at(101))).toBe('revoke');
    expect(decideRefresh(token('1', null), null, at(101))).toBe('revoke');
  });

  it('the latest authentication method comes first, each method once', () => {
    const at = (s: number) => new Date(s * 1000);
    const amr = withMethod(withMethod([], 'password', at(1)), 'totp', at(2));
    expect(withMethod(amr, 'password', at(3))).toEqual([
      { method: 'password', timestamp: 3 },
      { method: 'totp', timestamp: 2 },
    ]);
  });

  it('a PKCE verifier matches only its own challenge, hashed or plain', () => {
    const s256 = readPkceChallenge('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'S256');
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(s256 && verifierMatches(s256, verifier)).toBe(true);
    expect(s256 && verifierMatches(s256, `${verifier}x`)).toBe(false);
    const plain = readPkceChallenge(verifier, 'plain');
    expect(plain && verifierMatches(plain, verifier)).toBe(true);
    expect(readPkceChallenge(null, null)).toBeNull();
  });

  it('secrets have the right size, and digests depend on key and purpose', () => {
    expect(Buffer.from(randomSecret(), 'base64url')).toHaveLength(32);
    for (let n = 0; n < 200; n += 1) expect(randomCode()).toMatch(/^\d{6}$/);
    const [a, b] = [createDigests(Buffer.alloc(32, 1)), createDigests(Buffer.alloc(32, 2))];
    expect(a.code('x', '123456')).not.toBe(b.code('x', '123456'));
    expect(a.code('x', '123456')).not.toBe(a.code('y', '123456'));
    expect(a.refreshToken('1')).toBe(a.refreshToken('1'));
    expect(hashSecret('a')).not.toBe('a');
  });

  it('a long sentence is accepted as a password, and common ones are refused', () => {
    for (const password of ['Password1', 'qwertyuiop', 'iloveyou1', '12345678', 'aaaaaaaa']) {
      expect(() => checkPassword(password, null)).toThrow(/weak/);
    }
    for (const password of ['a quiet orchard at dusk', 'größere Wörter!', '🦊🦊🦊 fox and hare', 'xxxxxxxxk2Vq9!']) {
      expect(() => checkPassword(password, 'ann@example.org')).not.toThrow();
    }
    expect(() => checkPassword('annabelle.lee', 'annabelle.lee@example.org')).toThrow();
  });

  it('devices have names that users recognise', () => {
    const agents: [string | null, string][] = [
      ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
        'Safari on iPhone',
      ],
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
        'Edge on Windows',
      ],
      ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
      ['curl/8.0', 'Unknown device'],
      [null, 'Unknown device'],
    ];
    for (const [agent, name] of agents) expect(describeDevice(agent)).toBe(name);
  });
});

describe('the configuration', () => {
  it('reads durations in GoTrue’s format', () => {
    expect(['60', '60s', '1m30s', '24h', '0'].map(readDurationS)).toEqual([60, 60, 90, 86_400, 0]);
    expect(['soon', '-1', '1d', '', '1.5h'].map(readDurationS)).toEqual([null, null, null, null, null]);
  });

  it('uses GoTrue’s variable names with the product’s defaults', () => {
    const read = (env: Record<string, string>) =>
      toAuthConfig(z.object(authVariables).parse(env), 'https://soulsight.example');
    expect(read({})).toMatchObject({
      siteUrl: 'https://soulsight.example',
      apiUrl: 'https://soulsight.example/auth/v1',
      autoConfirm: false,
      unverifiedSignIn: true,
      signUpDisabled: false,
      anonymous: false,
      accessTokenS: 3600,
      otpS: 86_400,
      mailPauseS: 60,
      maxFactors: 10,
      challengeS: 300,
    });
    expect(
      read({
        GOTRUE_MAILER_AUTOCONFIRM: 'true',
        GOTRUE_DISABLE_SIGNUP: '1',
        GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
        GOTRUE_SMTP_MAX_FREQUENCY: '5s',
        GOTRUE_RATE_LIMIT_VERIFY: '7',
        GOTRUE_URI_ALLOW_LIST: 'https://a.example/*, app://done',
      }),
    ).toMatchObject({
      autoConfirm: true,
      signUpDisabled: true,
      anonymous: true,
      mailPauseS: 5,
      limits: { verify: 7 },
      allowList: ['https://a.example/*', 'app://done'],
    });
    const bad = z
      .object(authVariables)
      .safeParse({ GOTRUE_DISABLE_SIGNUP: 'maybe', GOTRUE_SMTP_MAX_FREQUENCY: 'often' });
    expect(bad.error?.issues.map((issue) => issue.path[0])).toEqual([
      'GOTRUE_DISABLE_SIGNUP',
      'GOTRUE_SMTP_MAX_FREQUENCY',
    ]);
  });
});
