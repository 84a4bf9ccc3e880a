import { createEmitter } from '../../../lib/emitter.ts';
import { readSessionId } from './signed-out-mark.ts';
import { readStoredSession } from './stored-session.ts';

/** The lowest status with which a proxy says that it cannot reach the auth service; the auth client retries these. */
const UNREACHABLE_STATUS = 502;

const changes = createEmitter();
let isReachable = true;

function setReachable(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  changes.emit();
}

/** Whether the last call of the auth client got an answer. */
export const authReachability = { subscribe: changes.subscribe, snapshot: () => isReachable };

/** `fetch` for the auth client; it records whether the auth service answers. */
export async function fetchFromAuth(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    setReachable(response.status < UNREACHABLE_STATUS);
    if (response.ok || !isOfReplaced(init)) return response;
  } catch (error) {
    setReachable(false);
    throw error;
  }
  throw new TypeError('Another session is stored now');
}

/** Whether a request was made as another session than the stored one. At its refusal the client would remove the stored one. */
function isOfReplaced(init: RequestInit | undefined): boolean {
  const token = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('Authorization') ?? '')?.[1];
  const asked = token === undefined ? null : readSessionId({ access_token: token });
  const stored = readStoredSession();
  return asked !== null && stored !== null && asked !== readSessionId(stored);
}
