import { AppError, type ErrorCode } from '@soulsight/contract/errors';
import type { FastifyRequest } from 'fastify';

export interface Upload {
  /** As the client claims; never trust it. */
  filename: string;
  bytes: Buffer;
}

/**
 * Reads the one file of a multipart upload.
 * @throws AppError `tooLarge` above `maxBytes`; `bad_request` without a file of that name; `unsupported_media_type`
 */
export async function readUpload(
  request: FastifyRequest,
  field: string,
  limits: { maxBytes: number; tooLarge?: ErrorCode },
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type');
  try {
    const part = await request.file({ limits: { fileSize: limits.maxBytes, files: 1 } });
    if (part?.fieldname !== field) throw new AppError('bad_request', `Send one file as "${field}".`);
    return { filename: part.filename, bytes: await part.toBuffer() };
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new AppError(limits.tooLarge ?? 'payload_too_large', undefined, { cause: error });
    }
    if (error instanceof AppError) throw error;
    throw new AppError('bad_request', 'That upload could not be read.', { cause: error });
  }
}
