import { PLACE_GRID_KM } from '@soulsight/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm, snapToGrid, toDistanceBand } from './place.rules.ts';

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('the location grid', () => {
  it('snaps every point to a cell centre, and a centre to itself', () => {
    fc.assert(
      fc.property(point, (place) => {
        const centre = snapToGrid(place);
        expect(snapToGrid(centre)).toEqual(centre);
        expect(Math.abs(centre.lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(centre.lon)).toBeLessThanOrEqual(180);
      }),
    );
  });

  it('has cells of about ten kilometres outside the polar regions', () => {
    const inhabited = point.map(({ lat, lon }) => ({ lat: lat * 0.85, lon }));
    fc.assert(
      fc.property(inhabited, (place) => {
        expect(distanceKm(place, snapToGrid(place))).toBeLessThanOrEqual(PLACE_GRID_KM * 0.75);
      }),
    );
    const cells = new Set(
      Array.from({ length: 1000 }, (_, n) => {
        const { lat, lon } = snapToGrid({ lat: 52.5, lon: 13 + n / 1000 });
        return `${lat} ${lon}`;
      }),
    );
    expect(cells.size).toBeLessThanOrEqual(8);
  });

  it('measures symmetric distances and converts them to bands', () => {
    const berlin = { lat: 52.52, lon: 13.405 };
    const paris = { lat: 48.8566, lon: 2.3522 };
    expect(distanceKm(berlin, paris)).toBeCloseTo(877.5, 0);
    fc.assert(
      fc.property(point, point, (one, other) => {
        expect(distanceKm(one, other)).toBeCloseTo(distanceKm(other, one), 6);
      }),
    );
    expect([0, 30, 31, 50, 51, 72, 73].map(toDistanceBand)).toEqual([
      'very_near',
      'very_near',
      'same_area',
      'same_area',
      'within_100_km',
      'within_100_km',
      'farther',
    ]);
  });
});
