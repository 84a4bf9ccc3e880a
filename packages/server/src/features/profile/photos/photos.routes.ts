import { AppError } from '@soulsight/contract/errors';
import { VIEWER_COOKIE, VIEWER_COOKIE_DAYS } from '@soulsight/contract/profile';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../../../core/core.ts';
import { beforeAnswer } from '../../../core/http/before-answer.ts';
import { bearerToken } from '../../../core/http/route.ts';
import { PHOTOS_PATH } from './photo-links.ts';
import type { PhotosService } from './photos.service.ts';

const OWNER = 'system:photo-viewer';
const COOKIE_AGE_S = VIEWER_COOKIE_DAYS * 86_400;
const RESPONSE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'same-origin',
  // Never executed as a document, whatever the bytes contain.
  'content-security-policy': "default-src 'none'; sandbox",
};

/**
 * Serves pictures. An `img` element sends no token, so every API response sets a cookie that identifies the viewer: a link works
 * only in the browser of the user it was created for, or with their token.
 */
export function registerPhotoRoutes(
  app: FastifyInstance,
  { db, vault, config }: Pick<Core, 'db' | 'vault' | 'config'>,
  photos: Pick<PhotosService, 'getPicture'>,
): void {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';

  beforeAnswer(app, async (request, reply) => {
    const userId = request.caller?.userId;
    if (userId === undefined || (await findViewer(request)) === userId) return;
    const value = (await vault.seal(db, OWNER, userId)).toString('base64url');
    reply.header(
      'set-cookie',
      `${VIEWER_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${COOKIE_AGE_S}${secure}`,
    );
  });

  async function findViewer(request: FastifyRequest): Promise<string | null> {
    const value = new RegExp(`(?:^|;\\s*)${VIEWER_COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
    if (value === undefined) return null;
    return vault.open(db, OWNER, Buffer.from(value, 'base64url')).catch(() => null);
  }

  app.get<{ Params: { token: string } }>(`${PHOTOS_PATH}/:token`, async (request, reply) => {
    const token = bearerToken(request);
    const viewer = token === null ? await findViewer(request) : (await app.api.authenticate(token)).userId;
    if (viewer === null) throw new AppError('not_found');
    const bytes = await photos.getPicture(request.params.token, viewer);
    return reply.headers(RESPONSE_HEADERS).type('image/jpeg').send(bytes);
  });
}
