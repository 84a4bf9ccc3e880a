import type { EndpointRequest, EndpointResponse, EndpointSpec } from '@soulsight/contract/endpoint';

/** An error response. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}

export interface Api {
  /** The same API, signed in with this token. */
  as(token: string): Api;
  /** @throws Refusal for an error response, and fetch's error when the server is unreachable. */
  call<E extends EndpointSpec>(endpoint: E, request?: EndpointRequest<E>): Promise<EndpointResponse<E>>;
  /** GETs a path outside the contract, as JSON. */
  get(path: string): Promise<unknown>;
}

/** Calls the endpoints of the contract over HTTP. */
export function apiAt(baseURL: string, token?: string): Api {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return {
    as: (other) => apiAt(baseURL, other),
    async call(endpoint, request = {}) {
      const { params, query, body } = request as { params?: Strings; query?: Strings; body?: unknown };
      const response = await fetch(`${baseURL}${buildPath(endpoint.path, params)}${buildQuery(query)}`, {
        method: endpoint.method,
        headers: { ...authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await readAnswer(response, `${endpoint.method} ${endpoint.path}`)) as never;
    },
    get: async (path) => readAnswer(await fetch(`${baseURL}${path}`, { headers: authorization }), path),
  };
}

type Strings = Record<string, string | number>;

function buildPath(path: string, params: Strings = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function buildQuery(query: Strings = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

async function readAnswer(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return answer;
  const { code = '', detail = text } = (answer ?? {}) as { code?: string; detail?: string };
  throw new Refusal(response.status, code, `${what}: ${response.status} ${code} ${detail}`);
}
