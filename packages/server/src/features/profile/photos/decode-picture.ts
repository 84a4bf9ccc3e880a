import { PHOTO_MAX_PIXELS } from '@soulsight/contract/limits';
import type { PhotoVariant } from '@soulsight/contract/reveal-stages';
import sharp from 'sharp';
import { describeShapeProblem } from './photo.rules.ts';

type BlurredVariant = Exclude<PhotoVariant, 'original'>;

export type Pictures = Record<PhotoVariant, Uint8Array> & { width: number; height: number };

/** Why a picture is refused: an error of the contract and, if there is one, a sentence for the user. */
export interface PictureRefusal {
  code: 'image_too_large' | 'invalid_image';
  message?: string;
}

const SIDE_MAX_PX = 1_600;
const BLURRED_SIDE_PX = 480;
/**
 * Longest side to which a picture is shrunk before it is enlarged and blurred: the lost detail cannot be recovered. Both sides
 * are bounded, so that the shape of a picture changes neither how much detail is left nor how large the result is.
 */
const SHRUNK_SIDE_PX: Record<BlurredVariant, number> = { glimpse: 40, silhouette: 10 };
const BLUR_SIGMA: Record<BlurredVariant, number> = { glimpse: 8, silhouette: 26 };
const QUALITY = 82;

// Each call of sharp uses one thread outside the event loop. No two uploads are alike, so caching only costs memory.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Decodes an upload and re-encodes it without metadata (camera, location, thumbnails), with two blurred versions. It needs up to
 * hundreds of megabytes and bounds no time: call it in a process of its own.
 */
export async function decodePicture(upload: Uint8Array): Promise<Pictures | PictureRefusal> {
  try {
    // Reads only the header.
    const { width = 0, height = 0 } = await sharp(upload, { limitInputPixels: false }).metadata();
    if (width * height > PHOTO_MAX_PIXELS) {
      return { code: 'image_too_large', message: 'This image has too many pixels.' };
    }
    const problem = describeShapeProblem(width, height);
    if (problem !== null) return { code: 'invalid_image', message: problem };
    return await encode(upload);
  } catch {
    return { code: 'invalid_image' };
  }
}

async function encode(upload: Uint8Array): Promise<Pictures> {
  const original = await sharp(upload, { limitInputPixels: PHOTO_MAX_PIXELS, pages: 1 })
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
