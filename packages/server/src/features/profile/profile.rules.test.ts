import type { MeUpdate } from '@soulsight/contract/profile';
import { ageBandSchema } from '@soulsight/contract/profile';
import { DAY_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliasFrom } from './alias.rules.ts';
import {
  type DiscoverableFacts,
  isAdult,
  isDiscoverable,
  isTimezone,
  missingSteps,
  toAgeBand,
  validateUpdate,
} from './profile.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const COMPLETE: DiscoverableFacts = {
  hasFirstName: true,
  birthDate: '1995-03-04',
  gender: 'woman',
  intent: 'long_term',
  hasMatchPreferences: true,
  hasPlace: true,
  prompts: 3,
  questionsLeft: 0,
  consentsToAnalysis: true,
  emailVerified: true,
  paused: false,
  acceptedTerms: true,
  bannedUntil: null,
  lockedUntil: null,
  deletedAt: null,
};

describe('isAdult', () => {
  it('counts from the 18th birthday on', () => {
    expect(isAdult('2008-11-20', NOW)).toBe(true);
    expect(isAdult('2008-11-21', NOW)).toBe(false);
    expect(isAdult('2027-01-01', NOW)).toBe(false);
    expect(isAdult('1850-01-01', NOW)).toBe(false);
  });
});

describe('age bands', () => {
  it('contain the age, are at least five years wide and match the contract', () => {
    expect([18, 22, 23, 28, 32, 33, 98, 99].map((age) => toAgeBand(age))).toEqual([
      '18-22',
      '18-22',
      '23-27',
      '28-32',
      '28-32',
      '33-37',
      '93-99',
      '93-99',
    ]);
    for (let age = 18; age <= 99; age++) {
      const band = ageBandSchema.parse(toAgeBand(age));
      const [from = 0, to = 0] = band.split('-').map(Number);
      expect(from <= age && age <= to).toBe(true);
    }
  });

  it('leave at least five years open, whatever range the viewer looks for', () => {
    const adult = fc.integer({ min: 18, max: 99 });
    fc.assert(
      fc.property(adult, adult, adult, (age, one, other) => {
        const wanted = { min: Math.min(one, other), max: Math.max(one, other) };
        fc.pre(wanted.max - wanted.min >= 4 && age >= wanted.min && age <= wanted.max);
        const shown = toAgeBand(age, wanted);
        const ages = Array.from({ length: wanted.max - wanted.min + 1 }, (_, n) => wanted.min + n);
        const possible = ages.filter((each) => toAgeBand(each, wanted) === shown);
        expect(possible).toContain(age);
        expect(possible.length).toBeGreaterThanOrEqual(5);
      }),
    );
  });
});

describe('onboarding', () => {
  it('lists the missing steps in order, and never the photos', () => {
    expect(missingSteps(COMPLETE)).toEqual([]);
    expect(
      missingSteps({
        ...COMPLETE,
        hasFirstName: false,
        hasMatchPreferences: false,
        hasPlace: false,
        prompts: 0,
        questionsLeft: 1,
      }),
    ).toEqual(['basics', 'wishes', 'place', 'prompts', 'questions']);
  });

  it('does not require the questionnaire without consent to analysis', () => {
    expect(missingSteps({ ...COMPLETE, questionsLeft: 40, consentsToAnalysis: false })).toEqual([]);
  });
});

describe('isDiscoverable', () => {
  it('is true for a complete profile, with or without the questionnaire', () => {
    expect(isDiscoverable(COMPLETE, NOW)).toBe(true);
    expect(isDiscoverable({ ...COMPLETE, questionsLeft: 12 }, NOW)).toBe(true);
  });

  it('is false for users who are unverified, minors, paused, banned, being deleted, or incomplete', () => {
    const obstacles: Partial<DiscoverableFacts>[] = [
      { emailVerified: false },
      { birthDate: '2010-01-01' },
      { birthDate: null },
      { paused: true },
      { bannedUntil: new Date(NOW.getTime() + 1) },
      { deletedAt: NOW },
      { acceptedTerms: false },
      { hasMatchPreferences: false },
      { hasPlace: false },
      { prompts: 0 },
      { hasFirstName: false },
    ];
    for (const obstacle of obstacles) expect(isDiscoverable({ ...COMPLETE, ...obstacle }, NOW)).toBe(false);
    expect(isDiscoverable({ ...COMPLETE, bannedUntil: new Date(NOW.getTime() - 1) }, NOW)).toBe(true);
  });
});

describe('validateUpdate', () => {
  const current = { birthDate: '1995-03-04', isMet: true, moves: [] as string[], isMoving: false };
  const faults = (update: MeUpdate, from = current) => Object.keys(validateUpdate(update, from, NOW));

  it('rejects minors, unknown time zones, and another birth date once the user can be shown to others', () => {
    expect(faults({ birth_date: '2010-01-01' })).toEqual(['birth_date']);
    expect(faults({ timezone: 'Mars/Olympus' })).toEqual(['timezone']);
    expect(faults({ birth_date: '1994-03-04' })).toEqual(['birth_date']);
    expect(faults({ birth_date: '1994-03-04' }, { ...current, isMet: false })).toEqual([]);
    expect(faults({ birth_date: '1995-03-04', timezone: 'Europe/Berlin' })).toEqual([]);
  });

  it('lets the place change three times a week, and says when it may change again', () => {
    const at = (daysAgo: number) => new Date(NOW.getTime() - daysAgo * DAY_MS).toISOString();
    const fault = (moves: string[], isMoving = true) => validateUpdate({}, { ...current, moves, isMoving }, NOW).place;
    expect(fault([at(1), at(2)])).toBeUndefined();
    expect(fault([at(1), at(2), at(7)])).toBeUndefined();
    expect(fault([at(5), at(1), at(2)])).toBe(
      'You can change your place 3 times a week. You can change it again from 22 November.',
    );
    expect(fault([at(1), at(2), at(5)], false)).toBeUndefined();
  });

  it('recognises time zones', () => {
    expect(isTimezone('Asia/Kathmandu')).toBe(true);
    expect(isTimezone('')).toBe(false);
  });
});

describe('aliases', () => {
  it('consist of two words for all random numbers', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(fc.property(random, random, (one, two) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(aliasFrom(one, two))));
  });
});
