import { OK } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import { PHOTO_MAX_BYTES, PHOTOS_MAX_UNVERIFIED } from '@soulsight/contract/limits';
import type { Preferences } from '@soulsight/contract/profile';
import * as contract from '@soulsight/contract/profile';
import type { FastifyInstance } from 'fastify';
import { beforeAnswer } from '../../core/http/before-answer.ts';
import { route } from '../../core/http/route.ts';
import { readUpload } from '../../core/http/upload.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { PhotosService } from './photos/photos.service.ts';
import { searchPlaces } from './places/places.ts';
import type { PrivacyService } from './privacy/privacy.service.ts';
import type { ProfileService } from './profile.service.ts';

type Services = {
  profile: ProfileService;
  photos: PhotosService;
  privacy: PrivacyService;
  pairs: Pick<PairFacts, 'stageBetween'>;
};

export function registerProfileRoutes(app: FastifyInstance, { profile, photos, privacy, pairs }: Services): void {
  beforeAnswer(app, async ({ caller }) => {
    if (caller) await profile.markActive(caller.userId);
  });
  route(app, contract.getMe, ({ caller }) => profile.me(caller.userId));
  route(app, contract.patchMe, ({ caller, body }) => profile.update(caller.userId, body));
  route(app, contract.getPublicProfile, async ({ caller, params }) => {
    const stage = params.id === caller.userId ? null : await pairs.stageBetween(caller.userId, params.id);
    if (stage === null) throw new AppError('not_found');
    return profile.getPublicProfile(caller.userId, params.id, stage);
  });
  route(app, contract.getPreferences, ({ caller }) => profile.getPreferences(caller.userId));
  route(app, contract.putPreferences, ({ caller, body }) =>
    profile.updatePreferences(caller.userId, body as Partial<Preferences>),
  );
  route(app, contract.getPlaces, ({ query }) => ({ places: searchPlaces(query.q) }));
  registerPhotos(app, photos);
  registerPrivacy(app, privacy);
}

function registerPhotos(app: FastifyInstance, photos: PhotosService): void {
  route(app, contract.postPhoto, async ({ caller, key, request }) => {
    const { bytes } = await readUpload(request, 'photo', { maxBytes: PHOTO_MAX_BYTES, tooLarge: 'image_too_large' });
    const known = key === null ? null : await photos.findUpload(caller.userId, key);
    if (known) return known;
    if (!caller.emailVerified && (await photos.listOwn(caller.userId)).length >= PHOTOS_MAX_UNVERIFIED)
      throw new AppError('email_not_verified', 'Please verify your email to add more photos.');
    return photos.add(caller.userId, bytes, key);
  });
  route(app, contract.deletePhoto, async ({ caller, params }) => {
    await photos.remove(caller.userId, params.id);
    return OK;
  });
  route(app, contract.putPhotoOrder, async ({ caller, body }) => ({
    photos: await photos.reorder(caller.userId, body.ids),
  }));
}

function registerPrivacy(app: FastifyInstance, privacy: PrivacyService): void {
  route(app, contract.getExport, async ({ caller, reply }) => {
    const archive = await privacy.createArchive(caller.userId);
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="soulsight-data.zip"')
      .header('cache-control', 'private, no-store')
      .send(Buffer.from(archive));
  });
  route(app, contract.postDeleteMe, async ({ caller, body, request }) => {
    await privacy.confirmOwner(caller, body.password, {
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
    });
    const erasedAt = await privacy.requestDeletion(caller.userId, body.reason ?? null);
    return { deletion_at: erasedAt.toISOString() };
  });
  route(app, contract.postRestoreMe, async ({ caller }) => {
    await privacy.restore(caller.userId);
    return OK;
  });
}
