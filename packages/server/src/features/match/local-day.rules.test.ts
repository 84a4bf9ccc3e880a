import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay, nextLocalMidnight } from './local-day.rules.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'Africa/Cairo',
];
const instants = fc.date({ min: new Date('2011-12-01'), max: new Date('2032-01-01'), noInvalidDate: true });

describe('the local day', () => {
  it('is the calendar day in the time zone', () => {
    expect(localDay(new Date('2026-11-20T23:30:00Z'), 'UTC')).toBe('2026-11-20');
    expect(localDay(new Date('2026-11-20T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-21');
    expect(localDay(new Date('2026-11-20T03:00:00Z'), 'America/New_York')).toBe('2026-11-19');
  });

  it('is the UTC day for an unknown time zone', () => {
    expect(localDay(new Date('2026-11-20T23:30:00Z'), 'Mars/Olympus')).toBe('2026-11-20');
  });

  it('ends at the next local midnight, also on days with 23 or 25 hours', () => {
    expect(nextLocalMidnight(new Date('2026-10-25T00:10:00Z'), 'Europe/Berlin')).toEqual(
      new Date('2026-10-25T23:00:00Z'),
    );
    expect(nextLocalMidnight(new Date('2026-03-29T00:10:00Z'), 'Europe/Berlin')).toEqual(
      new Date('2026-03-29T22:00:00Z'),
    );
    expect(nextLocalMidnight(new Date('2026-11-20T00:00:00Z'), 'UTC')).toEqual(new Date('2026-11-21T00:00:00Z'));
  });

  it('changes exactly at local midnight, in any zone at any time', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (at, zone) => {
        const midnight = nextLocalMidnight(at, zone);
        expect(midnight.getTime()).toBeGreaterThan(at.getTime());
        expect(localDay(new Date(midnight.getTime() - 1), zone)).toBe(localDay(at, zone));
        expect(localDay(midnight, zone) > localDay(at, zone)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
