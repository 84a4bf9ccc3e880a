import type { EndpointRequest, EndpointResponse, EndpointSpec } from '@soulsight/contract/endpoint';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { ERRORS, type ErrorBody, type ErrorCode } from '@soulsight/contract/errors';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

export interface CallOptions {
  /** The calling user; without it the call is not signed in. */
  as?: { token: string } | null;
  headers?: Record<string, string>;
}

/** The result of a call. */
export interface CallResult<E extends EndpointSpec> {
  status: number;
  raw: LightMyRequestResponse;
  /** The response. Throws if the call failed. */
  ok(): EndpointResponse<E>;
  /** The error. Throws if the call succeeded, or failed with another code. */
  refused(code?: ErrorCode): ErrorBody;
}

type Values = Record<string, unknown>;

/** The address of a call, with its parameters and query. */
export function buildUrl(endpoint: EndpointSpec, params: Values, query: Values): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Calls an endpoint over HTTP, typed by the contract. */
export async function callEndpoint<const E extends EndpointSpec>(
  http: FastifyInstance,
  endpoint: E,
  options: CallOptions & EndpointRequest<E>,
): Promise<CallResult<E>> {
  const request: InjectOptions = {
    method: endpoint.method,
    url: buildUrl(endpoint, (options.params ?? {}) as Values, (options.query ?? {}) as Values),
    headers: { ...(options.as ? { authorization: `Bearer ${options.as.token}` } : {}), ...options.headers },
  };
  if (options.body !== undefined) request.payload = options.body as object;
  const raw = await http.inject(request);
  const what = `${endpoint.method} ${endpoint.path}`;
  return {
    status: raw.statusCode,
    raw,
    ok() {
      if (raw.statusCode >= 300) throw new Error(`${what} was refused: ${raw.statusCode} ${raw.body}`);
      return (raw.statusCode === 204 ? undefined : readBody(raw)) as EndpointResponse<E>;
    },
    refused(code) {
      if (raw.statusCode < 400) throw new Error(`${what} was not refused: ${raw.statusCode} ${raw.body}`);
      const body = errorBodySchema.parse(raw.json());
      if (code && body.code !== code) throw new Error(`${what} was not refused with ${code}: ${raw.body}`);
      if (ERRORS[body.code].status !== raw.statusCode) throw new Error(`${what}: ${body.code} as ${raw.statusCode}`);
      return body;
    },
  };
}

function readBody(raw: LightMyRequestResponse): unknown {
  return raw.headers['content-type']?.toString().startsWith('application/json') ? raw.json() : raw.rawPayload;
}
