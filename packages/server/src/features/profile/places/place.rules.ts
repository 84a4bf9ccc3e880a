import { PLACE_GRID_KM } from '@soulsight/contract/limits';
import type { DistanceBand } from '@soulsight/contract/profile';

export type Point = { lat: number; lon: number };

const EARTH_RADIUS_KM = 6371.0088;
const KM_PER_DEGREE = (Math.PI * EARTH_RADIUS_KM) / 180;
const ROWS = Math.ceil((180 * KM_PER_DEGREE) / PLACE_GRID_KM);
const ROW_DEGREES = 180 / ROWS;
/** Decimal places of a centre: far finer than the grid, and equal for everyone in the cell. */
const CENTRE_DECIMALS = 5;

/** The centre of the point's grid cell of about 10 km by 10 km. Idempotent. */
export function snapToGrid({ lat, lon }: Point): Point {
  const row = Math.min(ROWS - 1, Math.floor((lat + 90) / ROW_DEGREES));
  const centreLat = -90 + (row + 0.5) * ROW_DEGREES;
  const columns = Math.max(1, Math.round((360 * KM_PER_DEGREE * Math.cos(radians(centreLat))) / PLACE_GRID_KM));
  const columnDegrees = 360 / columns;
  const column = Math.min(columns - 1, Math.floor((lon + 180) / columnDegrees));
  return { lat: round(centreLat), lon: round(-180 + (column + 0.5) * columnDegrees) };
}

/** Kilometres between two points along the great circle (haversine). */
export function distanceKm(from: Point, to: Point): number {
  const dLat = radians(to.lat - from.lat);
  const dLon = radians(to.lon - from.lon);
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Two people of one place may seem 28 km apart, see `discovery.x`: they are very near, and nobody farther than 100 km is "within" it. */
const VERY_NEAR_KM = 30;
const SAME_AREA_KM = 50;
const REGION_KM = 72;

/** A distance, as coarse as it is ever shown. */
export function toDistanceBand(km: number): DistanceBand {
  if (km <= VERY_NEAR_KM) return 'very_near';
  if (km <= SAME_AREA_KM) return 'same_area';
  return km <= REGION_KM ? 'within_100_km' : 'farther';
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function round(degrees: number): number {
  return Number(degrees.toFixed(CENTRE_DECIMALS));
}
