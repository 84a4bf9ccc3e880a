/** Further ones replace the oldest. */
const KEPT_MAX = 50;
const keys = new Map<string, string>();

/**
 * The key of a call that creates something. A call with the same content gets the same key until the server has answered it: trying
 * again after a lost answer, by a retry or by pressing the button again, creates nothing twice.
 */
export function getRequestKey(content: string): string {
  const key = keys.get(content) ?? crypto.randomUUID();
  keys.set(content, key);
  const [oldest] = keys.keys();
  if (keys.size > KEPT_MAX && oldest !== undefined) keys.delete(oldest);
  return key;
}

/** The server has created it, or refused: the same content is something new from now on. */
export function finishRequest(content: string): void {
  keys.delete(content);
}

/** The user has left: what the next one creates is something else. */
export function forgetRequestKeys(): void {
  keys.clear();
}

/** Names a call by what it sends. */
export function describeRequest(path: string, { body, photo }: { body?: unknown; photo?: Blob | undefined }): string {
  const file = photo instanceof File ? [photo.name, photo.lastModified] : [];
  return JSON.stringify([path, body, photo && [photo.size, photo.type, ...file]]);
}
