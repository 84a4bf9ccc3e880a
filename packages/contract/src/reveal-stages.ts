/** The pictures stored of each photo: the original, and two versions that the server blurs. */
export const PHOTO_VARIANTS = ['original', 'glimpse', 'silhouette'] as const;
export type PhotoVariant = (typeof PHOTO_VARIANTS)[number];

/** The fields of a public profile that a stage opens. Alias, aura and bands are visible from the start. */
type StageField = 'first_name' | 'prompts' | 'interests' | 'work' | 'age' | 'place_name' | 'intent';

interface RevealStageFacts {
  id: string;
  /** The pair's trust level, in percent, that asking for the stage needs. */
  minTrust: number;
  /** The days of conversation that it needs, however much is written: days on which both users wrote something of substance. */
  minDays: number;
  /** The picture that the stage shows; null for none. A user needs a photo of their own to ask for a stage with a picture. */
  photo: PhotoVariant | null;
  /** Whether it shows all photos, or the main one only. */
  allPhotos: boolean;
  /** The fields that it opens in addition to those of earlier stages. */
  opens: readonly StageField[];
}

/**
 * The stages of a reveal, in order. A stage's number is its index. Everything that differs between stages follows from this
 * table; docs/how-to.md lists what a new stage needs besides its row here.
 */
export const REVEAL_STAGES = [
  { id: 'aura', minTrust: 0, minDays: 0, photo: null, allPhotos: false, opens: [] },
  { id: 'voice', minTrust: 20, minDays: 0, photo: null, allPhotos: false, opens: ['first_name', 'prompts'] },
  { id: 'silhouette', minTrust: 35, minDays: 1, photo: 'silhouette', allPhotos: false, opens: [] },
  { id: 'glimpse', minTrust: 48, minDays: 2, photo: 'glimpse', allPhotos: false, opens: ['interests', 'work'] },
  {
    id: 'revealed',
    minTrust: 60,
    minDays: 3,
    photo: 'original',
    allPhotos: true,
    opens: ['age', 'place_name', 'intent'],
  },
] as const satisfies readonly RevealStageFacts[];

export type RevealStage = (typeof REVEAL_STAGES)[number]['id'];
export const REVEAL_STAGE_IDS = REVEAL_STAGES.map(({ id }) => id) as [RevealStage, ...RevealStage[]];
export const LAST_REVEAL_STAGE = REVEAL_STAGES.length - 1;

/** The facts of a stage by its number; a number outside the table counts as the nearest stage. */
export function revealStage(stage: number): RevealStageFacts & { id: RevealStage } {
  const index = Math.min(LAST_REVEAL_STAGE, Math.max(0, Math.trunc(stage)));
  return REVEAL_STAGES[index] ?? REVEAL_STAGES[0];
}

/** Whether a field of the other's profile is visible at a stage. */
export function isFieldVisible(field: StageField, stage: number): boolean {
  return openStages(stage).some(({ opens }) => opens.includes(field));
}

/** Whether a picture is visible at a stage: that of the stage itself or of one before it. */
export function isVariantVisible(variant: PhotoVariant, stage: number): boolean {
  return openStages(stage).some(({ photo }) => photo === variant);
}

function openStages(stage: number): readonly RevealStageFacts[] {
  return REVEAL_STAGES.slice(0, stage + 1);
}
