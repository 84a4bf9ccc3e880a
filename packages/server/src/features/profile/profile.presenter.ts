import { calculateAge } from '@soulsight/contract/age';
import type { Aura } from '@soulsight/contract/aura';
import { ADULT_AGE_YEARS } from '@soulsight/contract/limits';
import type { DistanceBand, PromptKey, PublicProfile, SeenPhoto } from '@soulsight/contract/profile';
import { isFieldVisible } from '@soulsight/contract/reveal-stages';
import { toAgeBand } from './profile.rules.ts';
import type { ProfileRow } from './profile.store.ts';

/** The decrypted free text of a profile. */
export type ProfileText = {
  firstName: string | null;
  work: string | null;
  placeName: string | null;
  interests: string[];
  prompts: { key: PromptKey; answer: string }[];
};

export const EMPTY_PROFILE_TEXT: ProfileText = {
  firstName: null,
  work: null,
  placeName: null,
  interests: [],
  prompts: [],
};

/** Another user at a reveal stage. Hidden parts are absent from the object, so that no serialisation can leak them. */
export function presentPublicProfile(other: {
  row: ProfileRow;
  /** As the viewer was shown them at the introduction. */
  bands: { age: string; distance: DistanceBand | null };
  stage: number;
  aura: Aura;
  isDemo: boolean;
  profileText: ProfileText;
  photos: SeenPhoto[] | undefined;
  photosChecked: boolean;
  now: Date;
}): PublicProfile {
  const { row, stage, profileText, photos, now } = other;
  const age = row.birthDate ? calculateAge(row.birthDate, now) : ADULT_AGE_YEARS;
  return {
    id: row.userId,
    alias: row.alias,
    aura: other.aura,
    age_band: other.bands.age,
    distance_band: other.bands.distance,
    is_demo: other.isDemo,
    photos_checked: other.photosChecked,
    stage,
    ...(photos && { photos }),
    ...(isFieldVisible('first_name', stage) && profileText.firstName !== null && { first_name: profileText.firstName }),
    ...(isFieldVisible('prompts', stage) && { prompts: profileText.prompts }),
    ...(isFieldVisible('interests', stage) && { interests: profileText.interests }),
    ...(isFieldVisible('work', stage) && { work: profileText.work }),
    ...(isFieldVisible('age', stage) && { age }),
    ...(isFieldVisible('place_name', stage) && profileText.placeName !== null && { place_name: profileText.placeName }),
    ...(isFieldVisible('intent', stage) && row.intent !== null && { intent: row.intent }),
  };
}

/** What a viewer is shown of another user's age when they are introduced. */
export function toShownAgeBand(viewer: ProfileRow | undefined, other: ProfileRow, now: Date): string {
  const age = other.birthDate ? calculateAge(other.birthDate, now) : ADULT_AGE_YEARS;
  const wanted = viewer?.wantsAgeMin == null || viewer.wantsAgeMax === null ? null : viewer;
  return toAgeBand(age, wanted && { min: wanted.wantsAgeMin ?? 0, max: wanted.wantsAgeMax ?? 0 });
}
