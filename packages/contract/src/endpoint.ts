import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint.
 * A user locked by a moderator may make only `signed_in` calls.
 * `public`: anyone. `signed_in`: a bearer token of a live session. `verified`: and a verified email.
 * `moderator`: and the moderator role. `operator`: and the operator role.
 */
export type Access = 'public' | 'signed_in' | 'verified' | 'moderator' | 'operator';

type Shape = z.ZodType;

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters. */
  path: `/${string}`;
  /** One line for the API reference. */
  summary: string;
  access: Access;
  /** Also for a user whose account is being deleted, until it is erased. */
  whileLeaving?: true;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** Multipart upload instead of JSON; the handler reads the file itself. */
  upload?: true;
  /**
   * Creates something each time it is called. A call that is repeated with the same header `Idempotency-Key`, a UUID, creates nothing
   * more and gets the answer for what was created first.
   */
  createsOnce?: true;
  /** The body of a success; `z.undefined()` means 204. */
  response: Shape;
  /** Its own errors, besides those of access and validation. */
  errors?: readonly ErrorCode[];
  /** Calls per minute and user (per address where public); the default is `DEFAULT_CALLS_PER_MINUTE`. */
  callsPerMinute?: number;
}

/** Keeps the literal type of an endpoint. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

type Out<S> = S extends Shape ? z.output<S> : undefined;
type In<S> = S extends Shape ? z.input<S> : undefined;
export type EndpointParams<E extends EndpointSpec> = Out<E['params']>;
export type EndpointQuery<E extends EndpointSpec> = Out<E['query']>;
export type EndpointBody<E extends EndpointSpec> = Out<E['body']>;
export type EndpointResponse<E extends EndpointSpec> = z.output<E['response']>;
export type EndpointRequest<E extends EndpointSpec> = {
  params?: In<E['params']>;
  query?: In<E['query']>;
  body?: In<E['body']>;
};

/** The header of calls to endpoints with `createsOnce`. */
export const REQUEST_KEY_HEADER = 'Idempotency-Key';

export const uuidSchema = z.uuid();
/** An instant as an ISO 8601 string in UTC. */
export const instantSchema = z.iso.datetime();
export const idParamsSchema = z.strictObject({ id: uuidSchema });
/** A percentage, 0 to 100. */
export const percentSchema = z.number().min(0).max(100);
/** The response of a call that returns nothing but its success. */
export const okSchema = z.strictObject({ ok: z.literal(true) });
export const OK: z.infer<typeof okSchema> = { ok: true };

/** Query of a paged list; `cursor` is the opaque `next_cursor` of the page before. */
export const pageQuerySchema = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** The schema of a page: its items under `name`, and the cursor of the next page. */
export function pageSchema<const N extends string, S extends Shape>(name: N, item: S) {
  return z.strictObject({
    ...({ [name]: z.array(item) } as { [K in N]: z.ZodArray<S> }),
    next_cursor: z.string().nullable(),
  });
}
