import { AppError } from '@soulsight/contract/errors';
import { PHOTO_MAX_BYTES } from '@soulsight/contract/limits';
import type { Pictures } from './decode-picture.ts';
import { hasImageSignature } from './photo.rules.ts';
import { createPictureProcesses } from './picture-processes.ts';

const PICTURES_AT_ONCE = 2;
const PICTURES_WAITING_MAX = 16;
const RETRY_AFTER_S = 10;

const processes = createPictureProcesses({
  max: PICTURES_AT_ONCE,
  memoryMaxMb: 320,
  cpuMaxMs: 20_000,
  pictureMaxMs: 120_000,
  idleMs: 30_000,
});

/**
 * Decodes an upload and re-encodes it without metadata (camera, location, thumbnails), with two blurred versions. At most two
 * uploads are decoded at a time, each in a process of its own with bounded memory and time; the others wait.
 * @throws image_too_large above the limit of bytes or pixels
 * @throws invalid_image when it is not a supported image, its shape is not that of a photo, or it needs too much memory or processor time
 * @throws rate_limited when too many uploads are waiting
 * @throws unavailable when no process can be started, or the machine is too busy to decode it within two minutes
 */
export async function makePictures(upload: Buffer): Promise<Pictures> {
  if (upload.length > PHOTO_MAX_BYTES) throw new AppError('image_too_large');
  if (!hasImageSignature(upload)) throw new AppError('invalid_image');
  if (processes.waiting() >= PICTURES_WAITING_MAX) {
    throw new AppError('rate_limited', 'Many photos are being processed right now. Please try again in a moment.', {
      retryAfterS: RETRY_AFTER_S,
    });
  }
  const answer = await processes.decode(upload).catch((cause: unknown) => {
    throw new AppError('unavailable', undefined, { cause });
  });
  if ('code' in answer) throw new AppError(answer.code, answer.message);
  return answer;
}
