import { vi } from 'vitest';

/** What the fake server does with a call; a successful response without a body by default. */
export type FakeAnswer =
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: unknown;
    }
  | 'network failure';

/** Answers by `METHOD /path`. A function is called for each request, with the request's JSON body. */
export type FakeAnswers = Record<string, FakeAnswer | ((body: unknown) => FakeAnswer | Promise<FakeAnswer>)>;

export interface FakeCall {
  /** Such as `GET /api/user`, without the query string. */
  request: string;
  url: URL;
  /** The JSON body; undefined without one. */
  body: unknown;
  init: RequestInit | undefined;
}

export interface FakeServer {
  calls: FakeCall[];
  /** The calls of one `METHOD /path`. */
  called(request: string): FakeCall[];
  /** The JSON bodies sent to one `METHOD /path`. */
  bodies(request: string): unknown[];
}

const NOT_FOUND: FakeAnswer = { status: 404, body: { detail: 'We could not find that.', code: 'not_found' } };

/** Replaces `fetch` by a server that gives these answers, and 404 for everything else. */
export function fakeServer(answers: FakeAnswers = {}): FakeServer {
  const calls: FakeCall[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    const url = new URL(String(input), 'http://localhost');
    const request = `${init?.method ?? 'GET'} ${url.pathname}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({ request, url, body, init });
    const known = answers[request] ?? NOT_FOUND;
    return toResponse(typeof known === 'function' ? await known(body) : known);
  });
  const called = (request: string) => calls.filter((call) => call.request === request);
  return { calls, called, bodies: (request) => called(request).map(({ body }) => body) };
}

function toResponse(answer: FakeAnswer): Response {
  if (answer === 'network failure') throw new TypeError('Failed to fetch');
  const { status = 200, headers, body = {} } = answer;
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
