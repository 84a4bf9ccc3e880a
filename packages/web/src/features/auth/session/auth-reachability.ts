import { createEmitter } from '../../../lib/emitter.ts';
import { withOwnClock } from './own-clock.ts';
import { parseClaims } from './session.rules.ts';
import { showsAnother } from './shown-user.ts';
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

/** Why a call of the auth client was not sent. */
export const ANOTHER_USER = 'Another user has signed in';

/**
 * `fetch` for the auth client; it records whether the auth service answers. The client acts as the user of the stored session. A tab
 * that still shows another one, such as one that was suspended, must not change the account of who has signed in since.
 */
export async function fetchFromAuth(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const token = readToken(init);
  const { sub } = parseClaims(token ?? '');
  // As any call that was not sent, so that the client keeps the stored session.
  if (typeof sub === 'string' && showsAnother(sub)) throw new TypeError(ANOTHER_USER);
  try {
    const response = await withOwnClock(await fetch(input, init));
    setReachable(response.status < UNREACHABLE_STATUS);
    if (response.ok || !isOfReplaced(token)) return response;
  } catch (error) {
    setReachable(false);
    throw error;
  }
  throw new TypeError('Another session is stored now');
}

function readToken(init: RequestInit | undefined): string | undefined {
  return /^Bearer (.+)$/.exec(new Headers(init?.headers).get('Authorization') ?? '')?.[1];
}

/** Whether a request was made as another session than the stored one. At its refusal the client would remove the stored one. */
function isOfReplaced(token: string | undefined): boolean {
  const asked = token === undefined ? null : readSessionId({ access_token: token });
  const stored = readStoredSession();
  return asked !== null && stored !== null && asked !== readSessionId(stored);
}
