import { createEmitter } from '../../../lib/emitter.ts';

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
    return response;
  } catch (error) {
    setReachable(false);
    throw error;
  }
}
