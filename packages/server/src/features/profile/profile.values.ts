import { ITEMS } from '@soulsight/affinity/questionnaire';
import { ENOUGH_ANSWERS } from '@soulsight/contract/limits';
import type { Me, MeUpdate, Plan, Preferences, SearchFilters } from '@soulsight/contract/profile';
import { snapToGrid } from './places/place.rules.ts';
import type { ProfileText } from './profile.presenter.ts';
import type { OnboardingFacts } from './profile.rules.ts';
import type { ProfileRow } from './profile.store.ts';

interface QuestionCounts {
  answered: number;
  /** Answered or skipped. */
  seen: number;
}

export function toOnboardingFacts(row: ProfileRow, prompts: number, questions: QuestionCounts): OnboardingFacts {
  return {
    hasFirstName: row.firstName !== null,
    birthDate: row.birthDate,
    gender: row.gender,
    intent: row.intent,
    hasMatchPreferences: toMatchPreferences(row) !== null,
    hasPlace: row.lat !== null,
    prompts,
    questionsLeft: questions.answered >= ENOUGH_ANSWERS ? 0 : ITEMS.length - questions.seen,
    consentsToAnalysis: row.analysisConsentAt !== null,
  };
}

export function toMatchPreferences(row: ProfileRow): Me['wishes'] {
  if (!row.wantsGenders || !row.wantsIntents || row.wantsAgeMin === null || row.wantsAgeMax === null) return null;
  return {
    genders: row.wantsGenders,
    age_range: { min: row.wantsAgeMin, max: row.wantsAgeMax },
    max_distance_km: row.wantsDistanceKm,
    intents: row.wantsIntents,
  };
}

/** The filters that apply with a plan. */
export function toSearchFilters(row: ProfileRow, plan: Plan): SearchFilters {
  const isPremium = plan === 'premium';
  return {
    photos_checked: isPremium && row.wantsPhotosChecked,
    recently_active: isPremium && row.wantsRecentlyActive,
  };
}

export function toPlace({ lat, lon }: ProfileRow, { placeName }: Pick<ProfileText, 'placeName'>): Me['place'] {
  if (lat === null || lon === null || placeName === null) return null;
  return { name: placeName, lat, lon };
}

/** The unencrypted columns of an update; undefined if a part is not given. Places are snapped to the grid. */
export function toColumnValues({ birth_date, gender, intent, paused, timezone, wishes, filters, place }: MeUpdate) {
  return {
    birthDate: birth_date,
    gender,
    intent,
    paused,
    timezone,
    ...(wishes && {
      wantsGenders: [...new Set(wishes.genders)],
      wantsAgeMin: wishes.age_range.min,
      wantsAgeMax: wishes.age_range.max,
      wantsDistanceKm: wishes.max_distance_km,
      wantsIntents: [...new Set(wishes.intents)],
    }),
    ...(filters && {
      wantsPhotosChecked: filters.photos_checked,
      wantsRecentlyActive: filters.recently_active,
    }),
    ...(place && snapToGrid(place)),
  };
}

const DEFAULT_PREFERENCES: Preferences = {
  read_receipts: true,
  show_online: true,
  ai_processing: false,
  open_likes: false,
  undo_hint_seen: false,
};

/** Stored preferences may lack newer keys and hold retired ones. */
export function toPreferences(row: ProfileRow | undefined): Preferences {
  const { read_receipts, show_online, ai_processing, open_likes, undo_hint_seen } = {
    ...DEFAULT_PREFERENCES,
    ...(row?.preferences as Partial<Preferences> | undefined),
  };
  return { read_receipts, show_online, ai_processing, open_likes, undo_hint_seen };
}
