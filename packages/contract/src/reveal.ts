import { z } from 'zod';
import { endpoint, idParamsSchema, instantSchema, percentSchema, uuidSchema } from './endpoint.ts';
import { publicProfileSchema } from './profile.ts';
import { REVEAL_STAGE_IDS } from './reveal-stages.ts';
import { stageNumberSchema } from './stage-number.ts';

export const revealRequestSchema = z.strictObject({
  id: uuidSchema,
  match_id: uuidSchema,
  requester_id: uuidSchema,
  /** The number of the stage that it asks to open. */
  stage: stageNumberSchema.min(1),
  status: z.enum(['pending', 'accepted', 'declined', 'withdrawn']),
  created_at: instantSchema,
});
export type RevealRequest = z.infer<typeof revealRequestSchema>;

/** Why a user may not ask for the next stage yet: the other declined or stepped back, or they changed their own mind. */
export const ASK_WAITS = ['declined', 'stepped_back', 'changed_mind'] as const;
export type AskWait = (typeof ASK_WAITS)[number];

export const revealStateSchema = z.strictObject({
  match_id: uuidSchema,
  reveal_status: z.enum(REVEAL_STAGE_IDS),
  stage: stageNumberSchema,
  /** The pair's trust level, a percentage. */
  trust_level: percentSchema,
  /** The next stage and the trust level it needs; null when all are open. */
  next: z
    .strictObject({
      stage: z.number().int(),
      status: z.enum(REVEAL_STAGE_IDS),
      needs_trust_level: percentSchema,
      /** Set while the stage waits for its time, whatever the trust level. */
      opens_at: instantSchema.nullable(),
      ready: z.boolean(),
    })
    .nullable(),
  /** What would raise the trust level, as sentences. */
  trust_hints: z.array(z.string()),
  request: revealRequestSchema.nullable(),
  /** When the caller may ask again, and why not now; null when they may. */
  may_ask_again_at: instantSchema.nullable(),
  ask_wait: z.enum(ASK_WAITS).nullable(),
  /** One of the two is a demo user: for every waiting time of this reveal a minute counts as a day. */
  demo_clock: z.boolean(),
  emotional_connection_score: percentSchema.nullable(),
  person: publicProfileSchema,
});
export type RevealState = z.infer<typeof revealStateSchema>;

const errors = [
  'match_gone',
  'reveal_trust_too_low',
  'reveal_photo_needed',
  'reveal_too_early',
  'reveal_out_of_order',
  'reveal_declined_recently',
  'conflict',
] as const;
/** Each call names its stage, so that it may be repeated: it never does more than what was meant. */
const stageSchema = stageNumberSchema.min(1);
const stepBodySchema = z.strictObject({ match_id: uuidSchema, stage: stageSchema });

/**
 * Asks for a stage, or accepts the other's open request for it. Without a body it asks for the next stage and accepts nothing.
 */
export const postReveal = endpoint({
  method: 'POST',
  path: '/api/reveal/:matchId',
  summary: "Ask for a stage, or accept the other's open request for it; without a stage, ask for the next one",
  access: 'verified',
  params: z.strictObject({ matchId: uuidSchema }),
  body: z.strictObject({ stage: stageSchema }).optional(),
  response: revealStateSchema,
  errors,
});
export const postRevealRequest = endpoint({
  method: 'POST',
  path: '/api/reveal/request',
  summary: 'Ask for a stage; repeating it changes nothing',
  access: 'verified',
  body: stepBodySchema,
  response: revealStateSchema,
  errors,
});
export const postRevealAccept = endpoint({
  method: 'POST',
  path: '/api/reveal/accept',
  summary: "Accept the other's open request for a stage",
  access: 'verified',
  body: stepBodySchema,
  response: revealStateSchema,
  errors,
});
export const postRevealDecline = endpoint({
  method: 'POST',
  path: '/api/reveal/decline',
  summary: 'Decline kindly; final for 24 hours',
  access: 'verified',
  body: stepBodySchema,
  response: revealStateSchema,
  errors,
});
export const postRevealStepBack = endpoint({
  method: 'POST',
  path: '/api/reveal/step-back',
  summary: 'Close a stage for both, or withdraw your own request for it',
  access: 'verified',
  body: stepBodySchema,
  response: revealStateSchema,
  errors,
});
export const getRevealStatus = endpoint({
  method: 'GET',
  path: '/api/reveal/:id/status',
  summary: 'How far the reveal of a match is (id of the match)',
  access: 'verified',
  params: idParamsSchema,
  response: revealStateSchema,
  errors: ['match_gone'],
});

/** The endpoints of this file, by name. */
export const revealEndpoints = {
  postReveal,
  postRevealRequest,
  postRevealAccept,
  postRevealDecline,
  postRevealStepBack,
  getRevealStatus,
};
