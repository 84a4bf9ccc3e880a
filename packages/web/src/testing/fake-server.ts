import { vi } from 'vitest';

type Answer = { status?: number; body?: unknown } | 'network failure';
export type FakeAnswers = Record<string, Answer | (() => Answer)>;

export interface FakeServer {
  /** Every call that was made, as `GET /api/user`. */
  calls: { request: string; init: RequestInit | undefined }[];
}

/** Answers `fetch` by method and path; what is not listed is refused with 404. */
export function fakeServer(answers: FakeAnswers): FakeServer {
  const calls: FakeServer['calls'] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    const { pathname } = new URL(String(input), 'http://localhost');
    const request = `${init?.method ?? 'GET'} ${pathname}`;
    calls.push({ request, init });
    const known = answers[request];
    const answer = typeof known === 'function' ? known() : known;
    if (answer === 'network failure') throw new TypeError('Failed to fetch');
    const { status = 200, body } = answer ?? {
      status: 404,
      body: { detail: 'We could not find that.', code: 'not_found' },
    };
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  });
  return { calls };
}
