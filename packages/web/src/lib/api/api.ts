import {
  type EndpointRequest,
  type EndpointResponse,
  type EndpointSpec,
  REQUEST_KEY_HEADER,
} from '@soulsight/contract/endpoint';
import { ApiError } from './api-error.ts';
import { CHECK_RESPONSES } from './env.ts';
import { apiErrorFromBody } from './read-error.ts';
import { describeRequest, finishRequest, forgetRequestKeys, getRequestKey } from './request-keys.ts';
import { takeStarted } from './started.ts';
import type { UploadRequest } from './upload.ts';

/** Calls that take longer fail. */
const CALL_TIMEOUT_MS = 20_000;
/** Uploads of photos may use a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

type TokenGetter = () => Promise<string | null>;
/** Gets another token than the one that the server refused with this code, or ends the session. Returns whether there is another. */
type TokenRenewal = (refused: string | null, code: unknown) => Promise<boolean>;
let getToken: TokenGetter = async () => null;
let renewToken: TokenRenewal = async () => false;

interface ApiOptions {
  token: TokenGetter;
  renew?: TokenRenewal;
}

/** Sets where the bearer token comes from, and what to do when the server refuses it. */
export function configureApi(options: ApiOptions): void {
  getToken = options.token;
  renewToken = options.renew ?? (async () => false);
}

let underWay = new AbortController();

/** Aborts all calls of the user who has signed out, also queued ones: none may be sent or answered for the next user of this browser. */
export function abortCalls(): void {
  underWay.abort();
  underWay = new AbortController();
  forgetRequestKeys();
}

/** Aborted when the current user signs out, or another user signs in. */
export function userSignal(): AbortSignal {
  return underWay.signal;
}

export type CallOptions<E extends EndpointSpec> = EndpointRequest<E> & {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** The photo of an upload endpoint. */
  photo?: Blob;
  /** Sends the request instead of `fetch`, such as an upload that tells its progress. */
  send?: (url: string, request: UploadRequest) => Promise<Response>;
};

/**
 * Calls an endpoint of the contract.
 * @throws ApiError for every failure except an abort, which throws the browser's AbortError
 */
export async function call<E extends EndpointSpec>(
  endpoint: E,
  options: CallOptions<E> = {} as CallOptions<E>,
): Promise<EndpointResponse<E>> {
  const path = buildPath(endpoint.path, options.params as Params, options.query as Params);
  const content = endpoint.createsOnce && describeRequest(path, options);
  const { response, body } = await send(
    endpoint,
    path,
    options,
    readBody,
    content ? getRequestKey(content) : undefined,
  );
  if (content && isFinal(response.status)) finishRequest(content);
  if (!response.ok) throw apiErrorFromBody(response.status, endpoint.path, body, response.headers.get('retry-after'));
  return validateResponse(endpoint, body);
}

/** After a new sign-in, in time, or with fewer calls the server may give another answer. */
const NOT_FINAL: readonly number[] = [401, 408, 429];

/** Whether the server will give no other answer to the same call. */
export function isFinal(status: number): boolean {
  return status < 500 && !NOT_FINAL.includes(status);
}

/** Whether the same call may work later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && !isFinal(error.status || 500);
}

/**
 * Calls an endpoint that returns a file.
 * @throws ApiError as `call` does
 */
export async function download<E extends EndpointSpec>(
  endpoint: E,
  options: CallOptions<E> = {} as CallOptions<E>,
): Promise<Blob> {
  const path = buildPath(endpoint.path, options.params as Params, options.query as Params);
  const read = async (answer: Response) => (answer.ok ? answer.blob() : readBody(answer));
  const { response, body } = await send(endpoint, path, { timeoutMs: UPLOAD_TIMEOUT_MS, ...options }, read);
  if (body instanceof Blob && response.ok) return body;
  throw apiErrorFromBody(response.status, endpoint.path, body, response.headers.get('retry-after'));
}

type Params = Record<string, unknown> | undefined;

/** Fills `:name` and appends the query; undefined values are left out. */
export function buildPath(template: string, params: Params, query: Params): string {
  const path = template.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new Error(`${template} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

interface Answer<T> {
  response: Response;
  body: T;
}

/** Sends a request, once more where the server refused the token and there is another one. */
async function send<E extends EndpointSpec, T>(...request: Parameters<typeof sendOnce<E, T>>): Promise<Answer<T>> {
  const user = underWay.signal;
  const [endpoint] = request;
  const { token, ...answer } = await sendOnce(...request);
  if (answer.response.status !== 401 || endpoint.access === 'public') return answer;
  const { code } = (answer.body ?? {}) as { code?: unknown };
  if (!(await renewToken(token, code))) return answer;
  user.throwIfAborted();
  return sendOnce(...request);
}

/** Sends a request and reads the whole answer within one time limit: a connection can end in the middle of it. */
async function sendOnce<E extends EndpointSpec, T>(
  endpoint: E,
  path: string,
  options: CallOptions<E>,
  read: (response: Response) => Promise<T>,
  key?: string,
): Promise<Answer<T> & { token: string | null }> {
  const cancelled = options.signal ? AbortSignal.any([options.signal, underWay.signal]) : underWay.signal;
  let timeout: AbortSignal | undefined;
  const token = await getToken();
  cancelled.throwIfAborted();
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers[REQUEST_KEY_HEADER] = key;
  const body = requestBody(options, headers);
  const receive = async (answer: Promise<Response>) => {
    const response = await answer;
    return { response, body: await read(response), token };
  };
  const started = endpoint.method === 'GET' ? takeStarted(path, token ?? '') : undefined;
  try {
    // A request of the page that failed on a slow line is made again, with as much time as any other.
    const early = started && (await Promise.race([receive(started).catch(() => null), whenAborted(cancelled)]));
    cancelled.throwIfAborted();
    if (early) return early;
    timeout = AbortSignal.timeout(options.timeoutMs ?? (endpoint.upload ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS));
    const signal = AbortSignal.any([cancelled, timeout]);
    const request = { method: endpoint.method, headers, signal, ...(body ? { body } : {}) };
    return await receive((options.send ?? fetch)(path, request));
  } catch (cause) {
    if (cancelled.aborted) throw cause;
    throw new ApiError({ kind: timeout?.aborted ? 'timeout' : 'network', status: 0, path: endpoint.path, cause });
  }
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}

function requestBody<E extends EndpointSpec>(options: CallOptions<E>, headers: Record<string, string>) {
  if (options.photo) {
    const form = new FormData();
    for (const [name, value] of Object.entries((options.body ?? {}) as Record<string, unknown>)) {
      if (value !== undefined) form.set(name, String(value));
    }
    form.set('photo', options.photo);
    return form;
  }
  if (options.body === undefined) return undefined;
  headers['Content-Type'] = 'application/json';
  return JSON.stringify(options.body);
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function validateResponse<E extends EndpointSpec>(endpoint: E, body: unknown): EndpointResponse<E> {
  if (!CHECK_RESPONSES) return body as EndpointResponse<E>;
  const parsed = endpoint.response.safeParse(body);
  if (parsed.success) return parsed.data as EndpointResponse<E>;
  throw new ApiError({
    kind: 'contract',
    status: 200,
    path: endpoint.path,
    detail: `The response of ${endpoint.path} breaks the contract`,
    cause: parsed.error,
  });
}
