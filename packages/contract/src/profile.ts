import { z } from 'zod';
import { auraSchema } from './aura.ts';
import { endpoint, idParamsSchema, instantSchema, okSchema, percentSchema, uuidSchema } from './endpoint.ts';
import {
  ADULT_AGE_YEARS,
  FIRST_NAME_MAX_CHARS,
  INTERESTS_MAX,
  OLDEST_AGE_YEARS,
  PASSWORD_MAX_BYTES,
  PHOTOS_MAX,
  PROMPT_ANSWER_MAX_CHARS,
  PROMPTS_PER_PROFILE,
  WANTED_AGES_MIN,
  WANTED_INTENTS_MIN,
  WORK_MAX_CHARS,
} from './limits.ts';
import { stageNumberSchema } from './stage-number.ts';

export const GENDERS = ['woman', 'man', 'nonbinary'] as const;
export const INTENTS = ['long_term', 'open_to_long_term', 'figuring_out', 'friendship'] as const;
export type Gender = (typeof GENDERS)[number];
export type Intent = (typeof INTENTS)[number];

/** The prompts to choose from, by key. */
export const PROMPTS = {
  sunday: 'My ideal Sunday',
  proud: 'Something I am quietly proud of',
  changed_mind: 'The last thing I changed my mind about',
  comfort: 'What comforts me after a hard day',
  learn: 'I would love to learn',
  laugh: 'I laugh out loud when',
  care: 'How I show that I care',
  small_joy: 'A small joy I never skip',
  younger_self: 'What I would tell my younger self',
  talk_hours: 'I could talk for hours about',
  home: 'Home, to me, is',
  brave: 'The bravest thing I have done',
} as const;
export type PromptKey = keyof typeof PROMPTS;
export const PROMPT_KEYS = Object.keys(PROMPTS) as [PromptKey, ...PromptKey[]];

export const promptAnswerSchema = z.strictObject({
  key: z.enum(PROMPT_KEYS),
  answer: z.string().trim().min(1).max(PROMPT_ANSWER_MAX_CHARS),
});

/** Where a user lives, rounded to about 10 km. */
export const placeSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
});
export type Place = z.infer<typeof placeSchema>;

const ageRangeSchema = z
  .strictObject({
    min: z.number().int().min(ADULT_AGE_YEARS).max(OLDEST_AGE_YEARS),
    max: z.number().int().min(ADULT_AGE_YEARS).max(OLDEST_AGE_YEARS),
  })
  .refine((r) => r.min <= r.max, { error: 'The youngest age must not be above the oldest.', path: ['max'] });
const newAgeRangeSchema = ageRangeSchema.refine((r) => r.max - r.min >= WANTED_AGES_MIN - 1, {
  error: `Choose a range of at least ${WANTED_AGES_MIN} years, so that nobody's exact age can be found out.`,
  path: ['max'],
});

/** The steps of onboarding, in order. A user may leave at any step and resume later. */
export const ONBOARDING_STEPS = ['basics', 'wishes', 'place', 'prompts', 'questions', 'photos'] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** Whom a user wants to meet. */
export const matchPreferencesSchema = z.strictObject({
  genders: z.array(z.enum(GENDERS)).min(1).max(GENDERS.length),
  age_range: ageRangeSchema,
  /** Kilometres; null for anywhere. */
  max_distance_km: z.number().int().min(10).max(20_000).nullable(),
  intents: z.array(z.enum(INTENTS)).min(1).max(INTENTS.length),
});
/** What a user may choose: wide enough to tell neither the exact age nor the intent of everyone whom they meet. */
const newMatchPreferencesSchema = matchPreferencesSchema.extend({
  age_range: newAgeRangeSchema,
  intents: matchPreferencesSchema.shape.intents.refine((chosen) => new Set(chosen).size >= WANTED_INTENTS_MIN, {
    error: 'Choose at least two. What somebody is looking for stays private until you are both revealed.',
  }),
});
export type MatchPreferences = z.infer<typeof matchPreferencesSchema>;

/**
 * Premium's additions to the preferences. They narrow whom the user is introduced to and hide the user from nobody, and speak only of
 * what everybody sees from the start, or of a whole week.
 */
export const searchFiltersSchema = z.strictObject({
  /** Only people whose photos a moderator compared with a selfie. */
  photos_checked: z.boolean(),
  /** Only people who were here in the last week. Somebody who hides being online always counts as one of them. */
  recently_active: z.boolean(),
});
export type SearchFilters = z.infer<typeof searchFiltersSchema>;

/** A calendar day, YYYY-MM-DD. */
export const daySchema = z.iso.date();

export const planSchema = z.enum(['free', 'premium']);
export type Plan = z.infer<typeof planSchema>;

/** The only cookie: it identifies the viewer of a picture, because picture requests carry no token. */
export const VIEWER_COOKIE = 'soulsight_viewer';
export const VIEWER_COOKIE_DAYS = 30;

export const photoSchema = z.strictObject({
  id: uuidSchema,
  /** A signed link that expires within 60 seconds and works only for this viewer. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  position: z.number().int(),
});
export type Photo = z.infer<typeof photoSchema>;

/** Somebody else's photo. The size of the original would identify a picture that is still blurred. */
export const seenPhotoSchema = photoSchema.omit({ width: true, height: true });
export type SeenPhoto = z.infer<typeof seenPhotoSchema>;

/** The signed-in user. */
export const meSchema = z.strictObject({
  id: uuidSchema,
  email: z.string(),
  firstName: z.string().nullable(),
  name: z.string().nullable(),
  isVerified: z.boolean(),
  trust_score: percentSchema,
  /** True until there is evidence for the trust score. */
  trust_is_new: z.boolean(),
  subscription: z.strictObject({ plan: planSchema }),
  /** While the last renewal has failed: when Premium ends unless it is paid. */
  payment_due_until: instantSchema.nullable(),
  is_moderator: z.boolean(),
  is_operator: z.boolean(),
  is_demo: z.boolean(),
  birth_date: daySchema.nullable(),
  gender: z.enum(GENDERS).nullable(),
  wishes: matchPreferencesSchema.nullable(),
  /** As they apply now: all off without premium. */
  filters: searchFiltersSchema,
  place: placeSchema.nullable(),
  intent: z.enum(INTENTS).nullable(),
  work: z.string().nullable(),
  interests: z.array(z.string()),
  prompts: z.array(promptAnswerSchema),
  photos: z.array(photoSchema),
  aura: auraSchema,
  paused: z.boolean(),
  consents: z.strictObject({
    terms_version: z.string().nullable(),
    behavioural_analysis: z.boolean(),
  }),
  onboarding: z.strictObject({
    /** The missing steps, in order; photos are optional and never listed. */
    missing: z.array(z.enum(ONBOARDING_STEPS)),
    /** True if at most the questionnaire is missing, which may be done later. */
    complete: z.boolean(),
    /** Questions answered or skipped, and how many there are. Nodes of the version before leave it out. */
    questions: z.strictObject({ seen: z.number().int().min(0), all: z.number().int().min(0) }).optional(),
  }),
  created_at: instantSchema,
  /** When the account will be erased; null if it is not scheduled. */
  deletion_at: instantSchema.nullable(),
  /** A moderator has suspended or banned the account: no matching and no writing for now. */
  is_locked: z.boolean(),
});
export type Me = z.infer<typeof meSchema>;

const interestsSchema = z.array(z.string().trim().min(1).max(30)).max(INTERESTS_MAX);

/** Every part may be sent alone, so that onboarding saves each step. */
export const meUpdateSchema = z.strictObject({
  first_name: z.string().trim().min(1).max(FIRST_NAME_MAX_CHARS).optional(),
  birth_date: daySchema.optional(),
  gender: z.enum(GENDERS).optional(),
  wishes: newMatchPreferencesSchema.optional(),
  /** Turning one on needs premium. */
  filters: searchFiltersSchema.optional(),
  place: placeSchema.optional(),
  intent: z.enum(INTENTS).optional(),
  work: z.string().trim().max(WORK_MAX_CHARS).nullable().optional(),
  interests: interestsSchema.optional(),
  prompts: z
    .array(promptAnswerSchema)
    .max(PROMPTS_PER_PROFILE)
    .refine((p) => new Set(p.map((x) => x.key)).size === p.length, 'Choose different prompts.')
    .optional(),
  paused: z.boolean().optional(),
  /** IANA time zone, for local midnight and quiet hours. */
  timezone: z.string().max(60).optional(),
  consents: z
    .strictObject({ terms_version: z.string().max(20).optional(), behavioural_analysis: z.boolean().optional() })
    .optional(),
});
export type MeUpdate = z.infer<typeof meUpdateSchema>;

/** How far away someone is, never finer than this. */
export const DISTANCE_BANDS = ['very_near', 'same_area', 'within_100_km', 'farther'] as const;
export type DistanceBand = (typeof DISTANCE_BANDS)[number];
const distanceBandSchema = z.enum(DISTANCE_BANDS);
/** Someone's age as a band, such as "28-32". */
export const ageBandSchema = z.string().regex(/^\d{2}-\d{2}$/);

/**
 * Another user as the caller may see them now. A field that the reveal stage hides (`REVEAL_STAGES`) is absent, not null or
 * empty.
 */
export const publicProfileSchema = z.strictObject({
  id: uuidSchema,
  alias: z.string(),
  aura: auraSchema,
  age_band: ageBandSchema,
  distance_band: distanceBandSchema.nullable(),
  intent: z.enum(INTENTS).optional(),
  is_demo: z.boolean(),
  /** A moderator compared their photos with a selfie. */
  photos_checked: z.boolean(),
  stage: stageNumberSchema,
  first_name: z.string().optional(),
  prompts: z.array(promptAnswerSchema).optional(),
  interests: z.array(z.string()).optional(),
  work: z.string().nullable().optional(),
  photos: z.array(seenPhotoSchema).max(PHOTOS_MAX).optional(),
  age: z.number().int().optional(),
  place_name: z.string().optional(),
});
export type PublicProfile = z.infer<typeof publicProfileSchema>;

export const preferencesSchema = z.strictObject({
  read_receipts: z.boolean(),
  show_online: z.boolean(),
  /** Whether recent messages, for the wingman, and the answers of the own profile, for the analysis, may be sent to the language model. */
  ai_processing: z.boolean(),
  /** Whether the people whom the user likes are let know at once, as far as the day's number allows. */
  open_likes: z.boolean(),
  /** The user was told what premium adds to taking back a pass. */
  undo_hint_seen: z.boolean(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const getMe = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  access: 'signed_in',
  whileLeaving: true,
  response: meSchema,
});
export const patchMe = endpoint({
  method: 'PATCH',
  path: '/api/user',
  summary: 'Change your profile; every part may be sent alone',
  access: 'signed_in',
  body: meUpdateSchema,
  response: meSchema,
  errors: ['premium_required'],
});
export const getPublicProfile = endpoint({
  method: 'GET',
  path: '/api/user/:id',
  summary: 'Someone you are paired with, as far as the reveal shows them to you',
  access: 'verified',
  params: idParamsSchema,
  response: publicProfileSchema,
  errors: ['not_found'],
});
export const postPhoto = endpoint({
  method: 'POST',
  path: '/api/user/photos',
  summary: 'Upload a photo (multipart, field "photo"; JPG, PNG, WebP or GIF)',
  access: 'signed_in',
  upload: true,
  createsOnce: true,
  response: photoSchema,
  errors: ['image_too_large', 'invalid_image', 'conflict', 'email_not_verified', 'unavailable'],
  callsPerMinute: 20,
});
export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/api/user/photos/:id',
  summary: 'Delete one of your photos',
  access: 'signed_in',
  params: idParamsSchema,
  response: okSchema,
  errors: ['not_found'],
});
export const putPhotoOrder = endpoint({
  method: 'PUT',
  path: '/api/user/photos',
  summary: 'Put your photos in order; the first is the main one',
  access: 'signed_in',
  body: z.strictObject({ ids: z.array(uuidSchema).min(1).max(PHOTOS_MAX) }),
  response: z.strictObject({ photos: z.array(photoSchema) }),
  errors: ['not_found'],
});
export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/user/preferences',
  summary: 'Your preferences',
  access: 'signed_in',
  response: preferencesSchema,
});
export const putPreferences = endpoint({
  method: 'PUT',
  path: '/api/user/preferences',
  summary: 'Change preferences',
  access: 'signed_in',
  body: preferencesSchema.partial(),
  response: preferencesSchema,
});
export const getExport = endpoint({
  method: 'GET',
  path: '/api/user/export',
  summary: 'One archive (zip) of everything stored about you',
  access: 'signed_in',
  response: z.any(),
  callsPerMinute: 3,
});
export const postDeleteMe = endpoint({
  method: 'POST',
  path: '/api/user/delete',
  summary: 'Delete your account: locked at once, erased after 30 days',
  access: 'signed_in',
  body: z.strictObject({
    /** The word DELETE, against accidental deletion. */
    confirm: z.literal('DELETE'),
    /** Not needed without a password, or shortly after a sign-in or second step. */
    password: z.string().max(PASSWORD_MAX_BYTES).optional(),
    reason: z.string().max(500).optional(),
  }),
  response: z.strictObject({ deletion_at: instantSchema }),
  callsPerMinute: 10,
});
export const postRestoreMe = endpoint({
  method: 'POST',
  path: '/api/user/restore',
  summary: 'Come back before the account is erased',
  access: 'signed_in',
  whileLeaving: true,
  response: okSchema,
  errors: ['conflict'],
});
export const getPlaces = endpoint({
  method: 'GET',
  path: '/api/places',
  summary: 'Towns by the beginning of their name, for choosing where you live',
  access: 'signed_in',
  query: z.strictObject({ q: z.string().trim().min(1).max(60) }),
  response: z.strictObject({ places: z.array(placeSchema) }),
});

/** The endpoints of this file, by name. */
export const profileEndpoints = {
  getMe,
  patchMe,
  getPublicProfile,
  postPhoto,
  deletePhoto,
  putPhotoOrder,
  getPreferences,
  putPreferences,
  getExport,
  postDeleteMe,
  postRestoreMe,
  getPlaces,
};
