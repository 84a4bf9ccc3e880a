/** What the page has requested before its scripts were loaded. */
export interface Started {
  /** The requests were made with it. */
  token: string;
  /** By path, with the query string. */
  answers: Record<string, Promise<Response>>;
}

declare global {
  var soulsightStarted: Started | undefined;
}

/**
 * The answer to a request that the page has already made, once; undefined when there is none.
 * @param token the request would be made with it; an answer for somebody else is not used
 */
export function takeStarted(path: string, token = globalThis.soulsightStarted?.token): Promise<Response> | undefined {
  const started = globalThis.soulsightStarted;
  if (!started || started.token !== token) return undefined;
  const answer = started.answers[path];
  delete started.answers[path];
  return answer;
}

/** From now on requests are answered by the server again. */
export function dropStarted(): void {
  globalThis.soulsightStarted = undefined;
}
