/** What the auth service appends to the address to which it sends a browser back. `index.html` and `paint-first.ts` repeat it, because they run before any script. */
const AUTH_ANSWER = /[?&#](code|error|access_token)=/;

/** Whether the address holds what the auth client takes; it may replace the stored session. */
export function isAuthAnswer(): boolean {
  return AUTH_ANSWER.test(window.location.search) || AUTH_ANSWER.test(window.location.hash);
}
