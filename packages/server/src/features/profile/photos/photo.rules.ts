/** Which picture of a photo: the whole one, or one of the two that are blurred on the server. */
export type PhotoVariant = 'original' | 'glimpse' | 'silhouette';
export const PHOTO_VARIANTS: readonly PhotoVariant[] = ['original', 'glimpse', 'silhouette'];

const STAGE_NEEDED: Record<PhotoVariant, number> = { silhouette: 2, glimpse: 3, original: 4 };

/** The picture that a reveal stage shows, and whether of the main photo alone; null where it shows none. */
export function variantForStage(stage: number): { variant: PhotoVariant; mainOnly: boolean } | null {
  if (stage >= STAGE_NEEDED.original) return { variant: 'original', mainOnly: false };
  if (stage >= STAGE_NEEDED.glimpse) return { variant: 'glimpse', mainOnly: true };
  return stage >= STAGE_NEEDED.silhouette ? { variant: 'silhouette', mainOnly: true } : null;
}

/** Whether someone at this stage may look at this picture. */
export function isVariantVisible(variant: PhotoVariant, stage: number | null): boolean {
  return stage !== null && stage >= STAGE_NEEDED[variant];
}

/** Kinds of picture that are taken, by the bytes that they begin with; anything else is not even decoded. */
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (b) => b.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)),
  (b) => b.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (b) => b.subarray(0, 4).toString('latin1') === 'GIF8',
  (b) => b.subarray(0, 4).toString('latin1') === 'RIFF' && b.subarray(8, 12).toString('latin1') === 'WEBP',
];

/** Whether the bytes begin as a JPEG, PNG, GIF or WebP does. */
export function hasImageSignature(bytes: Buffer): boolean {
  return SIGNATURES.some((matches) => matches(bytes));
}
