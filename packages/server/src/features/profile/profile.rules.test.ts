import type { MeUpdate } from '@soulsight/contract/user';
import { ageBandSchema } from '@soulsight/contract/user';
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
const WHOLE: DiscoverableFacts = {
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

describe('who is an adult', () => {
  it('is decided on the day: the birthday itself counts, the day before does not', () => {
    expect(isAdult('2008-11-20', NOW)).toBe(true);
    expect(isAdult('2008-11-21', NOW)).toBe(false);
    expect(isAdult('2027-01-01', NOW)).toBe(false);
    expect(isAdult('1850-01-01', NOW)).toBe(false);
  });
});

describe('age bands', () => {
  it('hold their age, are five years wide and read as the contract says', () => {
    expect([18, 22, 23, 28, 32, 33, 98, 99].map(toAgeBand)).toEqual([
      '18-22',
      '18-22',
      '23-27',
      '28-32',
      '28-32',
      '33-37',
      '98-99',
      '98-99',
    ]);
    for (let age = 18; age <= 99; age++) {
      const band = ageBandSchema.parse(toAgeBand(age));
      const [from = 0, to = 0] = band.split('-').map(Number);
      expect(from <= age && age <= to).toBe(true);
    }
  });
});

describe('onboarding', () => {
  it('lists what is missing in its order, and never the photos', () => {
    expect(missingSteps(WHOLE)).toEqual([]);
    expect(
      missingSteps({
        ...WHOLE,
        hasFirstName: false,
        hasMatchPreferences: false,
        hasPlace: false,
        prompts: 2,
        questionsLeft: 1,
      }),
    ).toEqual(['basics', 'wishes', 'place', 'prompts', 'questions']);
  });

  it('asks no questions of someone who does not agree to analysis', () => {
    expect(missingSteps({ ...WHOLE, questionsLeft: 40, consentsToAnalysis: false })).toEqual([]);
  });
});

describe('who can be met', () => {
  it('is everyone whose profile stands, whether or not all questions are answered', () => {
    expect(isDiscoverable(WHOLE, NOW)).toBe(true);
    expect(isDiscoverable({ ...WHOLE, questionsLeft: 12 }, NOW)).toBe(true);
  });

  it('is nobody who is unverified, under age, paused, banned, leaving, or not described', () => {
    const hindrances: Partial<DiscoverableFacts>[] = [
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
    for (const hindrance of hindrances) expect(isDiscoverable({ ...WHOLE, ...hindrance }, NOW)).toBe(false);
    expect(isDiscoverable({ ...WHOLE, bannedUntil: new Date(NOW.getTime() - 1) }, NOW)).toBe(true);
  });
});

describe('an update of the profile', () => {
  const kept = { birthDate: '1995-03-04', isMet: true };
  const faults = (update: MeUpdate, of = kept) => Object.keys(validateUpdate(update, of, NOW));

  it('refuses minors, unknown time zones, and another birthday once people can meet by it', () => {
    expect(faults({ birth_date: '2010-01-01' })).toEqual(['birth_date']);
    expect(faults({ timezone: 'Mars/Olympus' })).toEqual(['timezone']);
    expect(faults({ birth_date: '1994-03-04' })).toEqual(['birth_date']);
    expect(faults({ birth_date: '1994-03-04' }, { ...kept, isMet: false })).toEqual([]);
    expect(faults({ birth_date: '1995-03-04', timezone: 'Europe/Berlin' })).toEqual([]);
  });

  it('knows time zones', () => {
    expect(isTimezone('Asia/Kathmandu')).toBe(true);
    expect(isTimezone('')).toBe(false);
  });
});

describe('aliases', () => {
  it('are two words, whatever the dice say', () => {
    const dice = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(fc.property(dice, dice, (one, two) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(aliasFrom(one, two))));
  });
});
