import { z } from 'zod';
import { endpoint, idParamsSchema, instantSchema, okSchema, uuidSchema } from './endpoint.ts';

/** A job that failed on every attempt, without what it was about. */
const failedJobSchema = z.strictObject({
  id: uuidSchema,
  queue: z.string(),
  attempts: z.number().int().min(1),
  created_at: instantSchema,
  failed_at: instantSchema,
  /** The last error, without values that may be personal. */
  error: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

export const getFailedJobs = endpoint({
  method: 'GET',
  path: '/api/operations/jobs',
  summary: 'The jobs that failed on every attempt, newest first, at most 100',
  access: 'operator',
  response: z.strictObject({
    jobs: z.array(failedJobSchema),
    /** How many there are, also beyond those listed. */
    total: z.number().int().min(0),
  }),
});
export const postFailedJobRetry = endpoint({
  method: 'POST',
  path: '/api/operations/jobs/:id/retry',
  summary: 'Run a failed job again, with all its attempts',
  access: 'operator',
  params: idParamsSchema,
  response: okSchema,
  errors: ['not_found'],
});
export const deleteFailedJob = endpoint({
  method: 'DELETE',
  path: '/api/operations/jobs/:id',
  summary: 'Discard a failed job: it never runs again',
  access: 'operator',
  params: idParamsSchema,
  response: okSchema,
  errors: ['not_found'],
});

/** The endpoints of this file, by name. */
export const operationsEndpoints = { getFailedJobs, postFailedJobRetry, deleteFailedJob };
