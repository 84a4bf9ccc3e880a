import { describe, expect, it } from 'vitest';
import { snapToGrid } from './place.rules.ts';
import { isTown, normalizePlace, searchPlaces } from './places.ts';

describe('the list of towns', () => {
  it('finds towns by name prefix, the largest first, ignoring accents and case', () => {
    expect(searchPlaces('zuri')[0]?.name).toBe('Zürich, Switzerland');
    expect(searchPlaces('ZÜRI')[0]?.name).toBe('Zürich, Switzerland');
    const springfields = searchPlaces('springfield').map((place) => place.name);
    expect(springfields).toContain('Springfield, IL, United States');
    expect(new Set(springfields).size).toBe(springfields.length);
    expect(searchPlaces('to')[0]?.name).toBe('Tokyo, Japan');
    expect(searchPlaces('qqqq')).toEqual([]);
    expect(searchPlaces('s').length).toBeLessThanOrEqual(10);
  });

  it('returns cell centres, never the exact position of a town', () => {
    for (const { lat, lon } of searchPlaces('ber')) expect(snapToGrid({ lat, lon })).toEqual({ lat, lon });
  });

  it('stores no address: an unknown name becomes the largest town nearby', () => {
    const zurich = searchPlaces('zurich')[0];
    expect(normalizePlace({ name: 'Hauptstrasse 5, third floor', lat: 47.3769, lon: 8.5417 })).toEqual(zurich);
    expect(normalizePlace({ name: 'Zürich, Switzerland', lat: 47.3769, lon: 8.5417 })).toEqual(zurich);
    expect(normalizePlace({ name: 'Paris, France', lat: 47.3769, lon: 8.5417 }).name).toBe('Zürich, Switzerland');
    expect(normalizePlace({ name: 'a raft', lat: -60, lon: -120 }).name).toMatch(/^Punta Arenas/);
  });

  it('recognises towns in the five languages, small ones only where a place is likely, and leaves ordinary words', () => {
    for (const name of ['Berlin', 'Köln', 'München', 'Londres', 'Lisbonne', 'New York'])
      expect(isTown(name, false)).toBe(true);
    expect([isTown('Mittenwald', false), isTown('Mittenwald', true)]).toEqual([false, true]);
    expect([isTown('Nice', false), isTown('Nice', true)]).toEqual([false, true]);
    for (const word of ['English', 'March', 'Ende', 'Una', 'Liebe', 'Maybe']) expect(isTown(word, true)).toBe(false);
  });
});
