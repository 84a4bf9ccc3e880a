import { type Access, type EndpointSpec, REQUEST_KEY_HEADER } from '@soulsight/contract/endpoint';
import { ENDPOINTS, type EndpointByName, type EndpointName } from '@soulsight/contract/endpoints';
import type { ErrorCode } from '@soulsight/contract/errors';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Belongings } from './callers.ts';
import { ENDPOINT_CASES } from './endpoint-cases.ts';
import { buildUrl } from './test-call.ts';

export const ENDPOINT_BY_NAME = Object.fromEntries(ENDPOINTS.map(({ name, endpoint }) => [name, endpoint])) as {
  readonly [N in EndpointName]: EndpointByName<N>;
};

/** Errors of what runs before every handler: the check of access; reading, validating and limiting the request. */
const ACCESS_ERRORS = {
  public: [],
  signed_in: ['not_signed_in', 'session_expired', 'second_factor_needed', 'account_leaving', 'account_locked'],
  verified: ['email_not_verified'],
  moderator: ['email_not_verified', 'forbidden'],
  operator: ['email_not_verified', 'forbidden'],
} as const satisfies Record<Access, readonly ErrorCode[]>;
const REQUEST_ERRORS: readonly ErrorCode[] = [
  'bad_request',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
];

/** Whether the contract names an error for an endpoint: one of its own, or one that every endpoint with its access has. */
export function isNamedByContract({ access, errors = [] }: EndpointSpec, code: ErrorCode): boolean {
  const accessErrors = access === 'public' ? [] : [...ACCESS_ERRORS.signed_in, ...ACCESS_ERRORS[access]];
  return [...errors, ...accessErrors, ...REQUEST_ERRORS].includes(code);
}

/** Calls an endpoint over HTTP with the request in `ENDPOINT_CASES`. */
export function callByName(
  http: FastifyInstance,
  name: EndpointName,
  its: Belongings,
  as: { token: string } | null,
  key?: string,
): Promise<LightMyRequestResponse> {
  const endpoint = ENDPOINT_BY_NAME[name];
  const { params, query, body } = ENDPOINT_CASES[name].request(its) as unknown as Record<
    'params' | 'query' | 'body',
    Record<string, unknown>
  >;
  return http.inject({
    method: endpoint.method,
    url: buildUrl(endpoint, params ?? {}, query ?? {}),
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...(key && { [REQUEST_KEY_HEADER]: key }) },
    ...(body === undefined ? {} : { payload: body }),
  });
}
