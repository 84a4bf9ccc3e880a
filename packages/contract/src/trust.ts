import { z } from 'zod';
import { endpoint, idParamsSchema, instantSchema, okSchema, percentSchema, uuidSchema } from './endpoint.ts';
import { PHOTOS_MAX } from './limits.ts';
import { photoSchema } from './profile.ts';
import { reportBodySchema, reportReceiptSchema } from './safety.ts';

/** What a selfie has to show; drawn by the server, so that a picture from elsewhere does not fit. */
export const SELFIE_POSES = [
  'thumb_up',
  'three_fingers',
  'open_hand_beside_face',
  'hand_on_head',
  'touch_nose',
  'touch_left_ear',
  'touch_right_ear',
  'hand_on_chin',
  'look_left',
  'look_up',
  'eyes_closed',
  'cover_one_eye',
] as const;
export type SelfiePose = (typeof SELFIE_POSES)[number];
/** Why a moderator did not accept a selfie. */
export const SELFIE_REFUSALS = ['other_person', 'pose_missing', 'face_unclear', 'photos_unclear', 'not_live'] as const;
export type SelfieRefusal = (typeof SELFIE_REFUSALS)[number];
/** The sentence that the owner of the selfie reads. */
export const SELFIE_REFUSAL_TEXTS: Record<SelfieRefusal, string> = {
  other_person: 'The person in the selfie does not look like the one in your photos.',
  pose_missing: 'The selfie does not show the pose that we asked for.',
  face_unclear: 'Your face is hard to see on the selfie. Daylight from the front helps.',
  photos_unclear: 'Your face is hard to see on your profile photos. Add one that shows it.',
  not_live: 'The selfie seems to be edited, or a picture of a picture.',
};

/** The check of the profile photos against a selfie, while it is not passed. */
const selfieSchema = z.strictObject({
  status: z.enum(['none', 'waiting', 'refused']),
  refusal: z.enum(SELFIE_REFUSALS).nullable(),
});

export const trustProfileSchema = z.strictObject({
  trust_score: percentSchema,
  /** True until there is evidence; shown as "new". */
  is_new: z.boolean(),
  /** `photo`: a moderator compared the photos with a selfie. */
  verifications: z.strictObject({ email: z.boolean(), phone: z.boolean(), photo: z.boolean() }),
  selfie: selfieSchema,
  /** Every change, newest first, with its reason. */
  changes: z.array(z.strictObject({ at: instantSchema, points: z.number(), reason: z.string() })),
});
export type TrustProfile = z.infer<typeof trustProfileSchema>;

export const getTrustProfile = endpoint({
  method: 'GET',
  path: '/api/trust/profile',
  summary: 'Your trust score and the reasons for it',
  access: 'signed_in',
  response: trustProfileSchema,
});
export const postTrustReport = endpoint({
  method: 'POST',
  path: '/api/trust/report',
  summary: 'Report someone, the id in the body',
  access: 'signed_in',
  body: reportBodySchema.extend({ user_id: uuidSchema }),
  createsOnce: true,
  response: reportReceiptSchema,
  errors: ['not_found', 'conflict'],
  callsPerMinute: 10,
});
/** `photo` says how far the selfie check is; `phone` needs a code sent by text message. */
export const postTrustVerify = endpoint({
  method: 'POST',
  path: '/api/trust/verify',
  summary: 'Update your verifications: email and phone from the auth service, photo by the selfie check',
  access: 'signed_in',
  body: z.strictObject({ kind: z.enum(['email', 'phone', 'photo']) }),
  response: z.strictObject({
    status: z.enum(['verified', 'requested', 'needs_action']),
    detail: z.string(),
    profile: trustProfileSchema,
  }),
});
/** Until it expires, the same pose is answered again: nobody draws until they get the one of a picture that they have. */
export const postSelfieChallenge = endpoint({
  method: 'POST',
  path: '/api/trust/selfie',
  summary: 'Draw the pose for your selfie check',
  access: 'verified',
  response: z.strictObject({ id: uuidSchema, pose: z.enum(SELFIE_POSES), expires_at: instantSchema }),
  errors: ['conflict'],
  callsPerMinute: 20,
});
export const postSelfie = endpoint({
  method: 'POST',
  path: '/api/trust/selfie/:id',
  summary:
    'Upload the selfie for a pose, once (id of the challenge; multipart, field "photo"); a moderator compares it',
  access: 'verified',
  upload: true,
  params: idParamsSchema,
  response: trustProfileSchema,
  errors: ['image_too_large', 'invalid_image', 'not_found', 'conflict', 'unavailable'],
  callsPerMinute: 10,
});
export const deleteSelfie = endpoint({
  method: 'DELETE',
  path: '/api/trust/selfie',
  summary: 'Delete your selfie before a moderator has decided',
  access: 'signed_in',
  response: trustProfileSchema,
});
/** The longest waiting first. */
export const getSelfieChecks = endpoint({
  method: 'GET',
  path: '/api/moderation/selfies',
  summary: 'Selfies to be compared with the profile photos, without your own',
  access: 'moderator',
  response: z.strictObject({
    checks: z.array(
      z.strictObject({
        id: uuidSchema,
        user_id: uuidSchema,
        name: z.string().nullable(),
        pose: z.enum(SELFIE_POSES),
        at: instantSchema,
        selfie_url: z.string(),
        photos: z.array(photoSchema),
      }),
    ),
  }),
});
export type SelfieCheck = z.infer<typeof getSelfieChecks.response>['checks'][number];
export const postSelfieDecision = endpoint({
  method: 'POST',
  path: '/api/moderation/selfies/:id/decide',
  summary: 'Accept a selfie, or refuse it for a reason that the person is told; the selfie is deleted',
  access: 'moderator',
  params: idParamsSchema,
  body: z.strictObject({
    /** The profile photos that you compared, in any order; if they changed meanwhile, the answer is a conflict. */
    photo_ids: z.array(uuidSchema).max(PHOTOS_MAX),
    /** Null accepts it. */
    refusal: z.enum(SELFIE_REFUSALS).nullable(),
  }),
  response: okSchema,
  errors: ['not_found', 'conflict'],
});

/** The endpoints of this file, by name. */
export const trustEndpoints = {
  getTrustProfile,
  postTrustReport,
  postTrustVerify,
  postSelfieChallenge,
  postSelfie,
  deleteSelfie,
  getSelfieChecks,
  postSelfieDecision,
};
