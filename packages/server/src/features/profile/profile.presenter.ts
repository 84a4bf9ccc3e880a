import { ageOn } from '@soulsight/contract/age';
import type { Aura } from '@soulsight/contract/aura';
import { ADULT_AGE_YEARS } from '@soulsight/contract/limits';
import type { Person, Photo, PromptKey } from '@soulsight/contract/user';
import { distanceBandOf, distanceKm } from './places/place.rules.ts';
import { ageBandOf } from './profile.rules.ts';
import type { ProfileRow } from './profile.store.ts';

/** A person's words, opened. */
export type Words = {
  firstName: string | null;
  work: string | null;
  interests: string[];
  prompts: { key: PromptKey; answer: string }[];
};

export const EMPTY_WORDS: Words = { firstName: null, work: null, interests: [], prompts: [] };

/** From which stage on each part is shown. */
const SHOWN_FROM = { voice: 1, glimpse: 3, revealed: 4 } as const;

/**
 * Another person as a viewer may see them at a stage. A part that the stage hides is not in the object at all, so that nothing
 * which is serialised can give it away.
 */
export function presentPerson(other: {
  row: ProfileRow;
  viewer: ProfileRow | undefined;
  stage: number;
  aura: Aura;
  isDemo: boolean;
  words: Words;
  photos: Photo[] | undefined;
  now: Date;
}): Person {
  const { row, stage, words, photos, now } = other;
  const age = row.birthDate ? ageOn(row.birthDate, now) : ADULT_AGE_YEARS;
  return {
    id: row.userId,
    alias: row.alias,
    aura: other.aura,
    age_band: ageBandOf(age),
    distance_band: bandBetween(other.viewer, row),
    is_demo: other.isDemo,
    stage,
    ...(stage >= SHOWN_FROM.voice && {
      ...(words.firstName !== null && { first_name: words.firstName }),
      prompts: words.prompts,
    }),
    ...(photos && { photos }),
    ...(stage >= SHOWN_FROM.glimpse && { interests: words.interests, work: words.work }),
    ...(stage >= SHOWN_FROM.revealed && {
      age,
      ...(row.placeName !== null && { place_name: row.placeName }),
      ...(row.intent !== null && { intent: row.intent }),
    }),
  };
}

function bandBetween(viewer: ProfileRow | undefined, other: ProfileRow): Person['distance_band'] {
  if (viewer?.lat == null || viewer.lon == null || other.lat === null || other.lon === null) return null;
  return distanceBandOf(distanceKm({ lat: viewer.lat, lon: viewer.lon }, { lat: other.lat, lon: other.lon }));
}
