import { calculateAge } from '@soulsight/contract/age';
import type { Aura } from '@soulsight/contract/aura';
import { ADULT_AGE_YEARS } from '@soulsight/contract/limits';
import type { Photo, PromptKey, PublicProfile } from '@soulsight/contract/user';
import { distanceKm, toDistanceBand } from './places/place.rules.ts';
import { toAgeBand } from './profile.rules.ts';
import type { ProfileRow } from './profile.store.ts';

/** The decrypted free text of a profile. */
export type ProfileText = {
  firstName: string | null;
  work: string | null;
  interests: string[];
  prompts: { key: PromptKey; answer: string }[];
};

export const EMPTY_PROFILE_TEXT: ProfileText = { firstName: null, work: null, interests: [], prompts: [] };

/** The first reveal stage that shows each part. */
const SHOWN_FROM = { voice: 1, glimpse: 3, revealed: 4 } as const;

/** Another user at a reveal stage. Hidden parts are absent from the object, so that no serialisation can leak them. */
export function presentPublicProfile(other: {
  row: ProfileRow;
  viewer: ProfileRow | undefined;
  stage: number;
  aura: Aura;
  isDemo: boolean;
  profileText: ProfileText;
  photos: Photo[] | undefined;
  now: Date;
}): PublicProfile {
  const { row, stage, profileText, photos, now } = other;
  const age = row.birthDate ? calculateAge(row.birthDate, now) : ADULT_AGE_YEARS;
  return {
    id: row.userId,
    alias: row.alias,
    aura: other.aura,
    age_band: toAgeBand(age),
    distance_band: calculateDistanceBand(other.viewer, row),
    is_demo: other.isDemo,
    stage,
    ...(stage >= SHOWN_FROM.voice && {
      ...(profileText.firstName !== null && { first_name: profileText.firstName }),
      prompts: profileText.prompts,
    }),
    ...(photos && { photos }),
    ...(stage >= SHOWN_FROM.glimpse && { interests: profileText.interests, work: profileText.work }),
    ...(stage >= SHOWN_FROM.revealed && {
      age,
      ...(row.placeName !== null && { place_name: row.placeName }),
      ...(row.intent !== null && { intent: row.intent }),
    }),
  };
}

function calculateDistanceBand(viewer: ProfileRow | undefined, other: ProfileRow): PublicProfile['distance_band'] {
  if (viewer?.lat == null || viewer.lon == null || other.lat === null || other.lon === null) return null;
  return toDistanceBand(distanceKm({ lat: viewer.lat, lon: viewer.lon }, { lat: other.lat, lon: other.lon }));
}
