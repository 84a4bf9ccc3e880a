import type { Place } from '@soulsight/contract/profile';
import { DAY_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildDater } from '../demo/builders/dater.builder.ts';
import { distanceKm, snapToGrid } from '../profile/places/place.rules.ts';
import { findDistanceKm } from '../profile/profile.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const CENTRE = { lat: 48, lon: 10 };
const KM_PER_DEGREE = 111.195;
const REGION_KM = 60;
const TARGETS = 8;
const PROBES = 100;
const CLOSEST_FIND_KM = 5;

let seed = 11;
function random(): number {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
}
const at = (north: number, east: number) => ({
  lat: CENTRE.lat + north / KM_PER_DEGREE,
  lon: CENTRE.lon + east / (KM_PER_DEGREE * Math.cos((CENTRE.lat * Math.PI) / 180)),
});
const anywhere = (): Place => ({
  name: 'A town',
  ...at(REGION_KM * (2 * random() - 1), REGION_KM * (2 * random() - 1)),
});
/** The salt decides where somebody seems to be; a fixed one makes this test the same each time. */
const fixSalt = (id: string, n: number) =>
  queryRows(
    app,
    sql`update profiles set place_salt = ${`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`}, lat = lat where user_id = ${id}`,
  );

/** Where the distances fit best, to a kilometre. */
function locate(distances: readonly { from: { lat: number; lon: number }; km: number }[]) {
  let best = { point: at(0, 0), error: Number.POSITIVE_INFINITY };
  for (let north = -REGION_KM - 20; north <= REGION_KM + 20; north++) {
    for (let east = -REGION_KM - 20; east <= REGION_KM + 20; east++) {
      const point = at(north, east);
      let error = 0;
      for (const { from, km } of distances) error += (distanceKm(from, point) - km) ** 2;
      if (error < best.error) best = { point, error };
    }
  }
  return best.point;
}

/** The cells of the grid of places that are as far from a point as a person may be from where they seem to be. */
function cellsAround(point: { lat: number; lon: number }): Set<string> {
  const cells = new Set<string>();
  for (let north = -16; north <= 16; north += 2) {
    for (let east = -16; east <= 16; east += 2) {
      const cell = snapToGrid({
        lat: point.lat + north / KM_PER_DEGREE,
        lon: point.lon + east / (KM_PER_DEGREE * 0.67),
      });
      const km = distanceKm(cell, point);
      if (km >= 7 && km <= 14) cells.add(`${cell.lat} ${cell.lon}`);
    }
  }
  return cells;
}

it('nobody is found to 5 km from 100 places, even by who knows the distance from each of them exactly', async () => {
  const targets = [];
  for (let n = 0; n < TARGETS; n++) {
    const target = await buildDater(app.features, { gender: 'man', profile: { place: anywhere() } });
    await fixSalt(target.id, n);
    const { place } = await app.features.profile.me(target.id);
    targets.push({ ...target, place: place ?? CENTRE, known: [] as { from: Place; km: number }[] });
  }
  const spy = await buildDater(app.features, { gender: 'woman', profile: { place: anywhere() } });
  for (let n = 0; n < PROBES; n++) {
    const from = anywhere();
    await app.features.profile.update(spy.id, { place: from });
    // Three moves a week; each of them stands for another account, with a salt of its own.
    if (n % 3 === 2) app.clock.advance(7 * DAY_MS);
    await fixSalt(spy.id, 1_000 + n);
    for (const target of targets) {
      // More than any answer tells: the bands, the filter by distance and the order all follow from this number.
      const km = await findDistanceKm(app.database.db, spy.id, target.id);
      target.known.push({ from: { ...from, ...snapToGrid(from) }, km: km ?? 0 });
    }
  }
  for (const { place, known } of targets) {
    const found = locate(known);
    expect(distanceKm(found, place)).toBeGreaterThan(CLOSEST_FIND_KM);
    // The distances do locate something: where the person seems to be.
    expect(distanceKm(found, place)).toBeLessThan(18);
    expect(cellsAround(found).size).toBeGreaterThanOrEqual(3);
  }
});
