import { z } from 'zod';
import { endpoint, instantSchema, uuidSchema } from './endpoint.ts';

/** One of the two options of a question: the first or the second. */
const choiceSchema = z.union([z.literal(0), z.literal(1)]);
export type IcebreakerChoice = z.infer<typeof choiceSchema>;

export const icebreakerSchema = z.strictObject({
  /** The pair's question now; null once they have answered all. */
  question: z
    .strictObject({
      id: z.string(),
      text: z.string(),
      options: z.tuple([z.string(), z.string()]),
    })
    .nullable(),
  mine: choiceSchema.nullable(),
  /** Null until both have answered. */
  theirs: choiceSchema.nullable(),
  they_answered: z.boolean(),
  /** When the next question comes; null while one of the two has not answered. */
  next_at: instantSchema.nullable(),
});
export type Icebreaker = z.infer<typeof icebreakerSchema>;

const matchParamsSchema = z.strictObject({ matchId: uuidSchema });

export const getIcebreaker = endpoint({
  method: 'GET',
  path: '/api/icebreakers/:matchId',
  summary: 'The question that two matched people both answer before either sees the answer of the other',
  access: 'verified',
  params: matchParamsSchema,
  response: icebreakerSchema,
  errors: ['match_gone'],
});
/** An answer stays as it is: repeating it changes nothing, another one is refused. */
export const postIcebreaker = endpoint({
  method: 'POST',
  path: '/api/icebreakers/:matchId',
  summary: "Answer the pair's question",
  access: 'verified',
  params: matchParamsSchema,
  body: z.strictObject({ question: z.string().max(40), choice: choiceSchema }),
  response: icebreakerSchema,
  errors: ['match_gone', 'conflict'],
  callsPerMinute: 20,
});

/** The endpoints of this file, by name. */
export const icebreakerEndpoints = { getIcebreaker, postIcebreaker };
