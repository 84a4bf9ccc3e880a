import { PHOTO_MAX_PIXELS } from '@soulsight/contract/limits';
import type { PhotoVariant } from '@soulsight/contract/reveal-stages';
import sharp from 'sharp';
import { describeShapeProblem } from './photo.rules.ts';

type BlurredVariant = Exclude<PhotoVariant, 'original'>;

export type Pictures = Record<PhotoVariant, Uint8Array> & {
  width: number;
  height: number;
  fingerprint: string[];
};

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
    fingerprint: await calculateFingerprint(original.data),
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

const FINGERPRINT_ROWS = 16;
const ROWS_PER_PART = 2;
/** Smaller differences of brightness (0 to 255) are noise of the compression. */
const FINGERPRINT_MARGIN = 8;

/**
 * Whether each pixel of a tiny grey version is clearly brighter than its right neighbour, in 8 parts: copies of a photo that were
 * scaled or compressed again share most of them (difference hash).
 */
async function calculateFingerprint(original: Buffer): Promise<string[]> {
  const width = FINGERPRINT_ROWS + 1;
  const pixels = await sharp(original).greyscale().resize(width, FINGERPRINT_ROWS, { fit: 'fill' }).raw().toBuffer();
  const rows = Array.from({ length: FINGERPRINT_ROWS }, (_, y) =>
    Array.from({ length: FINGERPRINT_ROWS }, (_each, x) => {
      const at = y * width + x;
      return (pixels[at] ?? 0) > (pixels[at + 1] ?? 0) + FINGERPRINT_MARGIN ? '1' : '0';
    }).join(''),
  );
  const parts = FINGERPRINT_ROWS / ROWS_PER_PART;
  return Array.from({ length: parts }, (_, n) => rows.slice(n * ROWS_PER_PART, (n + 1) * ROWS_PER_PART).join(''));
}
