import { PHOTO_MAX_BYTES } from '@soulsight/contract/limits';
import * as contract from '@soulsight/contract/trust';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import { readUpload } from '../../core/http/upload.ts';
import type { PhotosService } from '../profile/photos/photos.service.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';
import type { TrustService } from './trust.service.ts';

type Services = {
  trust: TrustService;
  photos: Pick<PhotosService, 'listForModerator' | 'createSelfieLink'>;
  profile: Pick<ProfileFacts, 'getFirstNames'>;
  /** Moderators neither see nor decide what concerns themselves. */
  safety: { listConcerning(moderatorId: string): Promise<string[]> };
};

export function registerTrustRoutes(app: FastifyInstance, services: Services): void {
  const { trust } = services;
  route(app, contract.getTrustProfile, ({ caller }) => trust.getProfile(caller.userId));
  route(app, contract.postTrustVerify, ({ caller, body }) => trust.verify(caller.userId, body.kind));
  route(app, contract.postSelfieChallenge, ({ caller }) => trust.drawSelfiePose(caller.userId));
  route(app, contract.postSelfie, async ({ caller, params, request }) => {
    const { bytes } = await readUpload(request, 'photo', { maxBytes: PHOTO_MAX_BYTES, tooLarge: 'image_too_large' });
    await trust.submitSelfie(caller.userId, params.id, bytes);
    return trust.getProfile(caller.userId);
  });
  route(app, contract.deleteSelfie, async ({ caller }) => {
    await trust.withdrawSelfie(caller.userId);
    return trust.getProfile(caller.userId);
  });
  registerReview(app, services);
}

function registerReview(app: FastifyInstance, { trust, photos, profile, safety }: Services): void {
  route(app, contract.getSelfieChecks, async ({ caller }) => {
    const requests = await trust.listSelfieRequests(await safety.listConcerning(caller.userId));
    const names = await profile.getFirstNames(requests.map(({ user_id }) => user_id));
    const shown = requests.map(async (request) => ({
      ...request,
      name: names.get(request.user_id) ?? null,
      selfie_url: await photos.createSelfieLink(caller.userId, request.id),
      photos: await photos.listForModerator(caller.userId, request.user_id),
    }));
    return { checks: await Promise.all(shown) };
  });
  route(app, contract.postSelfieDecision, async ({ caller, params, body }) => {
    const decision = { moderatorId: caller.userId, photoIds: body.photo_ids, refusal: body.refusal };
    await trust.decideSelfie(params.id, decision, await safety.listConcerning(caller.userId));
    return { ok: true } as const;
  });
}
