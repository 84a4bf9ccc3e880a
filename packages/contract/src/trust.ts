import { z } from 'zod';
import { endpoint, idParamsSchema, instantSchema, okSchema, percentSchema, uuidSchema } from './endpoint.ts';
import { reportBodySchema, reportReceiptSchema } from './safety.ts';

export const trustProfileSchema = z.strictObject({
  trust_score: percentSchema,
  /** True until there is evidence; shown as "new". */
  is_new: z.boolean(),
  verifications: z.strictObject({ email: z.boolean(), phone: z.boolean(), photo: z.boolean() }),
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
  response: reportReceiptSchema,
  errors: ['not_found'],
  callsPerMinute: 10,
});
/** `photo` asks a moderator to confirm the face on the main photo; `phone` needs a code sent by text message. */
export const postTrustVerify = endpoint({
  method: 'POST',
  path: '/api/trust/verify',
  summary: 'Update your verifications: email and phone from the auth service, photo by asking a moderator',
  access: 'signed_in',
  body: z.strictObject({ kind: z.enum(['email', 'phone', 'photo']) }),
  response: z.strictObject({
    status: z.enum(['verified', 'requested', 'needs_action']),
    detail: z.string(),
    profile: trustProfileSchema,
  }),
});
/** Main photos to be verified, the oldest request first. */
export const getPhotoRequests = endpoint({
  method: 'GET',
  path: '/api/moderation/photos',
  summary: 'Photos to be verified',
  access: 'moderator',
  response: z.strictObject({
    photos: z.array(z.strictObject({ user_id: uuidSchema, photo_id: uuidSchema, url: z.string(), at: instantSchema })),
  }),
});
export const postPhotoDecision = endpoint({
  method: 'POST',
  path: '/api/moderation/photos/:id/decide',
  summary: 'Say whether a photo shows a real face (id of the photo)',
  access: 'moderator',
  params: idParamsSchema,
  body: z.strictObject({ verified: z.boolean() }),
  response: okSchema,
  errors: ['not_found', 'conflict'],
});

/** The endpoints of this file, by name. */
export const trustEndpoints = {
  getTrustProfile,
  postTrustReport,
  postTrustVerify,
  getPhotoRequests,
  postPhotoDecision,
};
