import { AppError } from '@soulsight/contract/errors';
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from '@soulsight/contract/limits';
import type { PhotoVariant } from '@soulsight/contract/reveal-stages';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { describeShapeProblem, hasImageSignature } from './photo.rules.ts';

type BlurredVariant = Exclude<PhotoVariant, 'original'>;

const SIDE_MAX_PX = 1_600;
const BLURRED_SIDE_PX = 480;
/**
 * Longest side to which a picture is shrunk before it is enlarged and blurred: the lost detail cannot be recovered. Both sides
 * are bounded, so that the shape of a picture changes neither how much detail is left nor how large the result is.
 */
const SHRUNK_SIDE_PX: Record<BlurredVariant, number> = { glimpse: 40, silhouette: 10 };
const BLUR_SIGMA: Record<BlurredVariant, number> = { glimpse: 8, silhouette: 26 };
const QUALITY = 82;
const DECODE_TIMEOUT_S = 20;
/** Decoding may need hundreds of megabytes, and a thread of the pool that files and password hashes use too. */
const PICTURES_AT_ONCE = 2;
const PICTURES_WAITING_MAX = 16;
const RETRY_AFTER_S = 10;

export type Pictures = Record<PhotoVariant, Buffer> & { width: number; height: number };

// Each call of sharp uses one thread outside the event loop. No two uploads are alike, so caching only costs memory.
sharp.concurrency(1);
sharp.cache(false);

const limit = pLimit.default(PICTURES_AT_ONCE);

/**
 * Decodes an upload and re-encodes it without metadata (camera, location, thumbnails), with two blurred versions. At most two
 * uploads are decoded at a time; the others wait.
 * @throws image_too_large above the limit of bytes or pixels
 * @throws invalid_image when it is not a supported image, or its shape is not that of a photo
 * @throws rate_limited when too many uploads are waiting
 */
export async function makePictures(upload: Buffer): Promise<Pictures> {
  if (upload.length > PHOTO_MAX_BYTES) throw new AppError('image_too_large');
  if (!hasImageSignature(upload)) throw new AppError('invalid_image');
  if (limit.pendingCount >= PICTURES_WAITING_MAX) {
    throw new AppError('rate_limited', 'Many photos are being processed right now. Please try again in a moment.', {
      retryAfterS: RETRY_AFTER_S,
    });
  }
  return limit(() => decode(upload));
}

async function decode(upload: Buffer): Promise<Pictures> {
  // Reads only the header.
  const { width = 0, height = 0 } = await orInvalidImage(() => sharp(upload, { limitInputPixels: false }).metadata());
  assertSize(width, height);
  return orInvalidImage(async () => {
    const original = await sharp(upload, { limitInputPixels: PHOTO_MAX_PIXELS, pages: 1 })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(SIDE_MAX_PX, SIDE_MAX_PX, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
    return {
      original: original.data,
      glimpse: await blur(original.data, 'glimpse'),
      silhouette: await blur(original.data, 'silhouette'),
      width: original.info.width,
      height: original.info.height,
    };
  });
}

function assertSize(width: number, height: number): void {
  if (width * height > PHOTO_MAX_PIXELS) throw new AppError('image_too_large', 'This image has too many pixels.');
  const problem = describeShapeProblem(width, height);
  if (problem !== null) throw new AppError('invalid_image', problem);
}

/** Shrinks first, so that no sharpening can recover the detail; the blur only smooths the result. */
async function blur(original: Buffer, kind: BlurredVariant): Promise<Buffer> {
  const side = SHRUNK_SIDE_PX[kind];
  const small = await sharp(original).resize(side, side, { fit: 'inside' }).png().toBuffer();
  return sharp(small)
    .resize(BLURRED_SIDE_PX, BLURRED_SIDE_PX, { fit: 'inside', kernel: 'cubic' })
    .blur(BLUR_SIGMA[kind])
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

async function orInvalidImage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('invalid_image', undefined, { cause });
  }
}
