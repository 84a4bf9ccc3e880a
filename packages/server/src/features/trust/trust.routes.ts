import { getPhotoRequests, getTrustProfile, postPhotoDecision, postTrustVerify } from '@soulsight/contract/trust';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { PhotosService } from '../profile/photos/photos.service.ts';
import type { TrustService } from './trust.service.ts';

type Services = {
  trust: TrustService;
  photos: Pick<PhotosService, 'createModeratorLink'>;
  /** Moderators neither see nor decide what concerns themselves. */
  safety: { listOwnAccounts(moderatorId: string): Promise<string[]> };
};

export function registerTrustRoutes(app: FastifyInstance, { trust, photos, safety }: Services): void {
  route(app, getTrustProfile, ({ caller }) => trust.getProfile(caller.userId));
  route(app, postTrustVerify, ({ caller, body }) => trust.verify(caller.userId, body.kind));
  route(app, getPhotoRequests, async ({ caller }) => {
    const requests = await trust.getPhotoQueue(await safety.listOwnAccounts(caller.userId));
    const shown = requests.map(async (request) => ({
      ...request,
      url: await photos.createModeratorLink(caller.userId, request.photo_id),
    }));
    return { photos: await Promise.all(shown) };
  });
  route(app, postPhotoDecision, async ({ caller, params, body }) => {
    await trust.decidePhoto(params.id, body.verified, await safety.listOwnAccounts(caller.userId));
    return { ok: true } as const;
  });
}
