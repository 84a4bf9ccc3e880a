import { z } from 'zod';
import { messageCautionSchema } from './chat.ts';
import { emailSchema } from './credentials.ts';
import {
  endpoint,
  idParamsSchema,
  instantSchema,
  okSchema,
  pageQuerySchema,
  pageSchema,
  percentSchema,
  uuidSchema,
} from './endpoint.ts';
import { INQUIRY_MAX_CHARS, INQUIRY_MIN_CHARS } from './limits.ts';
import { photoSchema, promptAnswerSchema } from './profile.ts';
import { stageNumberSchema } from './stage-number.ts';

export const REPORT_CATEGORIES = [
  'harassment',
  'scam',
  'fake_profile',
  'underage',
  'explicit_content',
  'threat',
  'other',
] as const;
/** What the queue holds: reports of users, and accounts that look like one of a banned person, which the server reports itself. */
export const CASE_CATEGORIES = [...REPORT_CATEGORIES, 'ban_evasion'] as const;
export const REPORT_STATUSES = ['open', 'upheld', 'dismissed'] as const;
export const MODERATION_ACTIONS = ['dismiss', 'warn', 'suspend', 'ban'] as const;

export const reportBodySchema = z.strictObject({
  category: z.enum(REPORT_CATEGORIES),
  details: z.string().trim().max(2_000).default(''),
  /** Messages of the caller's own conversations as evidence. */
  message_ids: z.array(uuidSchema).max(20).default([]),
  /** Also blocks them, in the same step. */
  block: z.boolean().default(false),
});
export const reportReceiptSchema = z.strictObject({
  id: uuidSchema,
  status: z.enum(REPORT_STATUSES),
  created_at: instantSchema,
});

export const postBlock = endpoint({
  method: 'POST',
  path: '/api/user/block/:id',
  summary: 'Block someone; everything between you closes at once, and they are not notified',
  access: 'signed_in',
  params: idParamsSchema,
  response: okSchema,
  errors: ['not_found'],
});
export const deleteBlock = endpoint({
  method: 'DELETE',
  path: '/api/user/block/:id',
  summary: 'Unblock someone',
  access: 'signed_in',
  params: idParamsSchema,
  response: okSchema,
});
export const getBlocks = endpoint({
  method: 'GET',
  path: '/api/user/blocks',
  summary: 'The people you blocked, by the name you knew them by',
  access: 'signed_in',
  response: z.strictObject({
    blocks: z.array(z.strictObject({ id: uuidSchema, name: z.string(), at: instantSchema })),
  }),
});
const contactBlockSchema = z.strictObject({ id: uuidSchema, contact: z.string(), at: instantSchema });
export const getContactBlocks = endpoint({
  method: 'GET',
  path: '/api/user/contact-blocks',
  summary: 'The email addresses and phone numbers that you blocked',
  access: 'signed_in',
  response: z.strictObject({ contacts: z.array(contactBlockSchema) }),
});
export const postContactBlock = endpoint({
  method: 'POST',
  path: '/api/user/contact-blocks',
  summary:
    'Never be introduced to the owner of an email address or phone number; the answer is the same if there is none',
  access: 'signed_in',
  body: z.strictObject({ contact: z.string().trim().min(3).max(254) }),
  response: contactBlockSchema,
  errors: ['conflict'],
  callsPerMinute: 20,
});
export const deleteContactBlock = endpoint({
  method: 'DELETE',
  path: '/api/user/contact-blocks/:id',
  summary: 'Remove a blocked address',
  access: 'signed_in',
  params: idParamsSchema,
  response: okSchema,
  errors: ['not_found'],
});
export const getMetPeople = endpoint({
  method: 'GET',
  path: '/api/user/met',
  summary: 'People with whom everything closed in the last 90 days, to report or block them',
  access: 'signed_in',
  response: z.strictObject({
    people: z.array(
      z.strictObject({ id: uuidSchema, name: z.string(), closed_at: instantSchema, blocked: z.boolean() }),
    ),
  }),
});
export const postReport = endpoint({
  method: 'POST',
  path: '/api/user/report/:id',
  summary: 'Report someone you met here',
  access: 'signed_in',
  params: idParamsSchema,
  body: reportBodySchema,
  createsOnce: true,
  response: reportReceiptSchema,
  errors: ['not_found', 'conflict', 'rate_limited'],
  callsPerMinute: 10,
});

export const moderationReportSchema = z.strictObject({
  id: uuidSchema,
  category: z.enum(CASE_CATEGORIES),
  /** 0 to 3. */
  severity: z.number().int(),
  details: z.string(),
  /** How often something was added since it was made. */
  additions: z.number().int().min(0),
  status: z.enum(REPORT_STATUSES),
  created_at: instantSchema,
  /** Null when the server noticed it. */
  reporter: z.strictObject({ id: uuidSchema, name: z.string() }).nullable(),
  subject: z.strictObject({ id: uuidSchema, name: z.string(), upheld_before: z.number().int() }),
  /** The reported messages and those around them, as they were at the time of the report. */
  evidence: z.array(
    z.strictObject({
      sender_id: uuidSchema,
      content: z.string(),
      timestamp: instantSchema,
      reported: z.boolean().default(true),
      /** As the receiver was warned, by the rules of today. */
      caution: messageCautionSchema.optional(),
    }),
  ),
});
export type ModerationReport = z.infer<typeof moderationReportSchema>;
export const getModerationReports = endpoint({
  method: 'GET',
  path: '/api/moderation/reports',
  summary: 'The moderation queue without what concerns yourself, the most severe first, then the oldest',
  access: 'moderator',
  query: pageQuerySchema.extend({ status: z.enum(REPORT_STATUSES).default('open') }),
  response: pageSchema('reports', moderationReportSchema),
});
const reportCountsSchema = z.strictObject({
  open: z.number().int(),
  upheld: z.number().int(),
  dismissed: z.number().int(),
});
/** One of the two people of a case, with everything that helps to judge. */
const casePersonSchema = z.strictObject({
  id: uuidSchema,
  name: z.string(),
  joined_at: instantSchema,
  age: z.number().int().nullable(),
  place_name: z.string().nullable(),
  work: z.string().nullable(),
  interests: z.array(z.string()),
  prompts: z.array(promptAnswerSchema),
  /** Unblurred, in order; the first is the main one. */
  photos: z.array(photoSchema),
  trust_score: percentSchema,
  reports_about: reportCountsSchema,
  reports_made: reportCountsSchema,
  sanctions: z.array(
    z.strictObject({
      action: z.enum(MODERATION_ACTIONS),
      reason: z.string(),
      at: instantSchema,
      until: instantSchema.nullable(),
      appeal: z.enum(['open', 'granted', 'refused']).nullable(),
    }),
  ),
});
export type CasePerson = z.infer<typeof casePersonSchema>;
export const MARK_KINDS = ['email', 'phone', 'device', 'network', 'photo'] as const;
const moderationCaseSchema = z.strictObject({
  report: moderationReportSchema,
  /** The reveal stage that the two had reached, by its number; null if they have no match. */
  stage: stageNumberSchema.nullable(),
  /** Null when the account is gone. */
  subject: casePersonSchema.nullable(),
  reporter: casePersonSchema.nullable(),
  /** Other accounts with marks of the subject, the most similar first. */
  similar: z.array(
    z.strictObject({
      id: uuidSchema,
      name: z.string(),
      joined_at: instantSchema,
      banned: z.boolean(),
      shared: z.array(z.enum(MARK_KINDS)),
    }),
  ),
});
export type ModerationCase = z.infer<typeof moderationCaseSchema>;
export const getModerationCase = endpoint({
  method: 'GET',
  path: '/api/moderation/reports/:id',
  summary: 'One case: both profiles with all photos, what happened to them before, and similar accounts',
  access: 'moderator',
  params: idParamsSchema,
  response: moderationCaseSchema,
  errors: ['not_found', 'forbidden'],
});
export const postModerationDecision = endpoint({
  method: 'POST',
  path: '/api/moderation/reports/:id/decide',
  summary: 'Decide a report; the reason is shown to the person it concerns',
  access: 'moderator',
  params: idParamsSchema,
  body: z.strictObject({
    action: z.enum(MODERATION_ACTIONS),
    reason: z.string().trim().min(3).max(1_000),
    /** As in the report that the moderator read. */
    additions: z.number().int().min(0),
  }),
  response: okSchema,
  errors: ['not_found', 'forbidden', 'conflict'],
});
const sanctionSchema = z.strictObject({
  id: uuidSchema,
  action: z.enum(MODERATION_ACTIONS),
  reason: z.string(),
  at: instantSchema,
  until: instantSchema.nullable(),
  appeal: z
    .strictObject({ text: z.string(), status: z.enum(['open', 'granted', 'refused']), answer: z.string().nullable() })
    .nullable(),
});
export const getSanctions = endpoint({
  method: 'GET',
  path: '/api/user/sanctions',
  summary: 'Moderation decisions about you, and why',
  access: 'signed_in',
  response: z.strictObject({ sanctions: z.array(sanctionSchema) }),
});
export const postAppeal = endpoint({
  method: 'POST',
  path: '/api/user/sanctions/:id/appeal',
  summary: 'Appeal a decision',
  access: 'signed_in',
  params: idParamsSchema,
  body: z.strictObject({ text: z.string().trim().min(10).max(2_000) }),
  response: okSchema,
  errors: ['not_found', 'conflict'],
});
export const getAppeals = endpoint({
  method: 'GET',
  path: '/api/moderation/appeals',
  summary: 'Open appeals',
  access: 'moderator',
  response: z.strictObject({
    appeals: z.array(
      z.strictObject({
        sanction_id: uuidSchema,
        person: z.string(),
        action: z.enum(MODERATION_ACTIONS),
        reason: z.string(),
        text: z.string(),
        at: instantSchema,
      }),
    ),
  }),
});
export const postAppealDecision = endpoint({
  method: 'POST',
  path: '/api/moderation/appeals/:id/decide',
  summary: 'Answer an appeal (id of the sanction)',
  access: 'moderator',
  params: idParamsSchema,
  body: z.strictObject({ grant: z.boolean(), answer: z.string().trim().min(3).max(1_000) }),
  response: okSchema,
  errors: ['not_found', 'forbidden', 'conflict'],
});
export const getAudit = endpoint({
  method: 'GET',
  path: '/api/moderation/audit',
  summary: 'The audit log of moderation, newest first',
  access: 'moderator',
  query: pageQuerySchema,
  response: pageSchema(
    'entries',
    z.strictObject({
      at: instantSchema,
      moderator: z.string(),
      action: z.string(),
      subject: z.string(),
      reason: z.string(),
    }),
  ),
});

/** What a message to the team is about; each has an email address of this name, too. */
export const INQUIRY_TOPICS = ['support', 'safety', 'privacy', 'press', 'security', 'hello'] as const;
export type InquiryTopic = (typeof INQUIRY_TOPICS)[number];
const inquiryTextSchema = z
  .string()
  .trim()
  .min(INQUIRY_MIN_CHARS, 'Please tell us a little more.')
  .max(INQUIRY_MAX_CHARS, `Please use at most ${INQUIRY_MAX_CHARS} characters.`);
export const postInquiry = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Write to the team; a moderator answers by email',
  access: 'public',
  body: z.strictObject({ topic: z.enum(INQUIRY_TOPICS), email: emailSchema, text: inquiryTextSchema }),
  createsOnce: true,
  response: okSchema,
  errors: ['rate_limited'],
  callsPerMinute: 5,
});
export const inquirySchema = z.strictObject({
  id: uuidSchema,
  topic: z.enum(INQUIRY_TOPICS),
  /** Where the answer goes. Nothing proves that the writer owns it. */
  email: z.string(),
  text: z.string(),
  /** The first name of a signed-in writer. */
  person: z.string().nullable(),
  at: instantSchema,
});
export type Inquiry = z.infer<typeof inquirySchema>;
export const getInquiries = endpoint({
  method: 'GET',
  path: '/api/moderation/inquiries',
  summary: 'Messages to the team without an answer: those about safety first, then the oldest first',
  access: 'moderator',
  query: pageQuerySchema,
  response: pageSchema('inquiries', inquirySchema),
});
export const postInquiryAnswer = endpoint({
  method: 'POST',
  path: '/api/moderation/inquiries/:id/answer',
  summary: 'Answer a message to the team by email; null closes it without an answer',
  access: 'moderator',
  params: idParamsSchema,
  body: z.strictObject({ answer: z.string().trim().min(3).max(INQUIRY_MAX_CHARS).nullable() }),
  response: okSchema,
  errors: ['not_found', 'forbidden', 'conflict'],
});

/** The endpoints of this file, by name. */
export const safetyEndpoints = {
  postBlock,
  deleteBlock,
  getBlocks,
  getContactBlocks,
  postContactBlock,
  deleteContactBlock,
  getMetPeople,
  postReport,
  getModerationReports,
  getModerationCase,
  postModerationDecision,
  getSanctions,
  postAppeal,
  getAppeals,
  postAppealDecision,
  getAudit,
  postInquiry,
  getInquiries,
  postInquiryAnswer,
};
