import { AppError } from '@soulsight/contract/errors';
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from '@soulsight/contract/limits';
import type { PhotoVariant } from '@soulsight/contract/reveal-stages';
import sharp, { type Sharp } from 'sharp';
import { hasImageSignature } from './photo.rules.ts';

type BlurredVariant = Exclude<PhotoVariant, 'original'>;

const SIDE_MAX_PX = 1_600;
const BLURRED_SIDE_PX = 480;
/** Width to which a picture is shrunk before it is enlarged and blurred: the lost detail cannot be recovered. */
const SHRUNK_WIDTH_PX: Record<BlurredVariant, number> = { glimpse: 40, silhouette: 10 };
const BLUR_SIGMA: Record<BlurredVariant, number> = { glimpse: 8, silhouette: 26 };
const QUALITY = 82;
const SMALLEST_SIDE_PX = 100;
const DECODE_TIMEOUT_S = 20;

export type Pictures = Record<PhotoVariant, Buffer> & { width: number; height: number };

/**
 * Decodes an upload and re-encodes it without metadata (camera, location, thumbnails), with two blurred versions.
 * @throws image_too_large above the limit of bytes or pixels
 * @throws invalid_image when it is not a supported image
 */
export async function makePictures(upload: Buffer): Promise<Pictures> {
  if (upload.length > PHOTO_MAX_BYTES) throw new AppError('image_too_large');
  if (!hasImageSignature(upload)) throw new AppError('invalid_image');
  const { width = 0, height = 0 } = await orInvalidImage(() => sharp(upload, { limitInputPixels: false }).metadata());
  if (width * height > PHOTO_MAX_PIXELS) throw new AppError('image_too_large', 'This image has too many pixels.');
  if (Math.min(width, height) < SMALLEST_SIDE_PX)
    throw new AppError(
      'invalid_image',
      `Please choose a picture that is at least ${SMALLEST_SIDE_PX} pixels wide and high.`,
    );
  const original = await orInvalidImage(() =>
    sharp(upload, { limitInputPixels: PHOTO_MAX_PIXELS, pages: 1 })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(SIDE_MAX_PX, SIDE_MAX_PX, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer({ resolveWithObject: true }),
  );
  const [glimpse, silhouette] = await Promise.all([blur(original.data, 'glimpse'), blur(original.data, 'silhouette')]);
  return {
    original: original.data,
    glimpse,
    silhouette,
    width: original.info.width,
    height: original.info.height,
  };
}

/** Shrinks first, so that no sharpening can recover the detail; the blur only smooths the result. */
async function blur(original: Buffer, kind: BlurredVariant): Promise<Buffer> {
  const small = await sharp(original).resize({ width: SHRUNK_WIDTH_PX[kind] }).png().toBuffer();
  const large: Sharp = sharp(small).resize({ width: BLURRED_SIDE_PX, kernel: 'cubic' }).blur(BLUR_SIGMA[kind]);
  return large.jpeg({ quality: QUALITY }).toBuffer();
}

async function orInvalidImage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('invalid_image', undefined, { cause });
  }
}
