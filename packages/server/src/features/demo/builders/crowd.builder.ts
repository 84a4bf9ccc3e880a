import { offerVector, seekVector } from '@soulsight/affinity/index-vectors';
import {
  DEFAULT_WEIGHTS,
  newcomer,
  PRIOR_SD_CHOOSING,
  PRIOR_SD_CHOSEN,
  type UserModel,
} from '@soulsight/affinity/interest';
import { answeredState, randomUser } from '@soulsight/affinity/science/people';
import { type Random, randomNormal, seededRandom } from '@soulsight/affinity/science/random';
import { fallbackState, fromOtherStart, priorState } from '@soulsight/affinity/traits';
import { GENDERS, type Gender, INTENTS } from '@soulsight/contract/profile';
import { DAY_MS, toUtcDay } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';

/** Profiles written per statement. */
const BATCH = 500;
const FALLBACK_SHARE = 0.3;
const DECISIONS_MAX = 40;
/** How much one decision adds to the precision (1 / variance) of a user's readiness to say yes. */
const PRECISION_PER_DECISION = 0.15;
const CELL_DEGREES = 0.1;
const CENTRE = { lat: 52.5, lon: 13.4 };
const TOWNS = 14;
const TOWN_SPREAD_DEGREES = 0.07;
const REGION_SPREAD_DEGREES = 0.35;
const DISTANCES_KM = [10, 20, 30, 50, 50, 80, 100, null] as const;
const AGE_SPAN = { youngest: 18, oldest: 70, mean: 33, sd: 10 };
const AGE_TOLERANCE_YEARS = 10;
const OTHER_INTENT_SHARE = 0.45;

export type CrowdOptions = { size: number; seed: number; now: Date };

/**
 * Inserts many users of one metropolitan region in bulk: towns of different sizes, everyone verified and with preferences. Three in
 * ten have the fallback profile; the others answered questions and made decisions. The same seed gives the same users.
 */
export async function buildCrowd(db: Db, { size, seed, now }: CrowdOptions, onProgress?: (done: number) => void) {
  const random = seededRandom(seed);
  const towns = Array.from({ length: TOWNS }, () => ({
    lat: CENTRE.lat + REGION_SPREAD_DEGREES * randomNormal(random),
    lon: CENTRE.lon + REGION_SPREAD_DEGREES * randomNormal(random),
  }));
  let written = Promise.resolve();
  for (let from = 0; from < size; from += BATCH) {
    const users = Array.from({ length: Math.min(BATCH, size - from) }, () => drawInhabitant(random, towns, now));
    await written;
    written = insertCrowd(db, users, now).then(() => onProgress?.(from + users.length));
  }
  await written;
}

type Inhabitant = ReturnType<typeof drawInhabitant>;

function drawInhabitant(random: Random, towns: readonly { lat: number; lon: number }[], now: Date) {
  const pick = <T>(among: readonly T[]) => among[Math.floor(random() * among.length)] as T;
  // The first towns are the largest: the square of a uniform number favours them.
  const town = towns[Math.floor(random() ** 2 * towns.length)] ?? CENTRE;
  const cell = (at: number) =>
    Math.round((at + TOWN_SPREAD_DEGREES * randomNormal(random)) / CELL_DEGREES) * CELL_DEGREES;
  const age = Math.round(
    Math.min(AGE_SPAN.oldest, Math.max(AGE_SPAN.youngest, AGE_SPAN.mean + AGE_SPAN.sd * randomNormal(random))),
  );
  const born = new Date(now.getTime() - (age * 365.25 + random() * 360) * DAY_MS);
  const gender = random() < 0.49 ? 'woman' : random() < 0.94 ? 'man' : 'nonbinary';
  const intent = pick(INTENTS);
  return {
    gender,
    intent,
    birth_date: toUtcDay(born),
    lat: cell(town.lat),
    lon: cell(town.lon),
    wants_genders: wantedGenders(gender, random),
    wants_intents: INTENTS.filter((one) => one === intent || random() < OTHER_INTENT_SHARE),
    wants_age_min: Math.max(18, age - 1 - Math.floor(random() * AGE_TOLERANCE_YEARS)),
    wants_age_max: age + 1 + Math.floor(random() * AGE_TOLERANCE_YEARS),
    wants_distance_km: pick(DISTANCES_KM),
    model: drawModel(random),
  };
}

function wantedGenders(gender: Gender, random: Random): readonly Gender[] {
  const chance = random();
  if (gender === 'nonbinary' || chance < 0.05) return GENDERS;
  if (chance < 0.12) return [gender];
  return [gender === 'woman' ? 'man' : 'woman'];
}

function drawModel(random: Random): UserModel {
  if (random() < FALLBACK_SHARE) return newcomer(fallbackState());
  const learned = (priorSd: number) => {
    const variance = 1 / (1 / priorSd ** 2 + PRECISION_PER_DECISION * Math.floor(random() * DECISIONS_MAX));
    return { mean: Math.sqrt(priorSd ** 2 - variance) * randomNormal(random), variance };
  };
  const [choosing, chosen] = [learned(PRIOR_SD_CHOOSING), learned(PRIOR_SD_CHOSEN)];
  const state = answeredState(randomUser(random), random(), random, fallbackState());
  return { ...state, a: choosing.mean, va: choosing.variance, b: chosen.mean, vb: chosen.variance };
}

/** One insert per table, all fed from one JSON document. */
async function insertCrowd(db: Db, users: readonly Inhabitant[], now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = users.map(({ model: { means, variances, a, va, b, vb }, ...profile }) => {
    const model = { ...fromOtherStart(fallbackState(), { means, variances }, priorState()), a, va, b, vb };
    return {
      ...profile,
      id: crypto.randomUUID(),
      means: means.map(short),
      variances: variances.map(short),
      matching_means: model.means.map(short),
      matching_variances: model.variances.map(short),
      a,
      va,
      b,
      vb,
      offer: vectorText(offerVector(model, DEFAULT_WEIGHTS)),
      seek: vectorText(seekVector(model, DEFAULT_WEIGHTS)),
    };
  });
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = off`);
    await tx.execute(sql`create temporary table if not exists crowd (id uuid, gender text, intent text, birth_date date, lat float8,
      lon float8, wants_genders text[], wants_intents text[], wants_age_min int, wants_age_max int, wants_distance_km int,
      means float8[], variances float8[], matching_means float8[], matching_variances float8[], a float8, va float8, b float8, vb float8,
      offer vector, seek vector) on commit delete rows`);
    await tx.execute(
      sql`insert into crowd select * from json_populate_recordset(null::crowd, ${JSON.stringify(rows)}::json)`,
    );
    await tx.execute(sql`insert into users (id, email, email_confirmed_at, created_at, updated_at)
      select id, id || '@people.example', ${at}, ${at}, ${at} from crowd`);
    await tx.execute(sql`insert into bgp_profiles (user_id, means, variances, behaviour_means, behaviour_variances,
        matching_means, matching_variances, a, va, b, vb, offer, seek, forgotten_at, created_at, updated_at)
      select id, means, variances, means, variances, matching_means, matching_variances, a, va, b, vb, offer, seek,
        ${at}, ${at}, ${at} from crowd`);
    await tx.execute(sql`insert into profiles (user_id, alias, aura_seed, birth_date, gender, intent, wants_genders, wants_intents,
        wants_age_min, wants_age_max, wants_distance_km, lat, lon, discoverable, analysis_consent_at, created_at, updated_at)
      select id, 'Quiet Harbour', 1, birth_date, gender, intent, wants_genders, wants_intents, wants_age_min, wants_age_max,
        wants_distance_km, lat, lon, true, ${at}, ${at}, ${at} from crowd`);
  });
}

function short(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}

function vectorText(vector: readonly number[]): string {
  return `[${vector.map(short).join(',')}]`;
}
